//! The text of a host's settings: with the line in it, and without.

use super::{EditFault, Made, Request, Settings, joined};
use crate::{hook::wrapped::PATIENCE, hosts::Syntax};

impl Settings {
    /// Returns the text with the status line in it.
    pub(super) fn with_line(&self, request: &Request) -> Result<String, EditFault> {
        let (syntax, key) = (self.agent.settings.syntax, self.agent.settings.key);
        let own = self.own(&self.text);
        let theirs = if own.is_some() { self.original() } else { Some(self.text.clone()) };
        let theirs = theirs.filter(|text| request.wrap && self.own(text).is_none());
        let theirs = theirs.and_then(|text| self.command(&text));
        let margin = self.margin(request);
        let command = match (own, theirs) {
            (Some(own), _) if own.wrapped().is_some() && !request.wrap => own.unwrapped(&self.program),
            // Keep flags that were added by hand.
            (Some(own), theirs) if theirs.is_none() || own.wrapped().is_some() => {
                let is_current = own.runs(&self.program);
                let renewed = own.renewed(&self.program);
                let padded = if request.padding.is_some() {
                    own.with_margin(&self.program, margin)
                } else {
                    renewed.clone()
                };
                if is_current && padded == renewed {
                    return Ok(self.text.clone());
                }
                padded
            }
            (_, Some(theirs)) => self.program.wrapping(self.agent.host, &theirs, margin),
            (_, None) => self.program.alone(margin),
        };
        let at = joined(key, "command");
        if self.command(&self.text).is_none() && syntax == Syntax::Jsonc {
            return syntax.put(&self.text, key, &self.fresh(command));
        }
        let text = syntax.put(&self.text, &at, &Made::Text(command))?;
        let mut needed = self.agent.settings.needed.iter();
        let text = needed.try_fold(text, |text, (name, raw)| with(syntax, text, &joined(key, name), raw))?;
        if self.own(&self.text).is_some() {
            return Ok(text);
        }
        let mut usual = self.agent.settings.usual.iter();
        usual.try_fold(text, |text, (name, raw)| {
            let at = joined(key, name);
            if syntax.raw(&text, &at).is_some() { Ok(text) } else { with(syntax, text, &at, raw) }
        })
    }

    /// Returns the columns that the host keeps for itself with the padding that is in effect, unless they are those
    /// that it keeps without one, which the hook knows.
    fn margin(&self, request: &Request) -> Option<usize> {
        let (agent, margin) = (self.agent.settings, self.agent.host.margin);
        let set = || agent.syntax.raw(&self.text, &joined(agent.key, agent.padding?));
        let padding = request.padding.clone().or_else(set)?.parse().ok()?;
        Some(margin.columns(padding)).filter(|columns| *columns != margin.columns(0))
    }

    /// Returns the text with the other options applied.
    pub(super) fn with_rest(&self, text: String, request: &Request) -> Result<String, EditFault> {
        let (agent, syntax) = (self.agent.settings, self.agent.settings.syntax);
        let mut text = text;
        for (name, value) in [(agent.refresh, &request.refresh), (agent.padding, &request.padding)] {
            if let (Some(name), Some(value)) = (name, value) {
                text = with(syntax, text, &joined(agent.key, name), value)?;
            }
        }
        if let (Some(name), true) =
            (agent.refresh, self.own(&text).is_some_and(|own| own.wrapped().is_some()))
        {
            let (at, least) = (joined(agent.key, name), self.agent.host.least_refresh(PATIENCE));
            let is_short = |raw: String| raw.parse().is_ok_and(|seconds: f64| seconds < f64::from(least));
            if syntax.raw(&text, &at).is_some_and(is_short) {
                text = with(syntax, text, &at, &least.to_string())?;
            }
        }
        for (path, raw) in agent.elsewhere {
            text = with(syntax, text, path, raw)?;
        }
        let Some(key) = agent.subagents.filter(|_| request.subagents) else { return Ok(text) };
        let command = format!("{} subagents", self.program.alone(None));
        if syntax.string(&text, &[key, "command"]).as_ref() == Some(&command) {
            return Ok(text);
        }
        let made = [("type", Made::Text("command".to_owned())), ("command", Made::Text(command))];
        let made = made.map(|(name, made)| (name.to_owned(), made)).to_vec();
        syntax.put(&text, &[key], &Made::Object(made))
    }

