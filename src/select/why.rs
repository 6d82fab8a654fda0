//! Explains why a state was chosen over the others in its directory.

use super::trace::{Presence, Spot, Trace};
use crate::{
    config::Config,
    family::{Family, Work, plan::TIE},
    text,
};

impl Trace {
    /// Says why a state of `family` applies.
    pub fn why(&self, family: &Family, only: Option<&Family>, config: &Config) -> String {
        let spots = self.directories.last().map(|last| last.spots.as_slice()).unwrap_or_default();
        let has_state = |spot: &&Spot| matches!(spot.presence, Presence::State(_));
        let mut states: Vec<&Spot> = spots.iter().filter(has_state).collect();
        states.dedup_by_key(|spot| spot.family.id);
        let is_nearest = self.directories.len() > 1;
        let nearest = if is_nearest { "the nearest directory with a state" } else { "this directory" };
        let mut why = match (only, states.len()) {
            (Some(only), _) => format!("it is in {nearest}, and `--as {}` asks for no other", only.id),
            (None, 0 | 1) => format!("the only state file in {nearest}"),
            (None, count) if config.prefer.iter().any(|preferred| preferred.id == family.id) => {
                format!("one of {count} state files in {nearest}; the settings prefer it")
            }
            (None, count) => {
                format!("one of {count} state files in {nearest}; {}", advantage(family, &states))
            }
        };
        if let Some(choice) = family.choice {
            why.push_str(". ");
            why.push_str(choice);
        }
        why
    }
}

/// Says what a state has that the others in its directory do not.
fn advantage(family: &Family, states: &[&Spot]) -> String {
    let is_in_flight = |spot: &&&Spot| spot.work == Some(Work::InFlight);
    let in_flight = states.iter().filter(is_in_flight).count();
    if in_flight == 0 || in_flight == states.len() {
        return by_time(family, states).to_owned();
    }
    let is_own = states.iter().filter(is_in_flight).any(|spot| spot.family.id == family.id);
    if !is_own {
        return "it has something to show".to_owned();
    }
    let of = |plans: bool| {
        let others = states.iter().filter(|spot| !is_in_flight(spot) && spot.family.is_plan == plans);
        let ids: Vec<String> = others.map(|spot| format!("`{}`", spot.family.id)).collect();
        let (is, are) = if plans { ("is a plan", "are plans") } else { ("is over", "are over") };
        let verb = if ids.len() == 1 { is } else { are };
        (!ids.is_empty()).then(|| format!("{} {verb}", text::series(&ids, "and")))
    };
    let others: Vec<String> = [of(true), of(false)].into_iter().flatten().collect();
    let last = if in_flight > 1 { " and was written last" } else { "" };
    format!("it is in flight{last}; {}", others.join(", "))
}

/// Says how the time decided between states that are all plans, or all in flight.
fn by_time(family: &Family, states: &[&Spot]) -> &'static str {
    let written = |spot: &Spot| if let Presence::State(modified) = spot.presence { modified } else { 0 };
    let own = states.iter().find(|spot| spot.family.id == family.id).map(|spot| written(spot));
    let newest = states.iter().map(|spot| written(spot)).max();
    let others = states.iter().filter(|spot| spot.family.id != family.id);
    let is_tied = |spot: &&&Spot| own.is_some_and(|own| own.abs_diff(written(spot)) <= TIE);
    match own.zip(newest) {
        Some((own, newest)) if own.abs_diff(newest) > TIE => "it has something to show",
        Some(_) if family.is_plan && others.filter(is_tied).any(|spot| spot.family.is_plan) => {
            "others were written at the same time, and of those one that is half done wins, then one that is not \
             begun"
        }
        _ => "it was written last",
    }
}
