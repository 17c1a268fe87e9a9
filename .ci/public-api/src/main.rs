//! Prints the public items of the crate whose documentation as JSON is the only argument, one a line.

use public_api::Builder;

fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    // What the compiler derives by itself says nothing that a type's line does not say.
    let api = Builder::from_rustdoc_json(&path).omit_blanket_impls(true).omit_auto_trait_impls(true);
    match api.omit_auto_derived_impls(true).build() {
        Ok(api) => print!("{}", api.to_string().replace("manyply::", "")),
        Err(error) => {
            eprintln!("{path}: {error}");
            std::process::exit(1);
        }
    }
}
