//! What every command says in JSON is what the schema says.

use super::{out, run, run_with};
use manyply_arena::service::json::VERSION;
use serde_json::{Value, json};

const SCHEMA: &str = include_str!("../../src/cli/programs/schema.json");

/// Says where `value` is not as `schema` wants it: of JSON Schema, what the file of this program uses.
fn check(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    let Value::Object(keywords) = schema else {
        return if *schema == true { Ok(()) } else { Err(format!("{value} is too much")) };
    };
    let items = || value.as_array().into_iter().flatten();
    let fields = || value.as_object().into_iter().flatten();
    let prefix = || schema["prefixItems"].as_array().into_iter().flatten();
    let is_right = |(value, schema): (&Value, &Value)| check(value, schema, root);
    for (keyword, wanted) in keywords {
        let listed = || wanted.as_array().into_iter().flatten();
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
        let holds = match &**keyword {
            "$ref" => {
                let name = wanted.as_str().and_then(|name| name.strip_prefix('#')).expect("a name");
                check(value, root.pointer(name).ok_or(format!("no {name}"))?, root)?;
                true
            }
            "type" => wanted.as_array().map_or_else(|| is(wanted), |kinds| kinds.iter().any(is)),
            "const" => value == wanted,
            "enum" => listed().any(|one| one == value),
            "minimum" => value.as_f64().is_none_or(|number| Some(number) >= wanted.as_f64()),
            "maximum" => value.as_f64().is_none_or(|number| Some(number) <= wanted.as_f64()),
            "minItems" => value.as_array().is_none_or(|items| Some(items.len() as u64) >= wanted.as_u64()),
            "maxItems" => value.as_array().is_none_or(|items| Some(items.len() as u64) <= wanted.as_u64()),
            "oneOf" => listed().filter(|one| check(value, one, root).is_ok()).count() == 1,
            "required" => listed().filter_map(Value::as_str).all(|name| value.get(name).is_some()),
            "properties" => {
                let known = fields().filter_map(|(name, field)| Some((name, field, wanted.get(name)?)));
                for (name, field, expected) in known {
                    check(field, expected, root).map_err(|problem| format!("{name}: {problem}"))?;
                }
                true
            }
            "additionalProperties" => {
                let others = fields().filter(|(name, _)| schema["properties"].get(name).is_none());
                others.map(|(_, field)| (field, wanted)).try_for_each(is_right).map(|()| true)?
            }
            "prefixItems" => items().zip(prefix()).try_for_each(is_right).map(|()| true)?,
            "items" => {
                let others = items().skip(prefix().count());
                others.map(|item| (item, wanted)).try_for_each(is_right).map(|()| true)?
            }
            "$schema" | "$id" | "$defs" | "title" | "description" => true,
            _ => panic!("{keyword} is not checked"),
        };
        if !holds {
            return Err(format!("{value} is not as {keyword} of {schema} wants it"));
        }
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
    let lines = schema["$defs"].as_object().expect("definitions").values();
    assert_eq!(lines.filter(|line| line["properties"]["type"].is_object()).count(), all.len());
    let error = json!({"version": 1, "type": "error", "id": null, "field": null, "error": "x"});
    assert_eq!(check(&error, &schema, &schema), Ok(()));
    for (field, value) in [("type", "terror".into()), ("id", 0.5.into()), ("version", 2.into()), ("error", Value::Null)]
    {
        let mut wrong = error.clone();
        wrong[field] = value;
        assert!(check(&wrong, &schema, &schema).is_err(), "{wrong}");
    }
}

#[test]
fn what_is_not_as_a_schema_wants_it_is_seen() {
    let pair = json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "number"}, "minItems": 2,
        "maxItems": 3});
    let map = json!({"properties": {"a": {"const": 1}}, "required": ["a"], "additionalProperties": {"type": "null"}});
    let cases = [
        (
            json!({"type": ["integer", "null"], "minimum": 0, "maximum": 9}),
            json!(9),
            [json!(-1), json!(10), json!(0.5)],
        ),
        (json!({"oneOf": [{"enum": [1, 2]}, {"enum": [2, 3]}]}), json!(3), [json!(0), json!(2), json!("1")]),
        (pair, json!(["a", 1, 2.5]), [json!(["a"]), json!([1, 1]), json!(["a", "b"])]),
        (map, json!({"a": 1, "b": null}), [json!({"b": null}), json!({"a": 2}), json!({"a": 1, "b": 2})]),
        (json!({"additionalProperties": false}), json!({}), [json!({"a": 1}), json!({"a": null}), json!({"": 0})]),
    ];
    for (schema, right, wrong) in cases {
        assert_eq!(check(&right, &schema, &schema), Ok(()));
        wrong.iter().for_each(|wrong| assert!(check(wrong, &schema, &schema).is_err(), "{wrong}: {schema}"));
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
        validate(&super::json(command));
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
