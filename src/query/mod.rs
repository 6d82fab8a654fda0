//! Queries on a state: plain paths, which we follow ourselves, and jq, through the `jaq` crates.

use jaq_core::{
    Compiler, Ctx, Vars, data,
    load::{self, Arena, File, Loader},
};
use jaq_json::{Num, Val, read};
use serde_json::{Map, Value};

use crate::document::at;

pub mod common;
mod fault;
mod fields;
pub mod path;

pub use fault::FilterFault;
pub use fields::{companions, fields, named as fields_named};

/// The variables of a filter: the `@` fields, the environment, and the time.
const VARIABLES: [&str; 3] = [FIELDS, "$ENV", "$__now"];
const FIELDS: &str = "$__stateline";

/// The most brackets that a filter may have open at one time.
const DEEPEST: usize = 256;

/// The result of a filter.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Values as JSON; strings are marked so that they can be printed without quotes.
    Values(Vec<Printed>),
    /// No value.
    Missing,
    /// The filter failed while it ran.
    Failed(String),
}

/// What a filter may know besides the state.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// The values of `@line` and the other common fields.
    pub fields: Map<String, Value>,
    /// The value of `env` and `$ENV`.
    pub variables: Map<String, Value>,
    /// The value of `now`, in seconds since 1970.
    pub now: i64,
}

/// A value to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// JSON on one line.
    pub json: String,
    /// The string, if it is one.
    pub text: Option<String>,
}

/// Runs a filter on a value. It reads nothing else: no file, no input, no clock of its own.
pub fn run(filter: &str, value: &Value, around: &Surroundings) -> Result<Answer, FilterFault> {
    let bare = filter.trim();
    if let Some(steps) = path::steps(bare) {
        if let Some(found) = at(value, &steps) {
            return Ok(Answer::Values(vec![printed(found)]));
        }
        if path::is_wordy(bare) && !path::is_function(bare) {
            return Ok(Answer::Missing);
        }
    }
    let dotted = path::dotted(bare, value);
    jq(filter, &dotted, value, around)
}

/// Returns whether a filter is more than a path or a common field, and so may run for ever.
pub fn is_program(filter: &str) -> bool {
    let bare = filter.trim();
    let is_field =
        bare.strip_prefix('@').is_some_and(|name| fields().iter().any(|(field, _)| *field == name));
    !is_field && path::steps(bare).is_none()
}

/// Returns where a filter opens too many brackets; the parser recurses for each and would overflow the stack.
fn too_deep(filter: &str) -> Option<usize> {
    let mut open = 0_usize;
    filter.bytes().position(|byte| {
        match byte {
            b'[' | b'{' | b'(' => open = open.saturating_add(1),
            b']' | b'}' | b')' => open = open.saturating_sub(1),
            _ => {}
        }
        open > DEEPEST
    })
}

/// Compiles a jq filter and runs it.
fn jq(filter: &str, dotted: &str, value: &Value, around: &Surroundings) -> Result<Answer, FilterFault> {
    let code = fields::substituted(dotted, FIELDS);
    let fault = |at: usize, why: String| FilterFault::new(filter, code.origin(at), dotted, why);
    if let Some(at) = too_deep(&code.text) {
        return Err(fault(at, format!("too many open brackets; at most {DEEPEST} are allowed")));
    }
    let program = File { code: code.text.as_str(), path: () };
    let definitions = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs()).chain(own());
    let functions = jaq_core::funs().chain(jaq_std::funs()).chain(jaq_json::funs());
    // These read the environment, which may not be UTF-8, and the clock.
    let functions = functions.filter(|(name, ..)| !matches!(*name, "env" | "now"));
    let arena = Arena::default();
    let modules = Loader::new(definitions)
        .load(&arena, program)
        .and_then(|modules| load::import(&modules, |_| Err(String::new())).map(|()| modules))
        .map_err(|errors| fault::of_loading(&code.text, errors, &fault))?;
    let compiled = Compiler::default().with_funs(functions).with_global_vars(VARIABLES).compile(modules);
    let compiled = compiled.map_err(|errors| fault::of_compiling(&code.text, errors, &fault))?;
    let globals = [around.fields.clone().into(), around.variables.clone().into(), around.now.into()];
    let globals = Vars::new(globals.map(|value: Value| in_jq(&value)));
    let context = Ctx::<data::JustLut<Val>>::new(&compiled.lut, globals);
    let mut values = Vec::new();
    for result in compiled.id.run((context, in_jq(value))) {
        match result.map_err(jaq_core::Exn::get_err) {
            Ok(value) => values.push(out_of_jq(&value)),
            Err(Ok(error)) => {
                let why = out_of_jq(&error.into_val());
                return Ok(Answer::Failed(why.text.unwrap_or(why.json)));
            }
            // `halt`: the values before it are the answer.
            Err(Err(_)) => break,
        }
    }
    let is_nothing = values.iter().all(|value| value.json == "null");
    Ok(if is_nothing { Answer::Missing } else { Answer::Values(values) })
}

/// Returns the definitions that the crates leave to the program.
fn own() -> impl Iterator<Item = load::parse::Def<&'static str>> {
    load::parse(include_str!("own.jq"), |parser| parser.defs()).unwrap_or_default().into_iter()
}

/// Converts a value for jq, with numbers as they are written.
fn in_jq(value: &Value) -> Val {
    read::parse_single(value.to_string().as_bytes()).unwrap_or_default()
}

fn out_of_jq(value: &Val) -> Printed {
    printed(&in_json(value))
}

/// Converts a jq value to JSON, which has no infinite numbers and only string keys.
fn in_json(value: &Val) -> Value {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match value {
        Val::Null => Value::Null,
        Val::Bool(truth) => Value::Bool(*truth),
        Val::Num(Num::Float(number)) if number.is_nan() => Value::Null,
        // As in jq: the largest finite number.
        Val::Num(Num::Float(number)) if number.is_infinite() => f64::MAX.copysign(*number).into(),
        Val::Num(number) => serde_json::from_str(&number.to_string()).unwrap_or_default(),
        Val::TStr(bytes) | Val::BStr(bytes) => Value::String(text(bytes)),
        Val::Arr(items) => items.iter().map(in_json).collect(),
        Val::Obj(entries) => {
            let name = |key: &Val| match key {
                Val::TStr(bytes) | Val::BStr(bytes) => text(bytes),
                other => in_json(other).to_string(),
            };
            Value::Object(entries.iter().map(|(key, value)| (name(key), in_json(value))).collect())
        }
    }
}

fn printed(value: &Value) -> Printed {
    Printed { json: value.to_string(), text: value.as_str().map(str::to_owned) }
}

/// Formats JSON over several lines, as for a terminal.
pub fn pretty(json: &str) -> String {
    let value: Result<Value, _> = serde_json::from_str(json);
    value.and_then(|value| serde_json::to_string_pretty(&value)).unwrap_or_else(|_| json.to_owned())
}

/// The errors of the loader, with the parts of the code that they point to.
type Loading<'s> = load::Errors<&'s str, ()>;

/// The errors of the compiler.
type Compiling<'s> = jaq_core::compile::Errors<&'s str, ()>;