    /// Returns the text without anything of ours; `original` is the original text, if it is known.
    pub(super) fn without_line(&self, original: Option<&str>) -> Result<String, EditFault> {
        let (agent, syntax) = (self.agent.settings, self.agent.settings.syntax);
        let mut text = self.without_repeats(self.text.clone(), original)?;
        let is_ours = text != self.text || self.own(&text).is_some();
        if let Some(own) = self.own(&text) {
            let theirs = original.and_then(|original| self.command(original));
            text = match (theirs, own.wrapped()) {
                (Some(_), _) => {
                    let text = restored(syntax, text, &joined(agent.key, "command"), original)?;
                    agent.needed.iter().try_fold(text, |text, (name, _)| {
                        restored(syntax, text, &joined(agent.key, name), original)
                    })?
                }
                (None, Some(wrapped)) => {
                    syntax.put(&text, &joined(agent.key, "command"), &Made::Text(wrapped.to_owned()))?
                }
                _ if syntax == Syntax::Toml => syntax.take(&text, &joined(agent.key, "command"))?,
                _ => restored(syntax, text, agent.key, original)?,
            };
        }
        for (name, raw) in agent.usual.iter().filter(|_| is_ours && original.is_some()) {
            let at = joined(agent.key, name);
            // Another value than ours is the user's.
            if syntax.raw(&text, &at).as_deref() == Some(raw) {
                text = restored(syntax, text, &at, original)?;
            }
        }
        for (path, _) in agent.elsewhere.iter().filter(|_| is_ours && self.found.record.is_some()) {
            text = restored(syntax, text, path, original)?;
        }
        let Some(key) = agent.subagents else { return Ok(text) };
        let rows = syntax.string(&text, &[key, "command"]);
        let is_ours = rows.is_some_and(|command| self.program.own(&command).is_some());
        if is_ours { restored(syntax, text, &[key], original) } else { Ok(text) }
    }

    /// Removes our value of a key that the user has added a second time.
    ///
    /// Hosts read the last of two equal keys. The one that is not ours was added by the user, and stays.
    fn without_repeats(&self, text: String, original: Option<&str>) -> Result<String, EditFault> {
        let (syntax, key) = (self.agent.settings.syntax, self.agent.settings.key);
        let command = joined(key, "command");
        let is_ours = |raw: &str| {
            // The value is an object with a command, or the command itself.
            let command = syntax.string(raw, &["command"]).or_else(|| syntax.string(raw, &[]));
            command.is_some_and(|command| self.program.own(&command).is_some())
        };
        let mut text = text;
        for path in [key, &command] {
            let expected = original.map_or(1, |original| syntax.all(original, path).len().max(1));
            loop {
                let all = syntax.all(&text, path);
                let ours = all.iter().position(|raw| is_ours(raw));
                let Some(ours) = ours.filter(|_| all.len() > expected) else { break };
                text = syntax.take_one(&text, path, ours)?;
            }
        }
        Ok(text)
    }

    /// Returns a new status line, for settings that have none.
    fn fresh(&self, command: String) -> Made {
        let raw = |(name, raw): &(&str, &str)| ((*name).to_owned(), Made::Raw((*raw).to_owned()));
        let mut fields: Vec<(String, Made)> = self.agent.settings.needed.iter().map(raw).collect();
        let at = fields.len().min(1);
        fields.insert(at, ("command".to_owned(), Made::Text(command)));
        fields.extend(self.agent.settings.usual.iter().map(raw));
        Made::Object(fields)
    }
}

/// Sets a value, given in the file's syntax, unless it is set already.
fn with(syntax: Syntax, text: String, path: &[&str], raw: &str) -> Result<String, EditFault> {
    if syntax.raw(&text, path).as_deref() == Some(raw) {
        return Ok(text);
    }
    syntax.put(&text, path, &Made::Raw(raw.to_owned()))
}

/// Restores the original value, or removes the value with the objects around it that are new, too.
fn restored(
    syntax: Syntax,
    text: String,
    path: &[&str],
    original: Option<&str>,
) -> Result<String, EditFault> {
    let was = |path: &[&str]| original.and_then(|original| syntax.raw(original, path));
    if let Some(raw) = was(path) {
        return with(syntax, text, path, &raw);
    }
    let mut text = syntax.take(&text, path)?;
    let mut around = path.split_last().map(|(_, around)| around).unwrap_or_default();
    while !around.is_empty() && original.is_some() && was(around).is_none() {
        if !syntax.raw(&text, around).is_some_and(|raw| syntax.is_empty(&raw)) {
            break;
        }
        text = syntax.take(&text, around)?;
        around = around.split_last().map(|(_, around)| around).unwrap_or_default();
    }
    Ok(text)
}
