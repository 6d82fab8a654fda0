//! Writes the known words of a value in English: `Fase 3 concluída` is `phase 3 complete`.

use super::{
    fold,
    words::{Part, parts},
};
use crate::text;

/// Verbs that follow `ready to`.
const VERBS: &[&str] = &["plan", "execute", "start", "verify", "discuss"];

/// Words that are the name of a phase if they begin with a capital: `(Planejamento)`.
const NAMES: &[&str] =
    &["planning", "execution", "verification", "requirements", "context", "project", "active"];

/// States that may follow the number of a phase.
const STATES: &[&str] = &[
    "complete",
    "shipped",
    "verified",
    "executed",
    "planned",
    "in progress",
    "executing",
    "paused",
    "blocked",
    "not",
    "not started",
    "not complete",
    "pending",
    "ready to",
    "ready to plan",
    "ready to execute",
];

/// How much of a value may be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// It says what happens: known words count wherever they are.
    Sentence,
    /// It names a phase: only pieces that are known as a whole are not a name.
    Name,
}

/// Returns a value with its known words in English, or `None` if there are none.
pub(super) fn value(text: &str, kind: Value) -> Option<String> {
    let mut out = String::new();
    let mut is_changed = false;
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, mark) = rest.split_at_checked(end(rest)).unwrap_or((rest, ""));
        let bare = text::trim(piece);
        let start = bare.as_ptr().addr().saturating_sub(piece.as_ptr().addr());
        match self::piece(bare, kind) {
            Some(english) => {
                out.push_str(piece.get(..start).unwrap_or_default());
                out.push_str(&english);
                out.push_str(piece.get(start.saturating_add(bare.len())..).unwrap_or_default());
                is_changed = true;
            }
            None => out.push_str(piece),
        }
        let length = mark.chars().next().map_or(0, char::len_utf8);
        let (mark, below) = mark.split_at_checked(length).unwrap_or((mark, ""));
        out.push_str(if mark == "：" { ": " } else { mark });
        rest = below;
    }
    is_changed.then_some(out)
}

/// Returns where a piece ends: at a mark, but not at a dot, dash or colon inside a number or a word.
fn end(text: &str) -> usize {
    let mut before = ' ';
    for (at, one) in text.char_indices() {
        let after = || text.get(at.saturating_add(one.len_utf8())..).and_then(|rest| rest.chars().next());
        let is_open = || after().is_none_or(text::is_blank);
        let is_mark = match one {
            '.' => is_open(),
            '-' | '/' => text::is_blank(before) && is_open(),
            ':' => !after().is_some_and(|after| after.is_ascii_digit()),
            '\'' | '’' | '%' | '+' | '#' | '[' | ']' => false,
            '_' => !(before.is_alphanumeric() && after().is_some_and(char::is_alphanumeric)),
            _ => {
                !one.is_alphanumeric()
                    && !text::is_blank(one)
                    && fold::plain(one).is_some_and(|one| one != ' ')
            }
        };
        if is_mark {
            return at;
        }
        before = one;
    }
    text.len()
}

/// Returns a piece in English, if enough of it is known.
fn piece(text: &str, kind: Value) -> Option<String> {
    let parts = parts(text);
    if !parts.iter().any(Part::is_word) {
        return None;
    }
    let known = parts.iter().filter(|part| part.is_known()).count();
    let is_whole = parts.iter().all(|part| part.is_known() || part.english.is_some());
    match kind {
        Value::Sentence => {
            let is_first = parts.first().is_some_and(Part::is_known);
            let is_last = parts.last().is_some_and(Part::is_word);
            (is_first || is_last || known.saturating_mul(2) >= parts.len()).then(|| joined(&parts))
        }
        Value::Name => {
            let is_title = text.starts_with(char::is_uppercase) && text.contains(char::is_lowercase);
            let is_name = is_title
                && parts.iter().any(|part| part.english.is_some_and(|english| NAMES.contains(&english)));
            if is_whole && !is_name {
                return Some(joined(&parts));
            }
            opening(text, &parts).or_else(|| shouted(text, &parts))
        }
    }
}

