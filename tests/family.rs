//! A family that exists only here: everything outside its own row works without knowing it.

use std::borrow::Cow;

use serde_json::json;
use stateline::{
    check,
    document::Syntax,
    explain,
    family::{
        Activity, Ask, Content, Family, Fields, Found, Reading, Sample, SceneInfo, Source, Style, View,
        companion::Companion,
        rule::{Finding, Rule, Scope, Severity, Subject, schema},
    },
    line::{Join, Line, Paint, Rank},
    query::common::CommonFields,
    select::State,
    show::Whole,
    sys::{
        System,
        file::{self, Open, STATE_LIMIT},
    },
};

use crate::harness::Project;

const FIELDS: &[schema::Field] = &[schema::required("task", schema::FieldKind::Text)];

/// A workflow whose state is `{"task": "…", "done": 1, "total": 2}`.
static TOY: Family = Family {
    id: "toy",
    lives: ".toy/state.json",
    shows: "the task and how much is done",
    files: &[".toy/state.json"],
    places: &[".toy"],
    is_plan: false,
    bytes_limit: STATE_LIMIT,
    names: &["state.json"],
    syntax: Syntax::Json,
    scenes: &[
        SceneInfo { name: "working", trigger: "task is set", fields: &["task"] },
        SceneInfo { name: "fallback", trigger: "none of the above", fields: &[] },
    ],
    smart_scenes: None,
    fields: Fields { every: &["task", "done", "total"], smart: &[] },
    choice: None,
    limit: None,
    is_likely: |text| text.contains("\"task\""),
    find: |_, dir| {
        let path = file::below(dir, ".toy/state.json");
        let open = Open::at(&path).ok()?;
        Some(Found { path, modified: open.modified(), content: Content::File(open), others: 0 })
    },
    read: |source| Box::new(Toy { source, value: serde_json::from_str(source.text).unwrap_or_default() }),
    why_bar: |_, _, percent| percent.map_or("nothing is counted", |_| "done of total").to_owned(),
    hides_bar: &[],
    differences: |_| Vec::new(),
    rules: &[&[TOO_MANY]],
    schema: |_| FIELDS,
    page: |value, _, page| page.field("task", value["task"].as_str().unwrap_or_default()),
    companions: &[Companion {
        name: "notes",
        about: "what the task says",
        schema: r#"{ "type": "string" }"#,
        read: |found, _| file::text(&found.dir()?.join("notes.md"), 1 << 10).ok().map(Into::into),
    }],
    samples: &[Sample { scene: "working", text: "{\"task\": \"Paint\"}" }],
    preferences: None,
    declared: None,
};

const TOO_MANY: Rule = Rule {
    code: "SL901",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "more is done than there is",
    page: "A toy has `done` at most `total`.",
    fails: &[(".toy/state.json", "{\"task\": \"a\", \"done\": 3, \"total\": 2}")],
    passes: &[(".toy/state.json", "{\"task\": \"a\", \"done\": 1, \"total\": 2}")],
    find: |subject: &Subject<'_>| {
        let done = subject.root().key("done");
        let is_over = done.integer() > subject.root().key("total").integer();
        is_over.then(|| Finding::new(done.span(), "`done` is more than `total`")).into_iter().collect()
    },
};

#[derive(Debug)]
struct Toy<'a> {
    source: Source<'a>,
    value: serde_json::Value,
}

impl<'a> Reading<'a> for Toy<'a> {
    fn view(&self, _ask: &Ask) -> View<'a> {
        let mut line = Line::default();
        let task = self.value["task"].as_str().unwrap_or_default().to_owned();
        line.push(Join::Dot, Rank::Lead, "toy");
        let count = |name: &str| self.value[name].as_u64();
        let percent = count("done").zip(count("total")).map(|(done, total)| done * 100 / total);
        line.push_bar(Join::Word, percent.and_then(|percent| percent.try_into().ok()));
        line.push(Join::Dot, Rank::Active, task);
        View::new(Some(usize::from(self.value["task"].is_null())), line)
    }

    fn matching(&self, _style: Style) -> Vec<bool> {
        vec![!self.value["task"].is_null(), true]
    }

    fn status(&self) -> Option<Cow<'a, str>> {
        Some("working".into())
    }

    fn activity(&self) -> Activity {
        Activity { in_flight: true, touched: self.source.modified }
    }
}

#[test]
fn a_family_is_a_row_and_every_command_works_with_it() {
    let project = Project::new()
        .file("work/.toy/state.json", "{\"task\": \"Paint\", \"done\": 3, \"total\": 2}")
        .file("work/.toy/notes.md", "Blue.");
    let path = project.path("work/.toy/state.json");
    let system = System::made_up(&[], &project.path("work"), 1_768_480_448);
    let state = State::file(&path, Some(&TOY)).unwrap();
    let text = state.content().unwrap();

    let line = |style| state.view(&system, style).line.paint(&Paint::default());
    assert_eq!(line(Style::Full), "toy [██████████] 100% · Paint");

    let document = TOY.document(text);
    let common = CommonFields::of(&system, &state, &document, Style::Full);
    let names = ["scene", "status", "percent", "family", "notes"];
    assert_eq!(
        serde_json::Value::Object(common.fields(&names)),
        json!({"scene": "working", "status": "working", "percent": 100, "family": "toy", "notes": "Blue."})
    );

    let whole = Whole::of(&system, &state, &document, Style::Full).json();
    assert_eq!(
        (&whole["family"], &whole["line"], &whole["beside"]),
        (&json!("toy"), &json!("toy [██████████] 100% · Paint"), &json!({"notes": "Blue."}))
    );

    let explained = explain::explained(&system, &state, text, Style::Full);
    let scenes: Vec<_> = explained.scenes.iter().map(|scene| (scene.name, scene.is_shown)).collect();
    assert_eq!(scenes, [("working", true), ("fallback", false)]);
    let values: Vec<_> =
        explained.values.iter().map(|field| (&*field.name, field.value.as_deref())).collect();
    assert_eq!(values, [("task", Some("Paint")), ("done", Some("3")), ("total", Some("2"))]);
    assert_eq!(explained.bar, "the bar shows 100%: done of total");

    let subject = Subject::new(&TOY, Some(&path), text, &document);
    let found: Vec<_> =
        check::problems(&subject).into_iter().map(|one| (one.rule.code, one.finding.message)).collect();
    assert_eq!(found, [("SL901", "`done` is more than `total`".to_owned())]);
}
