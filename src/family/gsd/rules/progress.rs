//! The progress block: what the line can see of it, and whether its numbers agree.

use std::ops::Range;

use super::{PATH, state};
use crate::{
    family::gsd::{GsdFields, read},
    family::rule::{
        Finding, Node, Rule, Scope, Severity, Subject,
        front::{self, within},
    },
    text,
};

pub(super) const RULES: &[Rule] =
    &[COMMENT, UNSEEN, OUT_OF_RANGE, MORE_THAN_ALL, CONTRADICTION, FORMULA, NO_PERCENT];

/// The counts that the line reads.
const COUNTS: [&str; 3] = ["completed_phases", "total_phases", "percent"];

const COMMENT: Rule = Rule {
    code: "SL110",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a comment inside the progress block",
    page: "The status line reads `progress:` with a pattern that requires a key on every line of the block. \
           After a comment before the first key it sees no block at all, and the bar disappears; a comment \
           further down hides every count below it. YAML allows comments there. A comment after the last \
           count hides nothing.\n\n\
           Put the comment above `progress:` or in the body. `check --fix` moves it above.",
    fails: &[(PATH, state!("progress:", "  # counted by hand", "  percent: 59"))],
    passes: &[(PATH, state!("# counted by hand", "progress:", "  percent: 59"))],
    find: comments,
};

fn comments(subject: &Subject<'_>) -> Vec<Finding> {
    let entry = subject.front.as_ref().and_then(|front| front.entry(subject.text, "progress"));
    let Some(((key, first), rest)) = entry.as_deref().and_then(<[_]>::split_first) else { return Vec::new() };
    let rest = counts(rest);
    if rest.is_empty() {
        return Vec::new();
    }
    let mut marks: Vec<Range<usize>> = Vec::new();
    let after_key = first.strip_prefix("progress:").filter(|rest| rest.trim_start().starts_with('#'));
    if let Some(comment) = after_key {
        let length = comment.trim_start().len();
        marks.push(within(key, first.len().saturating_sub(length), length));
    }
    for (span, line) in rest.iter().filter(|(_, line)| line.trim_start().starts_with('#')) {
        let indent = line.len().saturating_sub(line.trim_start().len());
        let mark = within(span, indent, line.trim().len());
        // Inside a multi-line string it is not a comment.
        if subject.document.is_in_text(mark.start) {
            return Vec::new();
        }
        marks.push(mark);
    }
    let (Some(mark), Some(last)) = (marks.first(), marks.last()) else { return Vec::new() };
    let finding = Finding::new(mark.clone(), "a comment inside the progress block");
    let finding = finding.label("the line sees no count below this").help("put it above `progress:`");
    vec![finding.edit(key.start..last.end, without_comments(subject, first, rest, last))]
}

/// Returns the lines of the block up to its last count: a comment below it hides nothing.
///
/// Lines that are neither counts nor comments have leaked into the frontmatter, such as the headings and
/// lists of a body; what they do there is not for a rule about comments to say.
fn counts<'l, 't>(rest: &'l [(Range<usize>, &'t str)]) -> &'l [(Range<usize>, &'t str)] {
    let is_count = |line: &str| line.starts_with([' ', '\t']) && front::key_of(line.trim_start()).is_some();
    let end = rest.iter().rposition(|(_, line)| is_count(line)).map_or(0, |last| last.saturating_add(1));
    let inside = rest.get(..end).unwrap_or_default();
    let is_known =
        |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#') || is_count(line);
    if inside.iter().all(|(_, line)| is_known(line)) { inside } else { &[] }
}

/// Returns the block up to its last comment, with all comments moved above its key.
fn without_comments(
    subject: &Subject<'_>,
    first: &str,
    rest: &[(Range<usize>, &str)],
    last: &Range<usize>,
) -> String {
    let end = subject.line_end();
    let within_reach = rest.iter().filter(|(span, _)| span.start < last.end).map(|(_, line)| *line);
    let (comments, counts): (Vec<&str>, Vec<&str>) =
        within_reach.partition(|line| line.trim_start().starts_with('#'));
    let after_key = first.strip_prefix("progress:").filter(|rest| rest.trim_start().starts_with('#'));
    let bare = if after_key.is_some() { "progress:" } else { first };
    let above = after_key.into_iter().chain(comments).map(str::trim);
    let lines: Vec<&str> = above.chain([bare]).chain(counts).collect();
    lines.join(end)
}

