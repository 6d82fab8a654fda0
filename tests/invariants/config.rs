//! Settings: any text is read as far as it goes, and the line stays a line, whatever the theme.

use std::path::Path;

use stateline::{
    config::{self, Config},
    family::{Ask, FAMILIES, Source, Style},
    line::Paint,
    sys::System,
};

use super::{hosts, shown, text};
use crate::harness::Random;

pub fn holds(bytes: &[u8]) {
    let text = text(bytes);
    let reading = config::read(&text);
    let lines = text.split('\n').count();
    for problem in &reading.problems {
        assert!((1..=lines).contains(&problem.line) && problem.column > 0, "{problem:?}");
        assert!(!problem.message.is_empty() && !problem.message.contains('\n'), "{problem:?}");
    }
    let bare = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let is_toml = toml::de::DeTable::parse(bare).is_ok();
    let says_not = reading.problems.iter().any(|problem| problem.message.starts_with("invalid TOML"));
    assert!(!(is_toml && says_not), "{:?}", reading.problems);
    for entry in &reading.entries {
        assert!(serde_json::from_str::<serde_json::Value>(&entry.json).is_ok(), "{entry:?}");
    }
    let mut config = Config::default();
    config.take(&reading);
    assert_themed(&config, &mut Random::of(bytes));
}

fn assert_themed(config: &Config, random: &mut Random) {
    let system = System::made_up(&[], Path::new("/"), 0);
    let appearance = config.appearance(&system);
    let family = hosts::any_of(random, FAMILIES);
    let sample = hosts::any_of(random, family.samples);
    let ask = Ask { style: config.style.unwrap_or(Style::Full), now: 0 };
    let mut line = (family.read)(Source::unnamed(sample.text, 0)).view(&ask).line;
    line.color_by_rank();
    config.color("state", &mut line, 0);
    let dialect = hosts::any(random);
    for width in [None, Some(1 + random.below(80))] {
        let plain = line.paint(&Paint { width, appearance, ..Paint::default() });
        shown::assert_harmless(&plain);
        shown::assert_fits(&plain, width);
        shown::assert_short(&plain);
        if dialect.record.is_none() {
            let written = line.paint(&Paint { color: true, width, dialect, appearance, ..Paint::default() });
            let understood = hosts::understood(dialect, &written);
            assert_eq!(understood, Ok(hosts::as_shown(dialect, &plain)), "{}", dialect.name);
        }
    }
}
