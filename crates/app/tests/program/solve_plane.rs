//! `solve` and `play` on the unbounded board.

use super::prove_plane::NEAR;
use super::{absent, out, refused, run, run_with, success};

/// Two positions, far white stones beside them, and the same on a board; an index, and a bad one.
#[test]
fn a_certificate_of_the_plane_is_asked() {
    let folder = absent("prove-plane-tables");
    std::fs::create_dir(&folder).expect("a folder");
    let (file, index) = (format!("{folder}/gomoku-near.proof.txt"), format!("{folder}/gomoku-near.index"));
    std::fs::write(&file, NEAR).expect("written");
    let solve = |rules: &'static str, moves: &str| {
        let arguments = ["solve", "gomoku", "--rules", rules, "--moves", moves, "--tables", &folder, "--time", "40s"];
        run(&arguments)
    };
    for _ in 0..2 {
        let found = out(&solve("size=plane", "100,100 99,96 101,101 96,108"));
        assert!(found.contains("Black to move: win in") && found.contains("proved by a certificate"), "{found}");
        let best = found.lines().find_map(|line| line.strip_prefix("best: ")).expect("a move").to_owned();
        let far = out(&solve("size=plane", &format!("100,100 99,96 101,101 96,108 {best} 999999,-7")));
        assert!(far.contains("Black to move: win in"), "{far}");
        let reply = out(&solve("size=plane", &format!("100,100 99,96 101,101 96,108 {best}")));
        assert!(reply.contains("White to move: loss in"), "{reply}");
        assert!(out(&solve("size=plane", "0,0 1,0")).contains("Black to move: unknown"));
        assert!(out(&solve("size=19", "j10 i6 k11 f18")).contains("proved by a certificate"));
        success(&["verify", &file, "--index", &index]);
    }
    refused(&solve("size=plane", "0,0 1;0"), &["--moves", "move 2", "expected column and row"]);
    refused(&solve("size=plane", "0,0 1,0 0,0"), &["--moves", "move 3", "has a stone already"]);
    refused(&solve("size=plane,connect=4", ""), &["--rules", "expected connect=5"]);
    refused(&solve("size=plane,rule=standard", ""), &["--tables", "no certificate of the plane, standard"]);
    refused(&run(&["solve", "gomoku", "--rules", "size=plane", "--vcf"]), &["--rules size=plane", "expected --moves"]);
    std::fs::write(&index, b"[1,false,null,[]]").expect("written");
    refused(&solve("size=plane", ""), &["gomoku-near.index", "is the index of another certificate"]);
}

/// Black plays by a certificate against a person, on the plane and on a board that is larger than the engine's.
#[test]
fn a_certificate_of_the_plane_is_played() {
    let folder = absent("play-plane-tables");
    std::fs::create_dir(&folder).expect("a folder");
    std::fs::write(format!("{folder}/gomoku-near.proof.txt"), NEAR).expect("written");
    let play = |rules: &str, moves: &str, input: &str| {
        let arguments = ["play", "gomoku", "--rules", rules, "--moves", moves, "--tables", &folder];
        run_with(&arguments, input.as_bytes())
    };
    let input = "replies\n999999,-7\nundo\nmoves\n0;1\nbord\n100,100\n90,-400\n90,-401\n90,-402\n90,-399\n1,1\n";
    let said = out(&play("size=plane", "100,100 99,96 101,101 96,108", input));
    for expected in [
        "Black plays ",
        "wins in at most ",
        " replies: ",
        "> 100,100 99,96 101,101 96,108 ",
        "\"0;1\": expected column and row",
        "'board'?",
        "\"100,100\": has a stone already",
        "stones elsewhere: 90,-400",
        "\nBlack wins\n",
        "the game is over already",
    ] {
        assert!(said.contains(expected), "{expected:?} is missing: {said}");
    }
    let said = out(&play("size=60", "0,0 -1,-4 1,1 -4,8", "30,30\n-29,-29\n-30,0\n30,-29\n29,0\n"));
    assert!(
        said.contains("Black wins") && said.contains("expected column and row from the middle, -29 to 30"),
        "{said}"
    );
    refused(&play("size=plane", "0,0 5,5 9,9 8,8", ""), &["no certificate has this position"]);
    refused(&play("size=1000", "", ""), &["--rules", "at most 999"]);
    refused(&play("size=30", "1,1", ""), &["--moves", "expected 0,0"]);
    for other in [&["--clock", "1m+1s"][..], &["--level", "3"], &["--engine", "mcts"]] {
        let arguments = [&["play", "gomoku", "--rules", "size=plane"], other].concat();
        refused(&run(&arguments), &["expected --moves and --tables"]);
    }
    refused(&run(&["play", "gomoku", "--rules", "size=plane", "--side", "Black"]), &["--side", "expected White"]);
}
