//! What every command says in JSON is what the schema says.

use super::{json, out, run, run_with};
use manyply_arena::service::json::{SCHEMA, VERSION};
use serde_json::Value;

/// Says where `value` is not as `schema` wants it: of JSON Schema, what the file of this program uses.
fn check(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    const KNOWN: [&str; 13] = [
        "$ref",
        "additionalProperties",
        "const",
        "description",
        "enum",
        "items",
        "maximum",
        "minimum",
        "oneOf",
        "properties",
        "required",
        "title",
        "type",
    ];
    const TOP: [&str; 3] = ["$schema", "$id", "$defs"];
    let wrong = |what: &str| Err(format!("{value} is not {what} {schema}"));
    let object = schema.as_object().ok_or("a schema is an object")?;
    assert!(object.keys().all(|key| KNOWN.contains(&&**key) || TOP.contains(&&**key)), "{:?}", object.keys());
    if let Some(name) = schema["$ref"].as_str() {
        let definition = root.pointer(name.strip_prefix('#').unwrap_or_default()).ok_or(format!("no {name}"))?;
        check(value, definition, root)?;
    }
    if let Some(kinds) = object.get("type") {
        let is = |kind: &Value| match kind.as_str() {
            Some("object") => value.is_object(),
            Some("array") => value.is_array(),
            Some("string") => value.is_string(),
            Some("boolean") => value.is_boolean(),
            Some("null") => value.is_null(),
            Some("integer") => value.is_i64() || value.is_u64(),
            Some("number") => value.is_number(),
            _ => panic!("no type {kind}"),
        };
        if !kinds.as_array().map_or_else(|| is(kinds), |kinds| kinds.iter().any(is)) {
            return wrong("of the type of");
        }
    }
    if object.get("const").is_some_and(|only| only != value) {
        return wrong("the constant of");
    }
    if object.get("enum").is_some_and(|all| !all.as_array().is_some_and(|all| all.contains(value))) {
        return wrong("one of");
    }
    if let (Some(least), Some(number)) = (schema["minimum"].as_f64(), value.as_f64())
        && number < least
    {
        return wrong("at least the minimum of");
    }
    if let (Some(most), Some(number)) = (schema["maximum"].as_f64(), value.as_f64())
        && number > most
    {
        return wrong("at most the maximum of");
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let failures: Vec<String> = choices.iter().filter_map(|choice| check(value, choice, root).err()).collect();
        if choices.len() - failures.len() != 1 {
            return Err(format!("{value} is {} of the choices: {failures:#?}", choices.len() - failures.len()));
        }
    }
    let fields = value.as_object().into_iter().flatten();
    for (name, field) in fields {
        match schema["properties"].get(name) {
            Some(expected) => check(field, expected, root).map_err(|problem| format!("{name}: {problem}"))?,
            None if schema["additionalProperties"] == false => return wrong("without other fields than"),
            None => {}
        }
    }
    let required = schema["required"].as_array().into_iter().flatten();
    for name in required.filter_map(Value::as_str) {
        value.get(name).ok_or_else(|| format!("{value} has no {name}"))?;
    }
    if let (Some(items), Some(expected)) = (value.as_array(), object.get("items")) {
        items.iter().try_for_each(|item| check(item, expected, root))?;
    }
    Ok(())
}

fn schema() -> Value {
    serde_json::from_str(SCHEMA).expect("the schema is JSON")
}

/// Checks lines by the definition of their type, so that a message is about that alone.
pub(super) fn validate(lines: &[Value]) {
    let schema = schema();
    assert!(!lines.is_empty());
    for line in lines {
        assert_eq!(line["version"], VERSION, "{line}");
        let kind = line["type"].as_str().unwrap_or_else(|| panic!("no type: {line}"));
        let definition = schema["$defs"].get(kind).unwrap_or_else(|| panic!("no type {kind}: {line}"));
        check(line, definition, &schema).unwrap_or_else(|problem| panic!("{problem}"));
    }
}

