//! The whole program for it: `cargo run --release --package pile -- match pile --a engine --b random`.

fn main() -> std::process::ExitCode {
    manyply_app::Program::new().game::<pile::Pile>().run()
}