/// Returns a name after the number of its phase: `Fase 3 Pagamentos`, but not `Fase 3 concluída via demo`.
fn opening(text: &str, parts: &[Part<'_>]) -> Option<String> {
    let [first, second, rest @ ..] = parts else { return None };
    if first.english != Some("phase") || !second.is_number() {
        return None;
    }
    let is_title = |raw: &str| raw.starts_with(char::is_uppercase) && raw.contains(char::is_lowercase);
    let is_state =
        |part: &Part<'_>| part.english.is_some_and(|it| STATES.contains(&it)) && !is_title(part.raw);
    if rest.first().is_some_and(is_state) {
        return Some(joined(parts));
    }
    let end = second.raw.as_ptr().addr().saturating_add(second.raw.len());
    let name = text.get(end.saturating_sub(text.as_ptr().addr())..)?;
    Some(format!("phase {}{name}", second.raw))
}

/// Returns a name before a status in capitals: `Pagamentos CONCLUÍDA`.
fn shouted(text: &str, parts: &[Part<'_>]) -> Option<String> {
    let is_shout = |part: &&Part<'_>| {
        part.english.is_some()
            && part.raw.contains(char::is_uppercase)
            && !part.raw.contains(char::is_lowercase)
    };
    let count = parts.iter().rev().take_while(is_shout).count();
    let tail = parts.get(parts.len().saturating_sub(count)..).filter(|tail| !tail.is_empty())?;
    let start = tail.first()?.raw.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    Some(format!("{}{}", text.get(..start)?, joined(tail).to_uppercase()))
}

/// Joins the parts with blanks, and writes `3단계` as `phase 3`, and `ready to` a noun as `ready for` it.
fn joined(parts: &[Part<'_>]) -> String {
    let is_letter = |part: &Part<'_>| part.english.is_none() && part.raw.chars().all(fold::is_dense);
    let mut words: Vec<(&str, bool)> = Vec::with_capacity(parts.len());
    for (at, part) in parts.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| parts.get(at));
        let english = part.english.unwrap_or(part.raw);
        let is_last = !parts.get(at.saturating_add(1)).is_some_and(Part::is_number);
        // `planejamento de fase`.
        let is_noun = before.is_some_and(|it| it.english.is_some_and(|english| NAMES.contains(&english)));
        if english == "phase" && is_noun && is_last {
            continue;
        }
        if english == "phase" && part.is_joined && is_last && before.is_some_and(Part::is_number) {
            words.insert(words.len().saturating_sub(1), (english, true));
            continue;
        }
        if let Some((last, _)) = words.last_mut().filter(|(last, _)| *last == "ready to")
            && !VERBS.contains(&english)
        {
            *last = "ready for";
        }
        // `3/4 阶段`, `全プラン`.
        let is_several = before.is_some_and(|it| it.english == Some("all") || it.raw.contains('/'));
        let english = match english {
            "phase" if is_several => "phases",
            "plan" if is_several => "plans",
            _ => english,
        };
        // A comma, or the letters of one word.
        let is_one = english == "," || part.is_joined && is_letter(part) && before.is_some_and(is_letter);
        words.push((english, !is_one));
    }
    let mut out = String::new();
    for (word, has_blank) in words {
        if has_blank && !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_read_in_every_language() {
        for (text, english) in [
            ("Pronto para planejar", "ready to plan"),
            ("Pronto para planear a Fase 1", "ready to plan phase 1"),
            ("Pronto para a Fase 2", "ready for phase 2"),
            ("Fase concluída", "phase complete"),
            ("Plano 06-01 concluído (exportação)", "plan 06-01 complete (exportação)"),
            ("Pronto para planejamento de fase", "ready for planning"),
            ("Não iniciada", "not started"),
            ("0 de 1 na fase atual", "0 of 1 in current phase"),
            ("Listo para planificar la Fase 3", "ready to plan phase 3"),
            ("Fase 3 completada — lista para ejecutar", "phase 3 complete — ready to execute"),
            ("En curso", "in progress"),
            ("Prêt à planifier", "ready to plan"),
            ("Non commencée", "not started"),
            ("En cours d’exécution", "executing"),
            ("Bloqué par l’API", "blocked par l’API"),
            ("Bloque 3 completado", "Bloque 3 complete"),
            ("2 bloqueadores, 3 concluídos", "2 bloqueadores, 3 complete"),
            ("Bereit zur Planung", "ready for planning"),
            ("Phase 3 abgeschlossen", "Phase 3 complete"),
            ("Nicht begonnen", "not started"),
            ("Все планы фазы 8 выполнены", "all plans phase 8 complete"),
            ("готово к планированию", "ready for planning"),
            ("第3阶段已完成", "phase 3 complete"),
            ("准备规划", "ready to plan"),
            ("準備規劃", "ready to plan"),
            ("3/6 计划完成", "3/6 plans complete"),
            ("フェーズ3完了", "phase 3 complete"),
            ("実行準備完了", "ready to execute"),
            ("3단계 완료", "phase 3 complete"),
            ("계획 준비 완료", "ready to plan"),
            ("Faza 3 zakończona", "phase 3 complete"),
            ("Aşama 3 tamamlandı", "phase 3 complete"),
            ("Giai đoạn 3 hoàn thành", "phase 3 complete"),
            ("Fase 3 selesai", "phase 3 complete"),
            ("Fase 3 completata", "phase 3 complete"),
            ("klaar om te plannen", "ready to plan"),
            ("redo för Phase 8", "ready for Phase 8"),
        ] {
            let found = value(text, Value::Sentence);
            assert_eq!(found.as_deref(), Some(english), "{text}");
        }
    }

    #[test]
    fn names_are_left_as_they_are() {
        for (text, english) in [
            ("1 de 3 (Fundação & Dados)", Some("1 of 3 (Fundação & Dados)")),
            ("4 de 4 (Visual) — **entregue**", Some("4 of 4 (Visual) — **shipped**")),
            ("Fase 2 — Pagos", Some("phase 2 — Pagos")),
            ("Fase 2 completada por demo", Some("phase 2 complete por demo")),
            ("Fase 2 Pagos completos y más", Some("phase 2 Pagos completos y más")),
            ("7 — Busca CONCLUÍDA (07-01 ✅)", Some("7 — Busca COMPLETE (07-01 ✅)")),
            ("7 (Planejamento)", None),
            ("7 — CRUD completo", None),
            ("3 (Pagos completos)", None),
        ] {
            assert_eq!(value(text, Value::Name).as_deref(), english, "{text}");
        }
    }

    #[test]
    fn english_is_left_as_it_is() {
        for text in [
            "Ready to plan",
            "Phase 3 complete — ready for verification",
            "In progress, no blockers",
            "2 of 3 in current phase",
            "Paused at task 3",
            "All plans executed; next up: UAT",
            "Not started",
            "v1.2 milestone complete",
            "Phase verification pending",
            "2 TODOs left, marked as done",
        ] {
            assert_eq!(value(text, Value::Sentence), None, "{text}");
        }
    }
}
