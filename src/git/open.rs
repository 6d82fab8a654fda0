//! Finds and opens a repository, with nothing in its settings that could run a program.

use std::path::Path;

use gix::{
    Repository, ThreadSafeRepository,
    discover::upwards,
    open::{Options, Permissions, permissions},
    sec::{Permission, trust::Mapping},
};

/// The sections of the settings that are kept, none of which makes `gix` run a program.
///
/// A submodule's `update` may be a command, which only `git submodule` runs; here only its `ignore` is read.
const SECTIONS: [&str; 9] =
    ["branch", "core", "diff", "extensions", "index", "remote", "sparse", "status", "submodule"];

/// The size of the object cache, in bytes: histories and trees share most of their objects.
const CACHE: usize = 4 << 20;

/// Returns the repository that `dir` is in, or the one that `GIT_DIR` names.
pub(super) fn around(dir: &Path) -> Option<Repository> {
    let place = upwards::Options { match_ceiling_dir_or_error: false, ..upwards::Options::default() };
    let mapping = Mapping { full: options(), reduced: options() };
    let repository = ThreadSafeRepository::discover_with_environment_overrides_opts(dir, place, mapping);
    harmless(repository.ok()?.to_thread_local())
}

/// Returns the repository of a submodule that is checked out at `dir`.
pub(super) fn at(dir: &Path) -> Option<Repository> {
    harmless(options().open(dir.join(".git")).ok()?.to_thread_local())
}

fn options() -> Options {
    Options::default().permissions(Permissions {
        env: permissions::Environment {
            home: Permission::Allow,
            xdg_config_home: Permission::Allow,
            git_prefix: Permission::Allow,
            ..permissions::Environment::isolated()
        },
        // To get the settings of git's installation, git would have to be run.
        config: permissions::Config { git_binary: false, env: false, ..permissions::Config::all() },
        attributes: permissions::Attributes { git_binary: false, ..permissions::Attributes::all() },
    })
}

/// Drops all settings except those that a count depends on.
fn harmless(mut repository: Repository) -> Option<Repository> {
    let mut settings = repository.config_snapshot_mut();
    let others: Vec<_> = settings
        .sections_and_ids()
        .filter(|(section, _)| {
            let header = section.header();
            let is_known = SECTIONS.iter().any(|name| header.name().eq_ignore_ascii_case(name.as_bytes()));
            // `diff` with a name is a driver, which names programs.
            let is_driver = header.name().eq_ignore_ascii_case(b"diff") && header.subsection_name().is_some();
            !is_known || is_driver
        })
        .map(|(_, id)| id)
        .collect();
    for id in others {
        settings.remove_section_by_id(id);
    }
    settings.commit().ok()?;
    // `gix` would find no references if they are not stored as files.
    let storage = repository.config_snapshot().string("extensions.refStorage");
    if storage.is_some_and(|storage| storage != "files") {
        return None;
    }
    repository.object_cache_size(CACHE);
    Some(repository)
}
