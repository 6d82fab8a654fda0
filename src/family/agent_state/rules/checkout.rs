//! Whether git is still at the commit where the workflow left it.

use super::{CHECKED, PATH, head};
use crate::family::rule::{Finding, Rule, Scope, Severity};

pub(super) const RULES: &[Rule] = &[ELSEWHERE];

const ELSEWHERE: Rule = Rule {
    code: "SL410",
    severity: Severity::Warning,
    scope: Scope::Family,
    title: "the checkout is not at the commit of the last checkpoint",
    page: "The last checkpoint records the commit that was checked out, and HEAD is another one now. There \
           was a commit, a pull or a change of branch since then, so the state may describe code that is not \
           there.\n\n\
           If the commits belong to the workflow, all is well: the next checkpoint records the new commit. \
           Otherwise find the last good state among the checkpoints, and go back to its commit: \
           `git reset --hard SHA`, which discards uncommitted changes.",
    fails: &[
        (PATH, CHECKED),
        (".git/HEAD", "0123456789abcdef0123456789abcdef01234567\n"),
        (".claude/checkpoint-001.json", "{}\n"),
    ],
    passes: &[
        (PATH, CHECKED),
        (".git/HEAD", "ref: refs/heads/main\n"),
        (".git/refs/heads/main", "abc123def4567890abc123def4567890abc123de\n"),
        (".claude/checkpoint-001.json", "{}\n"),
    ],
    find: |subject| {
        let last = subject
            .root()
            .key("checkpoints")
            .items()
            .max_by_key(|checkpoint| checkpoint.key("timestamp").time());
        let Some(node) = last.map(|checkpoint| checkpoint.key("git_sha")) else { return Vec::new() };
        let (Some(sha), Some(head)) =
            (node.text().map(str::to_lowercase), subject.project().and_then(head::commit))
        else {
            return Vec::new();
        };
        let is_hash = sha.len() >= 4 && sha.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hash || head.starts_with(&sha) {
            return Vec::new();
        }
        let short = head.get(..sha.len().clamp(7, 12)).unwrap_or(&head);
        let finding =
            Finding::new(node.span(), format!("the last checkpoint has another commit; HEAD is {short}"));
        vec![finding.help("review the commits since then, or go back to the checkpoint's commit")]
    },
};
