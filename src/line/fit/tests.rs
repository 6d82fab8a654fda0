//! The properties of fitting, on random lines in every width up to 300 columns.

use super::*;
use crate::line::{Line, Paint, Tone};

const WIDTHS: std::ops::RangeInclusive<usize> = 1..=300;

const RANKS: [Rank; 13] = [
    Rank::Alert,
    Rank::Active,
    Rank::Progress,
    Rank::Meter,
    Rank::Lead,
    Rank::Directory,
    Rank::Model,
    Rank::Detail,
    Rank::Name,
    Rank::Git,
    Rank::Extra,
    Rank::Notice,
    Rank::LastCommand,
];

/// A small generator with a fixed seed, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap().checked_rem(limit).unwrap()
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn text(&mut self) -> String {
        let letters = self.one(&["abcdef ghij", "日本語", "é ü…", "👍 ok"]);
        let length = self.one(&[1, 3, 6, 9, 15, 25, 50, 120]);
        let count = self.below(length).saturating_add(1);
        letters.chars().cycle().take(count).collect()
    }

    fn line(&mut self, most: usize) -> Line<'static> {
        let mut line = Line::default();
        // At most one part begins the right side.
        let right = self.below(12);
        for index in 0..=self.below(most) {
            let join = self.one(&[Join::Word, Join::Space, Join::Dot, Join::Bar, Join::Bar]);
            let join = if index == right { Join::Fill } else { join };
            let start = line.len();
            let rank = self.one(&RANKS);
            match self.below(6) {
                0 => line.push_bar(join, Some(u8::try_from(self.below(101)).unwrap())),
                1 => line.push_meter(Tone::Green, join, rank, u8::try_from(self.below(101)).unwrap()),
                2 => line.push_amount(join, rank, self.text()),
                3 => line.push_phase(join, rank, format!("Phase {}", self.text())),
                _ => line.push(join, rank, self.text()),
            }
            if self.below(6) == 0 {
                line.lead(start, self.one(&["i ", "日 ", "<"]));
            }
            for _ in 0..self.below(8).saturating_sub(5) {
                line.push(Join::Tight, rank, self.text());
            }
        }
        line
    }
}

