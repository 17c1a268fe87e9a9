//! The schema of JSON is what the types of its lines say. With MANYPLY_BLESS=1 the file is written anew.

use crate::cli::analysis::{batch, eval_compare_svg, query, suite};
use crate::cli::arena::{contest, match_, tournament};
use crate::cli::boards::games;
use crate::cli::measuring::{ablate, bench, growth};
use crate::cli::solving::{perft, perft_against, perft_suite, prove_jobs, solve_shard, tables, verify, verify_plane};
use crate::cli::training::{EpochLine, data, network, selfplay, train, tune, tune_search};
use manyply_arena::service::QueryError;
use manyply_arena::service::annotation::{Annotated, Annotation};
use manyply_arena::service::json::VERSION;
use manyply_arena::service::report::{Analysis, Evaluation, Heartbeat, Iteration, Position, Solved, Walked};
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Value, json};

/// What the fields of these names mean where their types say nothing else.
const WORDS: &[(&str, &str)] = &[
    ("depth", "The depth of the search, in plies."),
    ("draws", "Games neither won nor lost."),
    ("game", "The game's name."),
    ("hashfull", "How full the table is, in thousandths."),
    ("longest_plies", "The longest line, in plies."),
    ("losses", "Games lost."),
    ("nodes", "Positions looked at, by all threads."),
    ("nps", "Nodes per second."),
    ("out", "The file that was written."),
    ("position", "The position in the game's notation."),
    ("positions", "The number of positions."),
    ("pv", "The line of best play (principal variation)."),
    ("refused", "What is wrong, and where."),
    ("rules", "The rules, all of them."),
    ("seconds", "Wall time, in seconds."),
    ("seldepth", "The greatest depth that a line reached, in plies."),
    ("wins", "Games won."),
];

/// The least that the fields of these names can be.
const LEAST: &[(&str, u64)] = &[("chance", 0), ("multipv", 1), ("number", 1), ("seconds", 0)];

/// The schema of all lines, in the order of the page about them.
fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings.with_transform(RecursiveTransform(finish)).into_generator();
    macro_rules! all {
        ($($line:ty,)*) => { vec![$(generator.subschema_for::<$line>()),*] };
    }
    let lines = all![
        QueryError,
        query::Terminated<'_>,
        query::Program<'_>,
        Analysis,
        Heartbeat,
        Annotation,
        Annotated,
        suite::Problem,
        suite::Solved,
        batch::Head,
        Iteration<'_>,
        Position,
        Evaluation,
        Solved,
        Walked,
        solve_shard::MoveLine,
        solve_shard::PartLine,
        perft_against::Comparison,
        perft::BranchLine,
        perft::CountLine<'_>,
        perft_suite::CheckLine<'_>,
        perft_suite::SummaryLine,
        bench::Line,
        bench::Comparison,
        bench::Total,
        ablate::Line,
        growth::Line,
        tables::Line<'_>,
        tables::InfoLine<'_>,
        games::Description,
        contest::GameLine,
        match_::Result_<'_>,
        tournament::Table<'_>,
        EpochLine,
        tune::ResultLine<'_>,
        train::ResultLine<'_>,
        network::InfoLine<'_>,
        network::CompareLine<'_>,
        eval_compare_svg::Line<'_>,
        selfplay::ResultLine<'_>,
        data::DataLine<'_>,
        data::GameLine<'_>,
        tune_search::Line<'_>,
        prove_jobs::Progress,
        prove_jobs::Split<'_>,
        prove_jobs::Outcome,
        verify::Answer,
        verify_plane::Answer,
    ];
    let mut definitions = generator.take_definitions(true);
    for line in &lines {
        let name = line.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/"));
        let definition = name.and_then(|name| definitions.get_mut(name)).expect("a line has a name");
        // What serde's tag adds, and what all lines have.
        definition["properties"]["type"] = json!({"const": name});
        definition["properties"]["version"] = json!({"const": VERSION});
        definition["required"].as_array_mut().expect("fields").insert(0, "type".into());
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": format!("manyply/{VERSION}"),
        "title": format!("What manyply says in JSON, version {VERSION}"),
        "description": "Every line of JSON on standard output is one of these objects. Fields may be added within a \
            version; none is removed or changes its meaning.",
        "oneOf": lines,
        "$defs": definitions,
    })
}

