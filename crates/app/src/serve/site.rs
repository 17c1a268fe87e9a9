//! The site: the page with an engine of its own, as files that any web server can show.

use super::http::SCRIPT;
use super::page;
use manyply::face::{Kind, Registry};
use std::hash::{DefaultHasher, Hash, Hasher};

/// What browsers may load: what the page of a server may, and the engine.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; \
                      img-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// Before what the head of the page gets more lines.
const HEAD: &str = "<title>";

/// The name of each file of the site, and its content: the proofs that the games have, too, which browsers load when
/// somebody asks for them.
pub fn site(engine: Vec<u8>, games: &Registry) -> Vec<(String, Vec<u8>)> {
    let proofs: Vec<_> = games.all().flat_map(Kind::own_proofs).collect();
    let script = |text: &str| page::lean(text, SCRIPT).into_bytes();
    let own = page::FILES.iter().zip(page::sent()).map(|((path, ..), content)| {
        let name = path.trim_start_matches('/');
        let content = match name {
            "index.html" => headed(&String::from_utf8_lossy(content), &proofs).into_bytes(),
            "answers.js" => script(include_str!("site/answers.js")),
            _ => content.to_vec(),
        };
        (name.to_owned(), content)
    });
    let others = [
        ("engine.js", script(include_str!("site/engine.js"))),
        ("manifest.webmanifest", include_bytes!("site/manifest.webmanifest").to_vec()),
        ("engine.wasm", engine),
    ];
    let mut files: Vec<_> = own.chain(others.map(|(name, content)| (name.to_owned(), content))).collect();
    files.push(("sw.js".into(), keeper(&files).into_bytes()));
    files.extend(proofs.into_iter().map(|(name, proof)| (name.into(), proof.to_vec())));
    files
}

/// The page's own file with what belongs to a site in its head: also which proofs there are.
fn headed(page: &str, proofs: &[(&str, &[u8])]) -> String {
    let names: Vec<_> = proofs.iter().map(|&(name, _)| name).collect();
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"proofs\" content=\"{}\">\n\
         <link rel=\"manifest\" href=\"manifest.webmanifest\">\n{HEAD}",
        names.join(" ")
    );
    page.replacen(HEAD, &head, 1)
}

/// The script that keeps these files in the browser. It is another one as soon as any of them is: so browsers notice.
fn keeper(files: &[(String, Vec<u8>)]) -> String {
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    let names = files.iter().map(|(name, _)| if name == "index.html" { "./" } else { name });
    let site =
        serde_json::json!({ "version": format!("{:016x}", hasher.finish()), "files": names.collect::<Vec<_>>() });
    format!("const SITE = {site};\n{}", page::lean(include_str!("site/sw.js"), SCRIPT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_is_asked_for_is_there() {
        let games = crate::all_games();
        let files = site(b"\0asm".to_vec(), &games);
        let text = |wanted: &str| {
            let content = files.iter().find(|(name, _)| name == wanted).map(|(_, content)| content.clone());
            String::from_utf8(content.unwrap_or_else(|| panic!("{wanted}"))).expect("text")
        };
        let page = text("index.html");
        assert!(page.contains("content=\"gomoku-freestyle-15.proof.zst gomoku-standard-15.proof.zst\""), "{page}");
        assert!(page.contains(POLICY) && page.contains("rel=\"manifest\""), "{page}");
        assert!(text("answers.js").contains("engine.wasm") && text("engine.js").contains("engine.answered"));
        let manifest: serde_json::Value = serde_json::from_str(&text("manifest.webmanifest")).expect("JSON");
        assert_eq!(manifest["icons"][0]["src"], "icon.svg");
        // All but itself are kept, by their own names, and proofs once they are asked for.
        assert_eq!(files.iter().filter(|(name, _)| name.ends_with(".proof.zst")).count(), 2);
        let kept = text("sw.js");
        assert!(
            files
                .iter()
                .filter(|(name, _)| !matches!(&**name, "index.html" | "sw.js"))
                .all(|(name, _)| name.ends_with(".proof.zst") != kept.contains(&format!("\"{name}\"")))
        );
        assert_ne!(kept.lines().next(), keeper(&site(b"\0asm\x01".to_vec(), &games)).lines().next());
    }
}