const UNSEEN: Rule = Rule {
    code: "SL111",
    severity: Severity::Error,
    scope: Scope::Family,
    title: "a count that the line does not see",
    page: "YAML finds a count in `progress` that the status line does not see: the block is on one line \
           (`progress: {percent: 59}`), the number is in quotes, or a line that is empty or no count ends the \
           block before it. Without `percent` there is no bar.\n\n\
           Write the block as documented: `progress:` alone on its line, then each count on its own \
           line, indented, as plain digits, with nothing between them.",
    fails: &[(PATH, state!("progress:", "  percent: \"59\""))],
    passes: &[(PATH, state!("progress:", "  percent: 59"))],
    find: |subject| {
        // Comments have a rule of their own, and so has frontmatter that the line does not find.
        if !comments(subject).is_empty() || read::frontmatter(subject.text).is_none() {
            return Vec::new();
        }
        let seen = GsdFields::read(subject.text);
        let seen = [seen.completed_phases, seen.total_phases, seen.percent];
        let progress = subject.frontmatter().key("progress");
        let unseen = COUNTS.iter().zip(seen).filter(|(_, seen)| seen.is_none());
        let nodes = unseen.map(|(name, _)| progress.key(name)).filter(|node| digits(node).is_some());
        nodes.map(|node| unseen_count(subject, &node)).collect()
    },
};

/// Explains why the line does not see a count.
fn unseen_count(subject: &Subject<'_>, node: &Node<'_>) -> Finding {
    let span = node.span();
    let finding = Finding::new(span.clone(), format!("the line does not see `{}`", node.name()));
    let written = subject.text.get(span.clone()).unwrap_or_default();
    if let Some(bare) = digits(node).filter(|bare| text::unquote(written) == bare && written != bare) {
        return finding.label("in quotes").help("write the digits without quotes").edit(span, bare);
    }
    let entry = subject.front.as_ref().and_then(|front| front.entry(subject.text, "progress"));
    let first = entry.as_ref().and_then(|lines| lines.first()).map(|(_, line)| *line).unwrap_or_default();
    if first.trim_end() != "progress:" {
        return finding.help("write each count on its own line below `progress:`");
    }
    let is_pair =
        |line: &str| line.trim_start().split_once(": ").is_some_and(|(_, value)| !value.trim().is_empty());
    let mut inside = entry.iter().flatten().skip(1).filter(|(above, _)| above.start < span.start);
    match inside.find(|(_, line)| !line.trim().is_empty() && !is_pair(line)) {
        Some((_, line)) => finding.help(format!("remove `{}` above it, which is no count", line.trim())),
        None => finding.help("remove the line above it that is empty"),
    }
}

/// Returns the digits of a count that is a number, in quotes or not.
fn digits(node: &Node<'_>) -> Option<String> {
    node.written().filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
}

const OUT_OF_RANGE: Rule = Rule {
    code: "SL112",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "percent is not between 0 and 100",
    page: "`progress.percent` is an integer from 0 to 100. The bar stops at 100, and of a \
           number with a decimal point or a minus sign only a part is read, or nothing.\n\n\
           Write a number from 0 to 100.",
    fails: &[(PATH, state!("progress:", "  percent: 120"))],
    passes: &[(PATH, state!("progress:", "  percent: 100"))],
    find: |subject| {
        let percent = subject.frontmatter().key("progress").key("percent");
        match percent.integer() {
            Some(value) if !(0..=100).contains(&value) => {
                vec![Finding::new(percent.span(), format!("percent is {value}")).label("0 to 100")]
            }
            _ => Vec::new(),
        }
    },
};

