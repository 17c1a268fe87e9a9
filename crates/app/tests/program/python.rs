//! The client for Python, whose own tests ask this program; `.ci/python` tests it as it is installed.

use super::ROOT;
use std::process::Command;

#[test]
fn the_client_asks_this_program() {
    let is_there = Command::new("python3").args(["-c", "import sys; assert sys.version_info >= (3, 9)"]).output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        return;
    }
    let mut tests = Command::new("python3");
    tests.args(["-B", "-W", "error", "-m", "unittest"]).current_dir(format!("{ROOT}/crates/python"));
    let output = tests.env("MANYPLY", env!("CARGO_BIN_EXE_manyply")).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