fn upgraded(spans: &[Span<'_>], width: usize) -> Fit {
    let mut fit = Fit::new(spans, width, join_widths(None));
    for part in &mut fit.parts {
        part.room = Some(part.whole);
    }
    let is_whole = fit.cells() <= width;
    // The width of a whole line is measured without its parts.
    assert_eq!(fitted(spans, width, None).is_none(), is_whole, "{spans:?} in {width}");
    if !is_whole {
        fit = Fit::new(spans, width, join_widths(None));
        fit.upgrade();
    }
    fit
}

/// Returns which upgrades are made, the most useful first. As numbers of that many binary digits, the
/// weights of two lines compare in the same way.
fn weight(fit: &Fit) -> Vec<bool> {
    let made = |part: &Part, length: Length| {
        part.room_of(length).map(|wanted| part.room.is_some_and(|room| room >= wanted))
    };
    let upgrades = UPGRADES.iter().flat_map(|&(rank, length)| {
        fit.parts.iter().filter(move |part| part.rank == rank).flat_map(move |part| made(part, length))
    });
    upgrades.collect()
}

/// Returns whether no other part is shown while a vital one needs room.
fn is_allowed(fit: &Fit) -> bool {
    !fit.parts.iter().any(Part::is_needy)
        || fit.parts.iter().all(|part| part.room.is_none() || part.is_vital())
}

#[test]
fn every_form_of_every_rank_is_an_upgrade_of_a_shorter_one() {
    for rank in RANKS {
        let lengths: Vec<Length> =
            UPGRADES.iter().filter(|(of, _)| *of == rank).map(|(_, length)| *length).collect();
        let cells: Vec<usize> = lengths.iter().map(|length| length.of(1000)[0]).collect();
        assert_eq!((lengths[0], cells.last()), (Length::Crumb, Some(&1000)), "{rank:?}");
        assert!(cells.is_sorted_by(|one, next| one < next), "{rank:?}");
    }
    let (first_whole_text, last_crumb) = (
        UPGRADES.iter().position(|upgrade| *upgrade == (Rank::Alert, Length::Whole)).unwrap(),
        UPGRADES.iter().rposition(|(_, length)| *length == Length::Crumb).unwrap(),
    );
    assert!(last_crumb < first_whole_text);
}

#[test]
fn no_line_is_too_wide_and_no_part_that_was_left_out_would_have_fitted() {
    let (mut random, mut count, mut shortened) = (Random(1), 0_usize, 0_usize);
    for _ in 0..200 {
        let line = random.line(10);
        let mut before = Vec::new();
        for width in WIDTHS {
            let painted = line.paint(&Paint { width: Some(width), ..Paint::default() });
            assert!(text::cells(&painted) <= width, "{width}: {painted}");
            assert!(!painted.is_empty(), "{width}: {line:?}");

            let mut fit = upgraded(&line.spans, width);
            let weight = weight(&fit);
            assert!(before <= weight, "{width}: {painted}: {line:?}");
            before = weight;

            assert!(is_allowed(&fit), "{width}: {painted}");
            fit.fill();
            let is_needy = fit.parts.iter().any(Part::is_needy);
            for index in 0..fit.parts.len() {
                let part = &fit.parts[index];
                if part.room.is_none() && (part.is_vital() || !is_needy) {
                    fit.give(index, Some(part.room_of(Length::Crumb)[0]));
                    assert!(fit.cells() > width, "{width}: {painted}: {:?} fits", fit.parts[index]);
                    fit.give(index, None);
                }
            }
            shortened += usize::from(fitted(&line.spans, width, None).is_some());
            count += 1;
        }
    }
    assert!(shortened > count / 3 && shortened < count, "{shortened} of {count} lines were shortened");
}

/// Compares with every combination of forms, which is exact and slow.
#[test]
fn no_combination_of_forms_that_fits_weighs_more() {
    let (mut random, mut count) = (Random(2), 0_usize);
    for _ in 0..300 {
        let line = random.line(4);
        for width in WIDTHS.step_by(7) {
            let chosen = upgraded(&line.spans, width);
            let mut every = Fit::new(&line.spans, width, join_widths(None));
            let mut best = Vec::new();
            loop {
                if every.cells() <= width && is_allowed(&every) {
                    best = best.max(weight(&every));
                }
                count += 1;
                // Counts through all forms, as an odometer does.
                let Some(part) = every.parts.iter_mut().find(|part| part.room < Some(part.whole)) else {
                    break;
                };
                let place = (part.start, next_form(part));
                for part in &mut every.parts {
                    match part.start.cmp(&place.0) {
                        std::cmp::Ordering::Less => part.room = None,
                        std::cmp::Ordering::Equal => part.room = place.1,
                        std::cmp::Ordering::Greater => {}
                    }
                }
            }
            assert_eq!(weight(&chosen), best, "{width}: {line:?}");
        }
    }
    assert!(count > 100_000, "only {count} combinations");
}

/// Returns the next longer form of a part.
fn next_form(part: &Part) -> Option<usize> {
    let lengths = UPGRADES.iter().filter(|(rank, _)| *rank == part.rank);
    lengths.flat_map(|(_, length)| part.room_of(*length)).find(|room| part.room < Some(*room))
}

#[test]
fn what_is_a_little_too_long_is_cut_before_a_bar_is_drawn() {
    let mut line = Line::default();
    line.push(Join::Bar, Rank::Lead, "v2.0");
    line.push(Join::Word, Rank::Name, "Code Quality");
    line.push_bar(Join::Word, Some(59));
    line.push(Join::Dot, Rank::Active, "next execute-phase 4.5/4.6");
    let painted = |width| line.paint(&Paint { width: Some(width), ..Paint::default() });
    let expected = [
        (12, "next execut…"),
        (20, "59% · next execute-…"),
        (35, "v2.0 59% · next execute-phase 4.5/…"),
        (36, "v2.0 59% · next execute-phase 4.5/4…"),
        (37, "v2.0 59% · next execute-phase 4.5/4.6"),
        (43, "v2.0 Code… 59% · next execute-phase 4.5/4.6"),
        (49, "v2.0 Code Quali… 59% · next execute-phase 4.5/4.6"),
        (50, "v2.0 [█████░░░░░] 59% · next execute-phase 4.5/4.6"),
    ];
    for (width, expected) in expected {
        assert_eq!(painted(width), expected, "{width}");
    }
}
