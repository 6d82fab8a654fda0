//! How much comes from the prompt cache, or how much has to be read again because it has expired.

use super::{Segment, Session, context, rounded};
use crate::line::{Join, Line, Rank, Tone};

pub(super) const SEGMENT: Segment = Segment {
    name: "cache",
    about: "how much comes from the prompt cache; once it has expired, the tokens to read again",
    sample: "cache 93%",
    push,
};

fn push<'s>(session: &'s Session<'s>, line: &mut Line<'s>) {
    let Some(mut cache) = session.payload.extras.reader("prompt_cache") else { return };
    let (mut ratio, mut warm, mut expires, mut uncached) = (None, None, None, 0.0);
    cache.object(|key, value| match key {
        "hit_ratio" => ratio = value.number(),
        "warm" => warm = value.scalar().map(|warm| warm.is_truthy()),
        "expires_at" => expires = value.number(),
        "recache_tokens_if_cold" => uncached = value.number().unwrap_or_default(),
        _ => value.skip(),
    });
    #[expect(clippy::cast_precision_loss, reason = "a float represents seconds exactly")]
    let is_over = expires.is_some_and(|expires: f64| expires <= session.system.now() as f64);
    if warm == Some(false) || is_over {
        line.push_as(Tone::Yellow, Join::Bar, Rank::Extra, "cache cold");
        line.push_amount_as(Tone::Yellow, Join::Word, Rank::Extra, context::in_brackets(uncached));
    } else if let Some(ratio) = ratio {
        let percent = rounded(ratio * 100.0).clamp(0.0, 100.0);
        line.push_amount_as(Tone::Dim, Join::Bar, Rank::Extra, format!("cache {percent}%"));
    }
}
