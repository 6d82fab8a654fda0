//! Checks whether other users could change a file, or replace it.
//!
//! A status line is a command that runs by itself, so anyone who can write to the settings can run programs
//! as the user. Every directory of the path is checked, and symbolic links are followed one by one.
//! Directories above the home directory are not checked: anyone who can change those controls the user's
//! account anyway.

use std::{
    fs::{self, Metadata},
    io,
    os::unix::fs::MetadataExt,
    path::{Component, Path, PathBuf},
};

use crate::sys::file;

/// How many symbolic links a path may contain, as in the kernel.
const LINKS: usize = 40;

/// The mode bits that matter here.
const STICKY: u32 = 0o1000;
const GROUP_WRITES: u32 = 0o020;
const OTHERS_WRITE: u32 = 0o002;

/// The most bytes that are read of the lists of users and groups.
const LIST_LIMIT: usize = 1 << 20;

/// Returns a path with its symbolic links resolved; the end of the path need not exist.
pub(crate) fn resolved(path: &Path) -> io::Result<PathBuf> {
    walk(path, &mut |_, _| Ok::<(), String>(())).map(|(end, _)| end)
}

/// Returns a warning for each part of the path that a group can write to, or why the file must not be changed.
pub(crate) fn check(path: &Path, home: Option<&Path>) -> Result<Vec<String>, String> {
    let home = home.and_then(|home| fs::canonicalize(home).ok());
    let mut warnings = Vec::new();
    let mut is_refused = Ok(());
    let walked = walk(path, &mut |at, about| {
        let is_above_home = home.as_ref().is_some_and(|home| home != at && home.starts_with(at));
        if is_above_home || at == Path::new("/") {
            return Ok(());
        }
        let is_in_home = home.as_ref().is_some_and(|home| at.starts_with(home));
        warnings.extend(judged(at, about, is_in_home)?);
        Ok(())
    });
    match walked {
        Ok((_, Err(why))) => is_refused = Err(why),
        Ok(_) => {}
        Err(error) => return Err(file::why(&error)),
    }
    warnings.dedup();
    is_refused.map(|()| warnings)
}

/// Follows a path, and calls `visit` for every directory, link and file of it.
///
/// Returns the resolved path, and the first error of `visit`.
fn walk<E>(
    path: &Path,
    visit: &mut dyn FnMut(&Path, &Metadata) -> Result<(), E>,
) -> io::Result<(PathBuf, Result<(), E>)> {
    let mut said = Ok(());
    let mut at = PathBuf::from("/");
    let mut rest: Vec<PathBuf> = parts(path);
    let mut links = 0_usize;
    while let Some(part) = rest.pop() {
        match part.components().next() {
            Some(Component::RootDir) => at = PathBuf::from("/"),
            Some(Component::ParentDir) => {
                at.pop();
            }
            Some(Component::Normal(name)) => {
                at.push(name);
                let about = match fs::symlink_metadata(&at) {
                    Ok(about) => about,
                    Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                    Err(error) => return Err(error),
                };
                if said.is_ok() {
                    said = visit(&at, &about);
                }
                if about.is_symlink() {
                    links = links.saturating_add(1);
                    if links > LINKS {
                        return Err(io::Error::other("too many links"));
                    }
                    rest.extend(parts(&fs::read_link(&at)?));
                    at.pop();
                }
            }
            _ => {}
        }
    }
    Ok((at, said))
}

/// Returns the components of a path, the last first.
fn parts(path: &Path) -> Vec<PathBuf> {
    path.components().rev().map(|part| PathBuf::from(part.as_os_str())).collect()
}

/// Returns a warning about one part of a path, or why it cannot be trusted.
///
/// Root may own a directory or a link, because root can change anything anyway. But a file of root's was put
/// there on purpose, and replacing it would make it the user's.
fn judged(at: &Path, about: &Metadata, is_in_home: bool) -> Result<Option<String>, String> {
    let own = rustix::process::geteuid().as_raw();
    let (mode, owner, shown) = (about.mode() & 0o7777, about.uid(), at.display());
    let is_trusted = owner == own || (owner == 0 && !about.is_file());
    if !is_trusted {
        let user = Users::read().name(owner);
        let thing = if about.is_dir() { "directory" } else { "file" };
        return Err(format!(
            "`{shown}` belongs to {user}, who could change what runs as you; make the {thing} yours with \
             `chown`, or run this as {user}"
        ));
    }
    if about.is_symlink() {
        return Ok(None);
    }
    // In a directory with the sticky bit, such as `/tmp`, only the owner of a file can replace it, and the owner is
    // checked. But anyone can add a file, and a host may read more files of its directory than the one that is written.
    let is_sticky = about.is_dir() && mode & STICKY != 0 && !is_in_home;
    if mode & OTHERS_WRITE != 0 && !is_sticky {
        return Err(format!(
            "everyone can write to `{shown}` (mode {mode:04o}); run `chmod o-w '{shown}'` first"
        ));
    }
    let is_shared = mode & GROUP_WRITES != 0 && !is_sticky && !Users::read().is_private(about.gid());
    Ok(is_shared.then(|| {
        format!("the group {} can write to `{shown}` (mode {mode:04o})", Users::read().group(about.gid()))
    }))
}

