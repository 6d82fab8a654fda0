//! The JSON Schema of a config, for editors.

use serde_json::{Map, Value, json};

use super::{COLORS, OWN, SEGMENTS, SETTINGS, Setting, SettingKind, workflow};
use crate::line::Hue;

/// Returns the schema, made from the table of settings.
pub fn schema() -> Value {
    let mut root = table();
    for setting in SETTINGS {
        let (group, name) = setting.name.split_once('.').map_or((None, setting.name), |(g, n)| (Some(g), n));
        let mut properties = Some(&mut root);
        if let Some(group) = group {
            properties = entry(properties, group, table);
        }
        entry(properties, name, || described(setting));
    }
    for segment in SEGMENTS {
        entry(entry(Some(&mut root), "colors", table), segment, || described(&COLORS));
    }
    let mut own = table();
    for setting in OWN {
        let key = setting.name.rsplit('.').next().unwrap_or_default();
        entry(Some(&mut own), key, || described(setting));
    }
    entry(Some(&mut root), "segment", || json!({"type": "object", "additionalProperties": own}));
    entry(Some(&mut root), "workflow", workflows);
    let head = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "stateline config",
        "description": "config.toml in $XDG_CONFIG_HOME/stateline, and a project's .stateline.toml",
    });
    let mut all = head.as_object().cloned().unwrap_or_default();
    all.extend(root.as_object().cloned().unwrap_or_default());
    Value::Object(all)
}

/// Returns the schema of a table without settings.
fn table() -> Value {
    json!({"type": "object", "additionalProperties": false, "properties": {}})
}

/// Returns a property of a table, which is added if it is not there.
fn entry<'t>(table: Option<&'t mut Value>, name: &str, new: impl FnOnce() -> Value) -> Option<&'t mut Value> {
    let properties: &mut Map<String, Value> = table?.get_mut("properties")?.as_object_mut()?;
    Some(properties.entry(name).or_insert_with(new))
}

fn described(setting: &Setting) -> Value {
    let mut schema = setting_schema(setting.kind);
    if let Some(fields) = schema.as_object_mut() {
        fields.insert("description".to_owned(), json!(setting.about));
        let default = serde_json::from_str(setting.default).ok();
        fields.extend(default.map(|default| ("default".to_owned(), default)));
    }
    schema
}

/// Returns the schema of a kind of value.
fn setting_schema(kind: SettingKind) -> Value {
    let list = |words: Vec<&'static str>| json!({"anyOf": [{"type": "array", "items": {"enum": words}}, {"enum": words}]});
    match kind {
        SettingKind::Switch => json!({"type": "boolean"}),
        SettingKind::Number(least, most) => json!({"type": "number", "minimum": least, "maximum": most}),
        SettingKind::Word(words) => json!({"enum": words()}),
        SettingKind::Words(words) => list(words()),
        SettingKind::Segments => json!({"anyOf": [segments(), segment()]}),
        SettingKind::Rows => json!({"type": "array", "items": segments()}),
        SettingKind::Command => json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
        SettingKind::Format => json!({"type": "string", "pattern": "\\{text\\}"}),
        SettingKind::Glyph => json!({"type": "string", "minLength": 1, "maxLength": 1}),
        SettingKind::Text(most) => json!({"type": "string", "maxLength": most}),
        SettingKind::Span => json!({"type": "string", "pattern": "^(never|[0-9]+[smhdw])$"}),
        SettingKind::Style => json!({"type": "string", "pattern": style_pattern()}),
    }
}

/// Returns the schema of the workflows that the user declares.
fn workflows() -> Value {
    let mut workflow = table();
    for key in workflow::KEYS {
        let schema = match key {
            "alert" | "complete" => json!({"type": "array", "items": {"type": "string"}}),
            _ => json!({"type": "string"}),
        };
        entry(Some(&mut workflow), key, || schema);
    }
    if let Some(fields) = workflow.as_object_mut() {
        fields.insert("required".to_owned(), json!(["id", "file"]));
    }
    json!({
        "type": "array",
        "description": "workflows of your own: a file and the paths of its fields; not in a project's .stateline.toml",
        "items": workflow,
    })
}

/// Returns the schema of a list of segments.
fn segments() -> Value {
    json!({"type": "array", "items": segment()})
}

/// Returns the schema of a segment's name: one of ours, for an editor to offer, or one that the user made.
fn segment() -> Value {
    json!({"anyOf": [{"enum": SEGMENTS}, {"type": "string"}]})
}

/// Returns the pattern of a colour with attributes.
fn style_pattern() -> String {
    let colors: Vec<&str> = Hue::names().collect();
    let word = format!(
        "(bold|dim|underline|reverse|plain|(bright-)?({})|[0-9]|[1-9][0-9]|1[0-9]{{2}}|2[0-4][0-9]|25[0-5]|#[0-9A-Fa-f]{{6}})",
        colors.join("|")
    );
    format!("^ *{word}( +{word})* *$")
}