#[test]
fn every_type_is_in_the_schema_once() {
    let schema = schema();
    let all = schema["oneOf"].as_array().expect("types");
    for choice in all {
        let name = choice["$ref"].as_str().and_then(|name| name.strip_prefix("#/$defs/")).expect("a definition");
        assert_eq!(schema["$defs"][name]["properties"]["type"]["const"], name);
    }
    let error = serde_json::json!({"version": 1, "type": "error", "id": null, "field": null, "error": "x"});
    assert_eq!(check(&error, &schema, &schema), Ok(()));
    for (field, value) in [("type", "terror".into()), ("id", 0.5.into()), ("version", 2.into()), ("error", Value::Null)]
    {
        let mut wrong = error.clone();
        wrong[field] = value;
        assert!(check(&wrong, &schema, &schema).is_err(), "{wrong}");
    }
}

#[test]
fn the_program_prints_its_schema() {
    assert_eq!(super::success(&["schema"]), SCHEMA);
}

#[test]
fn every_command_says_what_the_schema_says() {
    const CHECKMATE: &str = "k4/2Q2/1K3/5/5/5 b - - 0 1";
    let suite = super::scratch("schema-suite", "kqbnr/ppppp/5/5/PPPPP/RNBQK w - - 0 1 ;D1 7 ;D2 48\n");
    let games = super::scratch("schema-games", "");
    std::fs::remove_file(&games).expect("a file");
    let commands: &[&[&str]] = &[
        &["analyze", "minichess", "--depth", "3", "--multipv", "2", "--json"],
        &["analyze", "threechess", "--depth", "2", "--model", "maxn", "--json"],
        &["analyze", "hexnim", "--depth", "2", "--json", "--random", "7"],
        &["analyze", "minichess", "--json", "--position", "k4/5/5/5/5/4K w - - 0 51"],
        &["eval", "hop", "--json"],
        &["show", "gomoku", "--json"],
        &["show", "minichess", "--json", "--position", "k4/5/5/5/5/4K w - - 0 51"],
        &["solve", "minichess", "--position", CHECKMATE, "--hash", "1", "--json"],
        &["solve", "minichess", "--position", CHECKMATE, "--hash", "1", "--shard", "1/2"],
        &["prove", "gomoku", "--moves", "h8 h1 g8 a15 i9 o1", "--json"],
        &["prove", "gomoku", "--moves", "h8 g8", "--time", "10ms", "--json"],
        &["verify", concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/gomoku-proof-standard.txt"), "--json"],
        &["perft", "minichess", "3", "--divide", "--json"],
        &["perft", "minichess", "2", "--shard", "2/2"],
        &["tables", "hop", "--json"],
        &["games", "--json"],
        &["bench", "hop", "--growth", "--time", "50ms", "--json"],
        &["match", "minichess", "--a", "random", "--b", "random", "--games", "2", "--json", "--out", &games],
        &["show", "--game", &format!("{games}:1"), "--json"],
        &["tournament", "minichess", "--agent", "random", "--agent", "random", "--openings", "1", "--json"],
    ];
    for command in commands {
        validate(&json(command));
    }
    let failed = run(&["perft", "minichess", "--suite", &suite, "--json"]);
    let lines: Vec<Value> = out(&failed).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), failed.status.code()), (3, Some(1)));
    validate(&lines);
    let queries = b"{\"id\":\"a\",\"game\":\"threechess\",\"depth\":2,\"reportEvery\":1e-6}\n\
        {\"id\":\"b\",\"action\":\"eval\"}\n\
        {\"id\":\"c\",\"action\":\"show\",\"game\":\"hop\"}\n{\"id\":\"d\",\"action\":\"eval\",\"game\":\"hop\"}\n\
        {\"id\":\"e\",\"action\":\"query_version\"}\n{\"id\":\"f\",\"action\":\"terminate_all\"}\nnonsense\n";
    let answered = out(&run_with(&["query", "--hash", "1"], queries));
    let lines: Vec<Value> = answered.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines.len() >= 7, "{answered}");
    validate(&lines);
}
