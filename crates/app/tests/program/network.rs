//! Networks as files: from games to a network that plays, and what is no such network.

use super::schema::validate;
use super::{absent, json, out, refused, run, run_with, scratch, success};

/// The network in the program, as a file.
fn own(game: &str) -> String {
    format!("{}/../../src/games/{game}/network.bin", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_network_is_trained_and_plays() {
    let (data, network) = (absent("network-games.bin"), scratch("network-trained.bin", ""));
    success(&["selfplay", "minichess", "--games", "80", "--nodes", "60", "--out", &data]);
    // From so few games in an epoch nothing is learned, and the program says so.
    json(&["train", "minichess", "--data", &data, "--epochs", "1", "--out", &network, "--json"]);

    let info = json(&["network", "info", &network, "--json"]);
    validate(&info);
    assert_eq!(
        (&info[0]["game"], &info[0]["features"], &info[0]["hidden"]),
        (&"minichess".into(), &360.into(), &128.into())
    );
    assert_eq!((&info[0]["own"], &info[0]["problem"]), (&false.into(), &serde_json::Value::Null));
    let in_program = json(&["network", "info", "minichess", "--json"]);
    validate(&in_program);
    assert_eq!(in_program.len(), 2, "one for games with a limit on plies, one for those without");
    for (info, rules) in in_program.iter().zip(["", "plies=none"]) {
        let expected = (&true.into(), &serde_json::Value::Null, &rules.into());
        assert_eq!((&info["own"], &info["file"], &info["rules"]), expected);
    }
    assert_ne!(info[0]["checksum"], in_program[0]["checksum"]);
    assert!(success(&["network", "info", &own("minichess")]).contains("the one in the program"));

    let compared = json(&["network", "compare", "minichess", &network, "--positions", "50", "--json"]);
    validate(&compared);
    assert!(compared[0]["mean_absolute_difference"].as_f64() > Some(0.0), "{compared:?}");
    let same = json(&["network", "compare", &network, &network, "--data", &data, "--positions", "50", "--json"]);
    assert_eq!((&same[0]["largest_difference"], &same[0]["same_sign"]), (&0.into(), &1.0.into()));

    let svg = absent("reliability.svg");
    let judged = ["eval", "minichess", "--compare", "own", &network, "--data", &data, "--phases", "3"];
    let lines = json(&[&judged[..], &["--json", "--svg", &svg]].concat());
    validate(&lines);
    let (whole, phases) = lines.split_last().expect("lines");
    let count = |line: &serde_json::Value| line["positions"].as_u64().expect("a number");
    assert_eq!((phases.len(), phases.iter().map(count).sum::<u64>()), (3, count(whole)));
    let picture = std::fs::read_to_string(&svg).expect("a picture");
    assert!(picture.starts_with("<svg") && picture.matches("<polyline").count() == 8, "{picture}");
    assert!(success(&judged).contains("log loss"));
    let scores = ["eval", "minichess", "--compare", "score", "score", "--data", &data, "--by", "plies", "--quiet"];
    let scores = json(&[&scores[..], &["--json"]].concat());
    assert_eq!((&scores[0]["difference"], &scores[0]["by"]), (&0.0.into(), &"plies".into()));

    let a = format!("engine:nodes=50,network={network}");
    let played = json(&["match", "minichess", "--a", &a, "--b", "engine:nodes=50", "--games", "2", "--json"]);
    validate(&played);
    let all = ["match", "minichess", "--network", &network, "--a", "engine:nodes=20", "--b", "random", "--games", "1"];
    assert!(success(&all).contains(&format!("engine:nodes=20,network={network}")));

    // Whoever evaluates with it says something else than with the network in the program; with a copy of that, the
    // same.
    let copy = own("minichess");
    let commands: [&[&str]; 3] = [
        &["eval", "minichess", "--moves", "c2c3 c5c4"],
        &["annotate", "minichess", "--moves", "c2c3 c5c4", "--nodes", "300"],
        &["book", "make", "minichess", "--plies", "1", "--nodes", "200", "--out", "/dev/stdout"],
    ];
    for command in commands {
        let by = |file: &str| success(&[command, &["--network", file]].concat());
        assert_eq!(by(&copy), success(command), "{command:?}");
        assert_ne!(by(&network), success(command), "{command:?}");
    }
    // So does an engine behind a protocol, until it is told otherwise.
    let score = |options: &str| {
        let said = out(&run_with(&["ugi", "minichess"], format!("ugi\n{options}go depth 1\n").as_bytes()));
        assert!(said.contains("option name Network type string default <empty>"), "{said}");
        let score = said.split_once(" score ").and_then(|(_, rest)| rest.split_once(" nodes "));
        score.unwrap_or_else(|| panic!("{said}")).0.to_owned()
    };
    let option = format!("setoption name Network value {network}\n");
    assert_ne!(score(&option), score(""));
    assert_eq!(score(&format!("{option}setoption name Network value\n")), score(""));
    let query = b"{\"id\":\"a\",\"game\":\"minichess\",\"action\":\"eval\",\"moves\":[\"c2c3\"]}\n";
    let answer = |network: &str| out(&run_with(&["query", "--hash", "1", "--network", network], query));
    assert_ne!(answer(&network), answer(&copy));
    assert!(answer(&copy).contains("\"evaluation\""), "{}", answer(&copy));

    let table = absent("network-table");
    success(&["analyze", "minichess", "--depth", "2", "--hash", "1", "--hash-save", &table, "--network", &network]);
    refused(&run(&["analyze", "minichess", "--depth", "2", "--hash-load", &table]), &["--hash-load", "network="]);
    success(&["analyze", "minichess", "--depth", "2", "--hash-load", &table, "--network", &network]);

    let more = ["selfplay", "minichess", "--games", "41", "--nodes", "60", "--out", &data, "--network", &network];
    refused(&run(&more), &["--out", "another run", "network="]);
}

/// Agents judge positions as static evaluations do: the engine, alone and behind a protocol, and brains of gomoku.
#[test]
fn agents_are_compared_with_evaluations() {
    let compared = |game: &str, [a, b]: [&str; 2]| {
        let data = absent(&format!("agents-{game}.bin"));
        success(&["selfplay", game, "--games", "3", "--nodes", "20", "--unbalanced", "5000", "--out", &data]);
        let lines = json(&["eval", game, "--compare", a, b, "--data", &data, "--phases", "1", "--json"]);
        validate(&lines);
        lines.into_iter().last().expect("a line")
    };
    let program = env!("CARGO_BIN_EXE_manyply");
    let behind = format!("ugi:{program} ugi hop;nodes=300");
    let same = compared("hop", ["engine:nodes=300", &behind]);
    assert!(same["positions"].as_u64() > Some(20), "{same}");
    // Alone it may know the move of a search before.
    assert!(same["difference"].as_f64().is_some_and(|difference| difference.abs() < 0.1), "{same}");
    assert_eq!(same["names"][1], behind);
    assert_ne!(compared("hop", ["own", "engine:nodes=300"])["difference"], 0.0);
    let brain = compared("gomoku", ["own", &format!("gomocup:{program} gomocup;time=100ms")]);
    assert!(brain["positions"].as_u64() > Some(0), "{brain}");

    let data = absent("agents-refused.bin");
    success(&["selfplay", "hop", "--games", "1", "--nodes", "9", "--unbalanced", "5000", "--out", &data]);
    for (agent, words) in [
        ("random:seed=1", ["no position", "scores that are not proven"]),
        ("engine:nodes=x", ["nodes", "x"]),
        ("wish:away", ["hop has no agent", "expected engine"]),
        ("ugi:no/such/program", ["no/such/program", "No such file"]),
        ("ugi:true", ["ugi:true", "ended"]),
    ] {
        refused(
            &run(&["eval", "hop", "--compare", "own", agent, "--data", &data]),
            &[&words[..], &["--compare"]].concat(),
        );
    }
}

#[test]
fn what_is_no_network_is_refused() {
    let (minichess, hop) = (own("minichess"), own("hop"));
    let whole = std::fs::read(&minichess).expect("a network");
    let broken = |name: &str, bytes: &[u8]| {
        let path = scratch(name, "");
        std::fs::write(&path, bytes).expect("a file");
        path
    };
    let short = broken("network-short.bin", &whole[..whole.len() - 7]);
    let mut damaged = whole.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    let damaged = broken("network-damaged.bin", &damaged);
    let headless = broken("network-headless.bin", &whole[whole.len() - 92_930..]);
    let newer = broken("network-newer.bin", b"manyply network 2\n");
    for (file, words) in [
        (&hop, ["\"hop\"", "expected one of minichess"]),
        (&short, ["truncated", "expected 92930"]),
        (&damaged, ["damaged", "checksum"]),
        (&headless, ["not a network", "manyply network 1"]),
        (&newer, ["version \"2\"", "expected 1"]),
        (&"absent.bin".to_owned(), ["absent.bin", "No such file"]),
    ] {
        refused(
            &run(&["analyze", "minichess", "--depth", "1", "--network", file]),
            &[&words[..], &["--network"]].concat(),
        );
        let agent = format!("engine:nodes=9,network={file}");
        refused(&run(&["match", "minichess", "--a", &agent, "--b", "random"]), &[&words[..], &["--a"]].concat());
        let session = format!("setoption name Network value {file}\n");
        let said = out(&run_with(&["ubgi"], session.as_bytes()));
        assert!(said.contains("error: option Network") && said.contains(words[1]), "{said}");
    }
    for file in [&short, &damaged, &headless, &newer] {
        refused(&run(&["network", "info", file]), &[file]);
    }
    refused(&run(&["eval", "gomoku", "--network", &hop]), &["--network", "gomoku has no network"]);
    refused(&run(&["network", "info", "gomoku"]), &["gomoku has no network", "minichess, threechess, hop"]);
    refused(&run(&["network", "compare", "hop", &minichess]), &["minichess", "hop", "two of one game"]);
    refused(&run(&["query", "--network", &hop, "--network", &hop]), &["--network", "at most one of each game"]);
    refused(&run(&["bench", "--network", &hop]), &["--network", "expected GAME"]);
    let data = absent("network-refused.bin");
    success(&["selfplay", "hop", "--games", "1", "--nodes", "9", "--out", &data]);
    refused(
        &run(&["eval", "minichess", "--compare", "own", "score", "--data", &data]),
        &["--data", "hop", "minichess"],
    );
    refused(
        &run(&["eval", "hop", "--compare", "own", &minichess, "--data", &data]),
        &["--compare", "expected one of hop"],
    );
    refused(&run(&["eval", "hop", "--compare", "own", "score"]), &["--data"]);
    let comma = broken("network,comma.bin", &whole);
    let both = ["match", "minichess", "--a", "engine", "--b", "random", "--network"];
    refused(&run(&[&both[..], &[&comma]].concat()), &["--network", "commas"]);
}
