//! The client for Python, whose own tests ask this program; `.ci/python` tests it as it is installed.

use super::{ROOT, has};
use std::process::Command;

#[test]
fn the_client_asks_this_program() {
    if !has("python3", &["-c", "import sys; assert sys.version_info >= (3, 9)"]) {
        return;
    }
    let mut tests = Command::new("python3");
    tests.args(["-B", "-W", "error", "-m", "unittest"]).current_dir(format!("{ROOT}/crates/python"));
    let output = tests.env("MANYPLY", env!("CARGO_BIN_EXE_manyply")).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
