//! The JSON that everything speaks: one object a line.
//!
//! Every object has a `type` and the `version` of the schema. Fields are only ever added within a version.

use manyply::harmless::HarmlessJson;
use serde::Serialize;

/// The version of the schema.
pub const VERSION: u32 = 1;

/// An object with the version of its schema.
#[derive(Serialize)]
pub struct Versioned<'a, T> {
    version: u32,
    #[serde(flatten)]
    object: &'a T,
}

impl<'a, T> Versioned<'a, T> {
    /// The object with the version.
    pub fn new(object: &'a T) -> Self {
        Self { version: VERSION, object }
    }
}

/// An object as a line, without the end of the line. Characters that steer terminals are escaped.
///
/// # Errors
/// `object` is none that JSON has.
pub fn line(object: &impl Serialize) -> serde_json::Result<String> {
    harmless(&Versioned::new(object))
}

/// The same without the version of the schema.
pub(crate) fn harmless(object: &impl Serialize) -> serde_json::Result<String> {
    let mut text = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut text, HarmlessJson);
    object.serialize(&mut serializer)?;
    // What was text is text.
    Ok(String::from_utf8(text).unwrap_or_default())
}
