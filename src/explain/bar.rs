//! Why the line has a bar, or why it has none.

use crate::{
    check::{HIDES_BAR, Problem},
    family::{Style, rule::Subject},
    text,
};

/// Explains why there is a bar, or why there is none.
pub(super) fn why(subject: &Subject<'_>, style: Style, percent: Option<u8>, problems: &[Problem]) -> String {
    let why = || (subject.family.why_bar)(subject, style, percent);
    if let Some(percent) = percent {
        return format!("the bar shows {percent}%: {}", why());
    }
    let mut hides = HIDES_BAR.iter().chain(subject.family.hides_bar);
    let hidden = hides.find_map(|code| problems.iter().find(|problem| problem.rule.code == *code));
    match hidden.filter(|_| style != Style::Smart) {
        Some(problem) => {
            let line = text::place(subject.text, problem.finding.span.start).line;
            let help = problem.finding.help.as_deref().map(|help| format!("; {help}")).unwrap_or_default();
            format!(
                "there is no bar, because of line {line}: {}{help} ({})",
                problem.finding.message, problem.rule.code
            )
        }
        None => format!("there is no bar: {}", why()),
    }
}