/// The lists of users and groups. Users of a directory service are not in it, and are shown as numbers.
struct Users {
    users: String,
    groups: String,
}

impl Users {
    fn read() -> Self {
        let list = |path: &str| file::text(Path::new(path), LIST_LIMIT).unwrap_or_default();
        Self { users: list("/etc/passwd"), groups: list("/etc/group") }
    }

    /// Returns a user's name in backticks, or the number.
    fn name(&self, user: u32) -> String {
        let found = fields(&self.users).find(|fields| fields.get(2) == Some(&user.to_string().as_str()));
        named(found.as_deref(), "user", user)
    }

    /// Returns a group's name in backticks, or the number.
    fn group(&self, group: u32) -> String {
        let found = fields(&self.groups).find(|fields| fields.get(2) == Some(&group.to_string().as_str()));
        named(found.as_deref(), "group", group).trim_start_matches("group ").to_owned()
    }

    /// Returns whether this user is the only one in a group.
    ///
    /// If the user is not in the list, the group with the same number is considered the user's own.
    fn is_private(&self, group: u32) -> bool {
        let (own, group) = (rustix::process::geteuid().as_raw().to_string(), group.to_string());
        let name = fields(&self.users).find(|fields| fields.get(2) == Some(&own.as_str()));
        let Some(name) = name.and_then(|fields| fields.first().copied()) else { return own == group };
        let is_other = |member: &&str| !member.is_empty() && *member != name;
        let has_members = fields(&self.groups)
            .filter(|fields| fields.get(2) == Some(&group.as_str()))
            .any(|fields| fields.get(3).is_some_and(|members| members.split(',').any(|one| is_other(&one))));
        let mut primary = fields(&self.users).filter(|fields| fields.get(3) == Some(&group.as_str()));
        let is_own = primary.next().is_some_and(|fields| fields.first() == Some(&name));
        is_own && primary.next().is_none() && !has_members
    }
}

/// line = name ":" password ":" number ":" …
fn fields(list: &str) -> impl Iterator<Item = Vec<&str>> {
    list.lines().map(|line| line.split(':').collect())
}

fn named(fields: Option<&[&str]>, kind: &str, number: u32) -> String {
    let name = fields.and_then(|fields| fields.first());
    name.map_or_else(|| format!("{kind} {number}"), |name| format!("`{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn users(users: &str, groups: &str) -> Users {
        Users { users: users.to_owned(), groups: groups.to_owned() }
    }

    #[test]
    fn a_group_is_private_if_no_other_user_is_in_it() {
        let own = rustix::process::geteuid().as_raw();
        let me = format!("me:x:{own}:500::/home/me:/bin/sh\n");
        assert!(users(&me, "me:x:500:\n").is_private(500));
        assert!(users(&me, "me:x:500:me\n").is_private(500));
        assert!(!users(&me, "me:x:500:me,other\n").is_private(500), "another member");
        assert!(!users(&me, "staff:x:50:\n").is_private(50), "not the group that files of mine get");
        let two = format!("{me}other:x:77777:500::/home/other:/bin/sh\n");
        assert!(!users(&two, "me:x:500:\n").is_private(500), "another user's own group, too");
        assert!(users("", "").is_private(own), "unknown, but of the same number");
        assert!(!users("", "").is_private(own.wrapping_add(1)));
    }

    #[test]
    fn users_and_groups_are_shown_by_name_if_they_have_one() {
        let lists = users("me:x:77:500::/:/bin/sh\n", "us:x:500:me\n");
        assert_eq!(lists.name(77), "`me`");
        assert_eq!(lists.name(78), "user 78");
        assert_eq!(lists.group(500), "`us`");
        assert_eq!(lists.group(501), "501");
    }
}