const MORE_THAN_ALL: Rule = Rule {
    code: "SL113",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "more completed than the total",
    page: "`completed_phases` is larger than `total_phases`, or `completed_plans` than `total_plans`. One of \
           the two was not updated, usually the total after a phase was added to the roadmap. For plans it is \
           only a hint: GSD's tools count those of earlier milestones, too, and the line does not show them.\n\n\
           Correct the wrong count, or let GSD write the frontmatter again.",
    fails: &[(PATH, state!("progress:", "  total_phases: 4", "  completed_phases: 5"))],
    passes: &[(PATH, state!("progress:", "  total_phases: 5", "  completed_phases: 4", "  percent: 80"))],
    find: |subject| {
        let progress = subject.frontmatter().key("progress");
        let pairs = [("completed_phases", "total_phases"), ("completed_plans", "total_plans")];
        let mut found = Vec::new();
        for (completed, total) in pairs {
            let node = progress.key(completed);
            if let (Some(done), Some(all)) = (node.integer(), progress.key(total).integer())
                && done > all
            {
                let finding = Finding::new(node.span(), format!("`{completed}` is {done} of {all}"));
                found.push(if total == "total_plans" { finding.hint() } else { finding });
            }
        }
        found
    },
};

const CONTRADICTION: Rule = Rule {
    code: "SL114",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "percent contradicts the counts",
    page: "`progress.percent` agrees with none of the counts: not with the phases, not with \
           the plans, and is not between the two. The bar shows the percentage, so it shows progress \
           that the project has not made, or hides progress that it has. It is only a hint if the percentage \
           is 0 or the one of the body, because GSD's tools leave these as they are when they update the counts.\n\n\
           Write the smaller of completed_plans/total_plans and completed_phases/total_phases. `--style smart` \
           does not show a 0 that contradicts the counts.",
    fails: &[(PATH, state!("progress:", "  total_phases: 10", "  completed_phases: 2", "  percent: 70"))],
    passes: &[(PATH, state!("progress:", "  total_phases: 10", "  completed_phases: 2", "  percent: 20"))],
    find: |subject| {
        let progress = subject.frontmatter().key("progress");
        let node = progress.key("percent");
        let (phases, plans) = shares(&progress);
        let (Some(percent), Some(due)) = (node.integer(), least(phases, plans)) else { return Vec::new() };
        // What is impossible has rules of its own: `percent: 133` from 4 of 3 phases.
        let counted = progress.key("completed_phases").integer().zip(progress.key("total_phases").integer());
        if !(0..=100).contains(&percent) || counted.is_some_and(|(done, all)| done > all) {
            return Vec::new();
        }
        let shares = || [phases, plans].into_iter().flatten();
        let is_near = shares().any(|share| share.is_near(percent));
        let is_between = shares().any(|share| share.percent() <= percent)
            && shares().any(|share| share.percent() >= percent);
        // More plans than there are count as all of them.
        let counted = progress.key("completed_plans").integer().zip(progress.key("total_plans").integer());
        let is_capped = counted.is_some_and(|(done, all)| done > all) && percent >= due.percent();
        if is_near || is_between || is_capped {
            return Vec::new();
        }
        let message = format!("percent is {percent}, but the counts say {}", due.percent());
        let finding = Finding::new(node.span(), message).label(due.name);
        let finding = finding.help(format!("write {}", due.percent()));
        let is_own = percent == 0 || body_percent(subject.document.body()) == Some(percent);
        vec![if is_own { finding.hint() } else { finding }]
    },
};

const FORMULA: Rule = Rule {
    code: "SL115",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "percent is not the smaller of the two percentages",
    page: "The documentation defines percent as min(completed_plans/total_plans, completed_phases/total_phases). \
           This file has the larger of the two. The documentation's own example does the same (59 for 10 of 17 \
           phases, with 47 of 84 plans), so files have either.\n\n\
           Nothing breaks. To follow the documentation, write the smaller one.",
    fails: &[(
        PATH,
        state!(
            "progress:",
            "  total_phases: 17",
            "  completed_phases: 10",
            "  total_plans: 84",
            "  completed_plans: 47",
            "  percent: 59"
        ),
    )],
    passes: &[(
        PATH,
        state!(
            "progress:",
            "  total_phases: 17",
            "  completed_phases: 10",
            "  total_plans: 84",
            "  completed_plans: 47",
            "  percent: 56"
        ),
    )],
    find: |subject| {
        let progress = subject.frontmatter().key("progress");
        let node = progress.key("percent");
        let (Some(phases), Some(plans)) = shares(&progress) else { return Vec::new() };
        let (Some(percent), Some(due)) = (node.integer(), least(Some(phases), Some(plans))) else {
            return Vec::new();
        };
        let is_larger = phases.is_about(percent) || plans.is_about(percent);
        if due.is_about(percent) || !is_larger {
            return Vec::new();
        }
        let message = format!("percent is {percent}; the documented formula gives {}", due.percent());
        vec![Finding::new(node.span(), message).label(due.name)]
    },
};