/// Leaves out what only Rust knows, and says what all types have in common.
fn finish(schema: &mut Schema) {
    schema.remove("format");
    // One null, or one kind of name: never several at once.
    if let Some(choices) = schema.remove("anyOf") {
        schema.insert("oneOf".into(), choices);
    }
    // The first paragraph, on one line.
    if let Some(text) = schema.get("description").and_then(Value::as_str) {
        let first = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
        schema.insert("description".into(), first.into());
    }
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| required.as_array().is_some_and(|names| names.iter().any(|one| one == name));
    for (name, field) in schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        // Null is what some fields are that are always there: the others lack.
        if !is_required(name) {
            never_null(field);
        }
        let said = |words: &(&str, &str)| words.0 == name;
        if let (Value::Null, Some((_, meaning))) = (&field["description"], WORDS.iter().find(|words| said(words))) {
            field["description"] = (*meaning).into();
        }
        let number = ["integer", "number"].iter().any(|kind| field["type"].to_string().contains(kind));
        if let (true, Some((_, least))) = (number, LEAST.iter().find(|least| least.0 == name)) {
            field["minimum"] = (*least).into();
        }
    }
}

/// Takes null out of what a field can be.
fn never_null(field: &mut Value) {
    for list in ["type", "enum", "anyOf"] {
        let Some(choices) = field[list].as_array_mut() else { continue };
        choices.retain(|choice| *choice != json!(null) && *choice != json!("null") && choice["type"] != "null");
        if let [one] = &mut choices[..] {
            let (one, description) = (one.take(), field["description"].take());
            match list {
                "type" => field["type"] = one,
                _ => *field = one,
            }
            if !description.is_null() {
                field["description"] = description;
            }
        }
    }
    // An index makes what is not there.
    if let Some(field) = field.as_object_mut() {
        field.retain(|_, value| !value.is_null());
    }
}

/// A schema as text, with one field a line.
fn written(value: &Value, depth: usize) -> String {
    let field = |(name, value): (&String, &Value)| format!("{}: {}", json!(name), written(value, depth + 1));
    let (open, parts, close) = match value {
        Value::Object(fields) if depth < 4 => ('{', fields.iter().map(field).collect::<Vec<_>>(), '}'),
        Value::Array(items) if depth == 1 => ('[', items.iter().map(Value::to_string).collect(), ']'),
        _ => return value.to_string(),
    };
    let indent = "  ".repeat(depth);
    format!("{open}\n{indent}  {}\n{indent}{close}", parts.join(&format!(",\n{indent}  ")))
}

#[test]
fn the_schema_is_what_the_types_say() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/cli/programs/schema.json");
    let derived = written(&schema(), 0) + "\n";
    if std::env::var_os("MANYPLY_BLESS").is_some() {
        std::fs::write(path, &derived).expect("a file that can be written");
    }
    let file = std::fs::read_to_string(path).expect("a schema");
    let place = derived.lines().zip(file.lines()).position(|(derived, file)| derived != file);
    assert!(derived == file, "line {:?}: run with MANYPLY_BLESS=1, then docs/regenerate", place.map(|line| line + 1));
}

#[test]
fn every_field_has_a_meaning() {
    fn check(schema: &Value, path: &str) {
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let path = format!("{path}.{name}");
            assert!(name == "type" || name == "version" || field["description"].is_string(), "{path} says nothing");
            check(field.get("items").unwrap_or(field), &path);
        }
    }
    let schema = schema();
    schema["$defs"].as_object().into_iter().flatten().for_each(|(name, definition)| check(definition, name));
    // Links of the documentation in the source lead nowhere.
    assert!(!schema.to_string().contains("[`"), "{schema}");
}
