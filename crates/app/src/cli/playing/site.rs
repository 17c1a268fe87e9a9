//! `manyply site`: the page of `serve` with an engine of its own, as files for any web server.

use crate::cli::common::{Blame, Result, Session, file_failure};
use crate::serve::site;
use manyply::files;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The engine as Cargo calls it.
const ENGINE: &str = "manyply_page.wasm";
/// What a module of WebAssembly begins with.
const MAGIC: &[u8] = b"\0asm";
/// The largest engine, in bytes.
const LARGEST: u64 = 1 << 26;

/// Write the page of 'serve' as a site that needs no server but one for files
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write into this folder, which must not be there yet
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The engine [default: manyply_page.wasm beside the program]
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, session: &mut Session<'_>) -> Result {
    let Arguments { out, engine } = arguments;
    let beside = || std::env::current_exe().ok().map(|program| program.with_file_name(ENGINE));
    let path = engine.clone().or_else(beside).unwrap_or_else(|| ENGINE.into());
    let engine = read(&path).map_err(|error| {
        let expected = "expected the page's engine as WebAssembly; 'manyply site --help' says how it is built";
        file_failure("--engine", &path, format!("{error}; {expected}"))
    })?;
    let files = site(engine, &session.games);
    write(out, &files).of_file("--out", out)?;
    let size: usize = files.iter().map(|(_, content)| content.len()).sum();
    Ok(writeln!(session.out, "{}: {} files, {} KiB", out.display(), files.len(), size.div_ceil(1024))?)
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let engine = files::read(files::open(path)?, LARGEST)?;
    let wrong = || io::Error::new(io::ErrorKind::InvalidData, "this is no module of WebAssembly");
    if engine.starts_with(MAGIC) { Ok(engine) } else { Err(wrong()) }
}

/// Makes a folder with these files: whole, or not at all.
fn write(folder: &Path, files: &[(String, Vec<u8>)]) -> io::Result<()> {
    let name = folder.file_name().ok_or_else(|| io::Error::other("expected the name of a new folder"))?;
    if folder.symlink_metadata().is_ok() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "is there already; expected a folder that is not"));
    }
    let mut draft = name.to_owned();
    draft.push(format!(".draft-{}", std::process::id()));
    let draft = folder.with_file_name(draft);
    fs::create_dir(&draft)?;
    let written = files.iter().try_for_each(|(name, content)| fs::write(draft.join(name), content));
    let written = written.and_then(|()| fs::rename(&draft, folder));
    if written.is_err() {
        // What is left of it is of no use to anybody.
        let _ = fs::remove_dir_all(&draft);
    }
    written
}