const NO_PERCENT: Rule = Rule {
    code: "SL116",
    severity: Severity::Info,
    scope: Scope::Family,
    title: "no bar, because `percent` is missing",
    page: "The line draws a bar only if `progress.percent` is set; the counts alone are not enough. This file \
           has only the counts.\n\n\
           Add `percent`. The documentation computes it as the smaller of completed_plans/total_plans and \
           completed_phases/total_phases. `--style smart` computes it for the line.",
    fails: &[(PATH, state!("progress:", "  total_phases: 10", "  completed_phases: 2"))],
    passes: &[(PATH, state!("progress:", "  total_phases: 10", "  completed_phases: 2", "  percent: 20"))],
    find: |subject| {
        let progress = subject.frontmatter().key("progress");
        let (phases, plans) = shares(&progress);
        let Some(due) = least(phases, plans).filter(|_| progress.key("percent").value().is_none()) else {
            return Vec::new();
        };
        let node = progress.key("completed_phases");
        let finding =
            Finding::new(node.span(), "the counts are known, but without `percent` there is no bar");
        vec![finding.help(format!("add `percent: {}` to the block", due.percent()))]
    },
};

/// A share: how many are done of how many.
#[derive(Clone, Copy)]
struct Share {
    name: &'static str,
    done: i64,
    all: i64,
}

impl Share {
    /// Reads a pair of counts; a total of 0 has no share.
    fn of(progress: &Node<'_>, name: &'static str, done: &'static str, all: &'static str) -> Option<Self> {
        let (done, all) = (progress.key(done).integer()?, progress.key(all).integer()?);
        (all > 0 && (0..=all).contains(&done)).then_some(Self { name, done, all })
    }

    /// Returns the percentage, rounded as GSD rounds.
    fn percent(self) -> i64 {
        let twice = self.done.saturating_mul(200).saturating_add(self.all);
        twice.checked_div(self.all.saturating_mul(2)).unwrap_or_default()
    }

    /// Returns whether a percentage is at most one off, as after rounding twice.
    fn is_near(self, percent: i64) -> bool {
        percent.saturating_sub(self.percent()).abs() <= 1 || self.is_about(percent)
    }

    /// Returns whether a percentage is this share, however it was rounded.
    fn is_about(self, percent: i64) -> bool {
        let floor = self.done.saturating_mul(100).checked_div(self.all).unwrap_or_default();
        percent == floor || percent == self.percent()
    }
}

/// Returns the percentage of the body's own bar, from which GSD once took the one in the frontmatter.
///
/// line = *( `*` / `-` / blank ) `Progress:` any 1*digit `%`
fn body_percent(body: &str) -> Option<i64> {
    let lines = body.lines().map(|line| line.trim_start_matches(['*', '-', ' ']));
    let bar = lines.filter_map(|line| line.strip_prefix("Progress:")).find(|bar| bar.contains('%'))?;
    let (before, _) = bar.split_once('%')?;
    let digits = before.rsplit(|letter: char| !letter.is_ascii_digit()).next()?;
    digits.parse().ok()
}

fn shares(progress: &Node<'_>) -> (Option<Share>, Option<Share>) {
    let phases = Share::of(progress, "by the phases", "completed_phases", "total_phases");
    (phases, Share::of(progress, "by the plans", "completed_plans", "total_plans"))
}

fn least(phases: Option<Share>, plans: Option<Share>) -> Option<Share> {
    [phases, plans].into_iter().flatten().min_by_key(|share| share.percent())
}
