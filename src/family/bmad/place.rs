//! Finds `sprint-status.yaml`: where the project's config says, else where BMAD has kept it over time.

use std::path::{Component, Path};

use super::read::Sprint;
use crate::{
    family::{Content, Found, Search, inside::leads_out, text::map},
    sys::file::{self, Open, STATE_LIMIT},
};

/// The name of the file.
const NAME: &str = "sprint-status.yaml";

/// Where the config is, from the newest form to the oldest.
const CONFIGS: [&str; 3] = ["_bmad/bmm/config.yaml", ".bmad/bmm/config.yaml", "bmad/bmm/config.yaml"];

/// Where the file is if the config does not say, or is wrong about it, in the order in which they are tried.
pub(super) const PLACES: &[&str] = &[
    "_bmad-output/implementation-artifacts/sprint-status.yaml",
    "docs/sprint-artifacts/sprint-status.yaml",
    "docs/sprint-status.yaml",
    "_bmad-output/sprint-status.yaml",
    "sprint-status.yaml",
];

/// The most bytes of the config to read, which has about twenty lines.
const CONFIG_LIMIT: usize = 16 << 10;

/// Where the config says that the file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pointer {
    /// In this folder, below the project's directory.
    Inside(String),
    /// In a folder outside the project, which is not followed.
    Outside(String),
}

/// Looks for the file in one directory.
pub(super) fn find(search: &Search<'_>, dir: &Path) -> Option<Found> {
    let named = match configured(dir) {
        Some((_, Pointer::Inside(folder))) => Some(file::below(dir, &format!("{folder}/{NAME}"))),
        _ => None,
    };
    let usual =
        PLACES.iter().map(|place| file::below(dir, place)).filter(|place| named.as_ref() != Some(place));
    named.clone().into_iter().chain(usual).find_map(|path| {
        let open = Open::at(&path).ok()?;
        let modified = open.modified();
        let is_paid = search.budget.takes(open.size().min(STATE_LIMIT));
        let bytes = is_paid.then(|| open.head(STATE_LIMIT).ok()).flatten()?;
        // Other tools write other things under this name.
        Sprint::read(&String::from_utf8_lossy(&bytes))?;
        Some(Found { path, modified, content: Content::Bytes(bytes), others: 0 })
    })
}

/// Returns the config of a project, and where it says that the file is.
pub(super) fn configured(dir: &Path) -> Option<(&'static str, Pointer)> {
    CONFIGS.into_iter().find_map(|place| {
        let text = file::text(&file::below(dir, place), CONFIG_LIMIT).ok()?;
        Some((place, pointer(&text, dir)?))
    })
}

/// Returns where a config says that the file is.
pub(super) fn pointer(config: &str, dir: &Path) -> Option<Pointer> {
    let value = |name: &str| {
        let mut entries = map::entries(config).filter(|entry| entry.indent == 0 && entry.key == name);
        entries.next().map(|entry| entry.value).filter(|value| !value.is_empty())
    };
    let output = value("output_folder");
    // Each version of BMAD has its own name for it.
    let written = value("implementation_artifacts").or_else(|| value("sprint_artifacts")).or(output)?;
    let written = written.replace("{output_folder}", output.unwrap_or_default());
    let is_ours = written.contains("{project-root}");
    let bare = written.replace("{project-root}", "");
    if bare.contains('{') {
        return None;
    }
    let path = Path::new(if is_ours { bare.trim_start_matches(['/', '\\']) } else { &bare });
    let below = if path.is_absolute() { path.strip_prefix(dir).ok() } else { Some(path) };
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    match below.filter(|path| path.components().all(is_plain)).and_then(Path::to_str) {
        Some(below) if !leads_out(dir, Path::new(below)) => {
            Some(Pointer::Inside(below.trim_end_matches('/').to_owned()))
        }
        _ => Some(Pointer::Outside(bare)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_is_read_in_every_form_and_stays_inside_the_project() {
        // With a drive, where paths have one.
        let dir = &std::path::absolute("/work/shop").unwrap();
        let absolute = format!("implementation_artifacts: {}/impl\n", dir.display());
        let inside = |folder: &str| Some(Pointer::Inside(folder.to_owned()));
        let outside = |folder: &str| Some(Pointer::Outside(folder.to_owned()));
        for (config, expected) in [
            ("implementation_artifacts: \"{project-root}/_bmad-output/impl\"\n", inside("_bmad-output/impl")),
            ("sprint_artifacts: '{project-root}/docs/sprint-artifacts/'\n", inside("docs/sprint-artifacts")),
            ("output_folder: docs\n", inside("docs")),
            ("output_folder: '{project-root}'\n", inside("")),
            (
                "implementation_artifacts: \"{project-root}/{output_folder}/impl\"\noutput_folder: out\n",
                inside("out/impl"),
            ),
            (
                "implementation_artifacts: \"{output_folder}/impl\"\noutput_folder: \"{project-root}/out\"\n",
                inside("out/impl"),
            ),
            (absolute.as_str(), inside("impl")),
            ("implementation_artifacts: /etc\n", outside("/etc")),
            ("implementation_artifacts: ../other\n", outside("../other")),
            ("implementation_artifacts: \"{project-root}/../other\"\n", outside("/../other")),
            ("implementation_artifacts: \"{home}/impl\"\n", None),
            ("user_name: Jo\n", None),
        ] {
            assert_eq!(pointer(config, dir), expected, "{config}");
        }
    }
}
