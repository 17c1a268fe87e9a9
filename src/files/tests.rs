//! Files appear whole or not at all, wherever a path leads.

use super::draft::{Name, STALE};
use super::*;
use std::fs;

/// A folder that goes away at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("manyply-files-{}-{name}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let names = fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        let mut names = names.collect::<io::Result<Vec<_>>>()?;
        names.sort();
        Ok(names)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn put(path: &Path, text: &str) -> io::Result<()> {
    write(path, |out| out.write_all(text.as_bytes()))
}

#[test]
fn a_failure_leaves_the_old_content_and_nothing_else() -> io::Result<()> {
    let folder = Folder::new("failure")?;
    let path = folder.0.join("a");
    put(&path, "old")?;
    let full = write(&path, |out| out.write_all(b"stump").and(Err(io::Error::other("full"))));
    assert!(full.is_err());
    assert_eq!(fs::read_to_string(&path)?, "old");
    put(&path, "new")?;
    check_place(&path)?;
    check_place(&folder.0.join("b"))?;
    assert_eq!((fs::read_to_string(&path)?.as_str(), folder.names()?), ("new", vec!["a".to_owned()]));
    Ok(())
}

/// Where files without names cannot be had, drafts have names, and go too.
#[test]
fn a_draft_goes_with_its_name() -> io::Result<()> {
    let folder = Folder::new("drafts")?;
    let target = folder.0.join("a");
    let named = || Name::find(&target, |path| File::options().append(true).create_new(true).open(path));
    let [first, second] = [named()?, named()?];
    assert_eq!(folder.names()?.len(), 2);
    fs::rename(&first.1.0, &target)?;
    drop((first, second));
    assert_eq!(folder.names()?, ["a"]);
    Ok(())
}

#[test]
fn places_that_cannot_be_written_are_told_early() -> io::Result<()> {
    let folder = Folder::new("places")?;
    for place in [folder.0.clone(), folder.0.join("no/such/folder/a"), PathBuf::new()] {
        assert!(check_place(&place).is_err() && put(&place, "x").is_err(), "{place:?}");
    }
    let path = folder.0.join("kept");
    put(&path, "kept")?;
    let mut permissions = path.metadata()?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions)?;
    assert!(check_place(&path).is_err() && put(&path, "x").is_err());
    Ok(())
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_stay() -> io::Result<()> {
    let folder = Folder::new("links")?;
    let [file, link, far] = ["file", "link", "far"].map(|name| folder.0.join(name));
    fs::create_dir(folder.0.join("other"))?;
    std::os::unix::fs::symlink("far", &link)?;
    std::os::unix::fs::symlink("other/../file", &far)?;
    for text in ["through a link to nothing yet", "again"] {
        put(&link, text)?;
        assert_eq!(fs::read_to_string(&file)?, text);
    }
    assert!(link.is_symlink() && far.is_symlink() && file.metadata()?.is_file());
    std::os::unix::fs::symlink("round", folder.0.join("round"))?;
    assert!(put(&folder.0.join("round"), "x").is_err());
    Ok(())
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_written_in_place() -> io::Result<()> {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};
    put(Path::new("/dev/null"), "gone")?;
    assert!(Path::new("/dev/null").metadata()?.file_type().is_char_device());

    let folder = Folder::new("special")?;
    let pipe = folder.0.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status()?.success());
    check_place(&pipe)?;
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe)
    });
    put(&pipe, "through")?;
    assert_eq!(reader.join().expect("joined")?, "through");
    assert!(pipe.metadata()?.file_type().is_fifo());

    let path = folder.0.join("mode");
    put(&path, "a")?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o604))?;
    put(&path, "b")?;
    assert_eq!(path.metadata()?.permissions().mode() & 0o777, 0o604);
    Ok(())
}

#[test]
fn a_new_file_takes_nobodys_place_and_has_one_writer() -> io::Result<()> {
    let folder = Folder::new("new")?;
    let path = folder.0.join("a");
    let mut file = create_new(&path, b"head ")?;
    assert!(open_to_add(&path).is_err_and(|error| error.to_string().contains("another program")));
    assert!(create_new(&path, b"other").is_err_and(|error| error.kind() == ErrorKind::AlreadyExists));
    file.write_all(b"more")?;
    // As a process has one that is just being started.
    let copy = file.try_clone()?;
    drop(file);
    open_to_add(&path)?;
    drop(copy);
    assert_eq!(fs::read_to_string(&path)?, "head more");
    assert_eq!(folder.names()?, ["a"]);
    open_to_add(&path)?;
    assert!(open(&folder.0).is_err() && open_to_add(&folder.0).is_err());
    Ok(())
}

/// A file that somebody adds to is neither replaced nor made again, and one that is replaced is not added to.
#[test]
fn a_file_that_is_added_to_is_not_replaced() -> io::Result<()> {
    let folder = Folder::new("held")?;
    let path = folder.0.join("a");
    let said = |error: &io::Error| error.to_string().contains("another program is writing this file");
    let mut file = create_new(&path, b"head ")?;
    assert!(put(&path, "other").is_err_and(|error| said(&error)));
    assert!(check_place(&path).is_err_and(|error| said(&error)));
    file.write_all(b"more")?;
    drop(file);
    assert_eq!(fs::read_to_string(&path)?, "head more");
    // One that begins while another is written.
    let written = write(&path, |out| {
        assert!(open_to_add(&path).is_err_and(|error| said(&error)));
        put(&path, "by another")?;
        out.write_all(b"last")
    });
    written?;
    assert_eq!(fs::read_to_string(&path)?, "last");
    // One that appears where nothing was.
    fs::remove_file(&path)?;
    let mut added = None;
    let raced = write(&path, |out| {
        added = Some(create_new(&path, b"mine")?);
        out.write_all(b"theirs")
    });
    assert!(raced.is_err_and(|error| said(&error)));
    drop(added);
    assert_eq!((fs::read_to_string(&path)?.as_str(), folder.names()?), ("mine", vec!["a".to_owned()]));
    Ok(())
}

#[test]
fn drafts_of_killed_programs_are_removed() -> io::Result<()> {
    let folder = Folder::new("stale")?;
    let draft = |number: u32| folder.0.join(format!(".manyply-1-{number}.partial"));
    let old = std::time::SystemTime::now() - 2 * STALE;
    let make = |number: u32| -> io::Result<File> {
        let file = File::create(draft(number))?;
        file.set_modified(old)?;
        Ok(file)
    };
    let (used, _, young) = (make(0)?, make(1)?, make(2)?);
    used.lock()?;
    young.set_modified(std::time::SystemTime::now())?;
    for text in ["new", "replaced"] {
        put(&folder.0.join("a"), text)?;
    }
    assert_eq!(folder.names()?, [".manyply-1-0.partial", ".manyply-1-2.partial", "a"]);
    assert_eq!(fs::read_to_string(folder.0.join("a"))?, "replaced");
    Ok(())
}

#[test]
fn reading_has_a_bound() -> io::Result<()> {
    assert_eq!(read(&b"abc"[..], 3)?, b"abc");
    assert!(read(io::repeat(0), 3).is_err_and(|error| error.to_string().contains("expected 3 at most")));
    Ok(())
}
