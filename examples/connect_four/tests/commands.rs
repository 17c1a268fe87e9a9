//! Every command of the program of a game of one's own does its work, and speaks of that game and that program.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Commands in an order in which later ones have the files of earlier ones, and a part of what each prints. Those of a
/// single other game are missing; `serve`, `ugi` and `help` have tests of their own.
const COMMANDS: [(&str, &str); 34] = [
    ("games connect4", "connect4: four stones in a row win"),
    ("show connect4 --moves d,d,e --svg board.svg", "O to move"),
    ("perft connect4 6 --shard 1/2 > 1.json", ""),
    ("perft connect4 6 --shard 2/2 > 2.json", ""),
    ("merge 1.json 2.json", "perft 6: 117649"),
    ("analyze connect4 --depth 6", "best move: d"),
    ("query < query.txt", "\"bestmove\":\"d\""),
    ("suite connect4 --file suite.epd --nodes 2000", "1 of 1 solved"),
    ("annotate connect4 --moves d,d,e,e,c --nodes 500", "O: "),
    ("bench connect4 --growth --json > growth.json", ""),
    ("bench connect4", "total"),
    ("plot growth.json --out growth.svg", ""),
    ("eval connect4 --moves d", "total"),
    ("solve connect4 --moves d,d,e,e", "X to move: win in 3 plies"),
    ("play connect4 --time 10ms < moves.txt", "X to move"),
    ("shell connect4 < shell.txt", "best move: "),
    ("match connect4 --a engine:nodes=500 --b random --games 2 --out games.txt", "a: 100.0 %"),
    ("tournament connect4 --agent engine:nodes=100 --agent random --openings 1", "engine:nodes=100"),
    ("convert games.txt games.pgn", "2 games written to games.pgn"),
    ("show --game games.pgn:2", "The game is over"),
    ("book make connect4 --plies 2 --width 2 --nodes 500 --out book.txt", "positions by analysis written to book.txt"),
    ("book show book.txt", "connect4: 3 positions\n├─ "),
    ("match connect4 --a engine:nodes=50,book=book.txt --b random --games 2", "a: "),
    ("selfplay connect4 --games 60 --nodes 60 --out data.bin", "60 in data.bin"),
    ("data stats data.bin", "60 games"),
    ("data filter data.bin --out more.bin", "of them different"),
    ("data show data.bin --number 3", "game 3: "),
    ("train connect4 --data data.bin --least-plies 0 --epochs 1 --out network.bin", "written to network.bin"),
    ("network info network.bin", "stones"),
    ("network compare network.bin network.bin", "mean absolute difference  0.00"),
    ("analyze connect4 --depth 4 --network network.bin --hash-save kept.table", "best move: "),
    ("completions bash", "_connect__four"),
    ("man analyze", "connect\\-four analyze"),
    ("schema", "\"analysis\""),
];

/// Runs a line, `<` and `>` as a shell has them, and commas in moves as spaces.
fn run(folder: &Path, line: &str) -> Output {
    let mut words = line.split_whitespace().peekable();
    let (mut command, mut files) = (Command::new(env!("CARGO_BIN_EXE_connect-four")), [None, None]);
    let mut is_moves = false;
    while let Some(word) = words.next() {
        match ["<", ">"].iter().position(|sign| *sign == word) {
            Some(which) => files[which] = words.next(),
            None if is_moves => drop(command.arg(word.replace(',', " "))),
            None => drop(command.arg(word)),
        }
        is_moves = word == "--moves";
    }
    let input = files[0].map(|name| std::fs::File::open(folder.join(name)).expect("a file"));
    let command = command.current_dir(folder).stdin(input.map_or_else(Stdio::null, Stdio::from));
    let output = command.output().expect("it runs");
    if let Some(name) = files[1] {
        std::fs::write(folder.join(name), &output.stdout).expect("a file");
    }
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("manyply-connect-four-{name}-{}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn every_command_works() {
    let folder = folder("commands");
    for (name, content) in [
        ("query.txt", "{\"id\":1,\"game\":\"connect4\",\"depth\":6}\n"),
        ("suite.epd", "7/7/7/7/3oo2/3xx2 bm c f; id \"open three\"\n"),
        ("moves.txt", "d\nquit\n"),
        ("shell.txt", "d\ngo depth 4\nquit\n"),
    ] {
        std::fs::write(folder.join(name), content).expect("a file");
    }
    for (line, part) in COMMANDS {
        let output = run(&folder, line);
        let said = text(&output.stdout);
        assert!(output.status.success() && said.contains(part), "{line}: {output:?}");
    }
    drop(std::fs::remove_dir_all(&folder));
}

/// No help and no mistake names a program or a game that is not there.
#[test]
fn the_program_speaks_of_itself() {
    let folder = folder("help");
    let whole = text(&run(&folder, "--help").stdout);
    let names = whole.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names: Vec<&str> =
        names.take_while(|line| !line.is_empty()).filter_map(|line| line.split("  ").nth(1)).collect();
    let names = names.into_iter().filter(|name| !name.trim().is_empty()).map(str::trim).collect::<Vec<_>>();
    assert!(names.len() > 25 && names.contains(&"analyze"), "{names:?}");
    assert!(whole.contains("Example: connect-four show connect4"), "{whole}");
    for name in names {
        let help = text(&run(&folder, &format!("{name} --help")).stdout);
        assert!(help.contains("Usage: connect-four") && !help.contains("manyply "), "{help}");
        for line in help.lines().filter(|line| line.trim().starts_with("connect-four ")) {
            let others = ["minichess", "threechess", "hop", "gomoku", "hexnim"];
            assert!(!others.iter().any(|game| line.split(' ').any(|word| word == *game)), "{name}: {line}");
        }
    }
    for command in ["prove gomoku", "verify x.proof", "ubgi", "gomocup", "minichess-file a b"] {
        let refused = run(&folder, command);
        let said = text(&refused.stderr);
        assert!(refused.status.code() == Some(2) && said.contains("there are connect4"), "{command}: {said}");
    }
    std::fs::write(folder.join("foreign"), "x").expect("a file");
    for (line, part) in [
        ("tables connect4", "connect4 has no endgame tables"),
        ("tune connect4 --games 10", "has no weights to fit; expected a game that has some"),
        ("analyse connect4", "did you mean 'connect-four analyze connect4'?"),
        ("analyze connect4 --nods 5", "connect-four analyze"),
        // The first word of the files of all programs.
        ("data stats foreign", "begins with \"manyply data 2\""),
    ] {
        let refused = run(&folder, line);
        let said = text(&refused.stderr);
        assert!(!refused.status.success() && said.contains(part) && !said.contains("'manyply "), "{line}: {said}");
    }
    drop(std::fs::remove_dir_all(&folder));
}
