//! Why there is a bar on the line, or none.

use crate::{
    check::Breach,
    family::{Style, rule::Subject},
};

/// Rules whose finding hides the progress from the line, the most telling first.
const HIDES: &[&str] = &["SL002", "SL010", "SL011", "SL012", "SL110", "SL111", "SL305", "SL406"];

/// Says why there is a bar, or none.
pub(super) fn why(subject: &Subject<'_>, style: Style, percent: Option<u8>, breaches: &[Breach]) -> String {
    let why = || (subject.family.why_bar)(subject, style, percent);
    if let Some(percent) = percent {
        return format!("the bar shows {percent}%: {}", why());
    }
    let hidden = HIDES.iter().find_map(|code| breaches.iter().find(|breach| breach.rule.code == *code));
    match hidden.filter(|_| style != Style::Smart) {
        Some(breach) => {
            let line = crate::check::report::place(subject.text, breach.finding.span.start).line;
            let help = breach.finding.help.as_deref().map(|help| format!("; {help}")).unwrap_or_default();
            format!(
                "there is no bar, because of line {line}: {}{help} ({})",
                breach.finding.message, breach.rule.code
            )
        }
        None => format!("there is no bar: {}", why()),
    }
}
