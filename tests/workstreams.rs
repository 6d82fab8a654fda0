//! Which workstream of a GSD project is active; finding out writes and removes nothing.

use stateline::sys::file;

use crate::harness::{Project, Run};

const NONE_ACTIVE: &str = "no active workstream\n";

/// A project with the workstreams `alpha` and `beta`, and something outside that must not be read.
fn project() -> Project {
    let state = |name: &str| format!("---\nmilestone: {name}\nstatus: planning\n---\n");
    Project::new()
        .file("work/.planning/workstreams/alpha/STATE.md", state("alpha"))
        .file("work/.planning/workstreams/beta.2_x-y/STATE.md", state("beta"))
        .file("work/.planning/x/STATE.md", state("outside"))
        .file("work/.planning/.hidden/STATE.md", state("hidden"))
        .file("work/.planning/workstreams/-flag/STATE.md", state("flag"))
}

/// Plants the pointer of a session, where GSD would keep it.
fn session_pointer(project: Project, key: &str, name: &str) -> Project {
    // With the separators of the system, as Node has them.
    let planning = file::canonical(&project.path("work/.planning")).unwrap();
    let hash = sha1_smol::Sha1::from(planning.to_str().unwrap()).digest().to_string();
    project.file(&format!("tmp/gsd-workstream-sessions/{}/{key}", &hash[..16]), name)
}

/// Runs `line`, which may not change anything, and compares what it prints.
#[track_caller]
fn assert_line(project: &Project, expected: &str) {
    let before = project.snapshot();
    assert_eq!(project.run(["line"]), Run::printed(expected));
    assert_eq!(project.snapshot(), before, "something was written or removed");
}

#[test]
fn without_a_pointer_no_workstream_is_active() {
    assert_line(&project(), NONE_ACTIVE);
    let run = project().env("NO_COLOR", "1").run_with([""; 0], b"{}");
    assert_eq!(run, Run::printed("Claude │ no active workstream │ work"));
}

#[test]
fn the_environment_names_a_workstream() {
    for (name, line) in [
        ("alpha", "alpha · planning\n"),
        (" alpha\n", "alpha · planning\n"),
        ("beta.2_x-y", "beta · planning\n"),
        ("", NONE_ACTIVE),
        (" ", NONE_ACTIVE),
        // Named, but without a state: nothing to show.
        ("gamma", ""),
        ("../x", NONE_ACTIVE),
        ("../../.planning/x", NONE_ACTIVE),
        ("alpha/../alpha", NONE_ACTIVE),
        ("alpha/", NONE_ACTIVE),
        ("/", NONE_ACTIVE),
        (".", NONE_ACTIVE),
        ("..", NONE_ACTIVE),
        ("a..b", NONE_ACTIVE),
        ("-flag", NONE_ACTIVE),
        ("al pha", NONE_ACTIVE),
        ("größe", NONE_ACTIVE),
    ] {
        println!("GSD_WORKSTREAM={name:?}");
        assert_line(&project().env("GSD_WORKSTREAM", name), line);
    }
}

#[test]
fn the_environment_overrules_every_pointer() {
    let project = session_pointer(project(), "claude-session-id-s1", "beta.2_x-y")
        .file("work/.planning/active-workstream", "beta.2_x-y")
        .env("CLAUDE_SESSION_ID", "s1")
        .env("GSD_WORKSTREAM", "alpha");
    assert_line(&project, "alpha · planning\n");
}

#[test]
fn the_pointer_of_the_session_overrules_the_shared_one() {
    for (variable, value, key) in [
        ("GSD_SESSION_KEY", "s1", "gsd-session-key-s1"),
        ("CLAUDE_SESSION_ID", "s1", "claude-session-id-s1"),
        ("CLAUDE_CODE_SSE_PORT", "1234", "claude-code-sse-port-1234"),
        ("TMUX_PANE", "%7", "tmux-pane-7"),
        ("TMUX_PANE", " a / b ", "tmux-pane-a_b"),
        ("GSD_SESSION_KEY", "../../x", "gsd-session-key-.._.._x"),
        ("TTY", "/dev/pts/3", "tty-pts_3"),
        ("SSH_TTY", "/dev/pts/3", "tty-pts_3"),
    ] {
        println!("{variable}={value:?}");
        let project = session_pointer(project(), key, "alpha\n")
            .file("work/.planning/active-workstream", "beta.2_x-y\n")
            .env(variable, value);
        assert_line(&project, "alpha · planning\n");
    }
}

#[test]
fn the_first_variable_that_names_a_session_wins() {
    let project = session_pointer(project(), "gsd-session-key-s1", "alpha");
    let project = session_pointer(project, "tmux-pane-7", "beta.2_x-y").env("TMUX_PANE", "%7");
    assert_line(&project, "beta · planning\n");
    assert_line(&project.env("GSD_SESSION_KEY", "s1"), "alpha · planning\n");
}

#[test]
fn a_stale_pointer_of_the_session_hides_the_shared_one_and_stays() {
    for name in ["gone", "../x", ".hidden", "..", "/", "al pha", "-flag"] {
        println!("{name:?}");
        let project = session_pointer(project(), "claude-session-id-s1", name)
            .file("work/.planning/active-workstream", "alpha")
            .env("CLAUDE_SESSION_ID", "s1");
        assert_line(&project, NONE_ACTIVE);
    }
}

#[test]
fn an_empty_or_missing_pointer_of_the_session_leaves_it_to_the_shared_one() {
    let shared =
        || project().file("work/.planning/active-workstream", "alpha\n").env("CLAUDE_SESSION_ID", "s1");
    assert_line(&shared(), "alpha · planning\n");
    assert_line(&session_pointer(shared(), "claude-session-id-s1", " \n"), "alpha · planning\n");
    assert_line(&session_pointer(shared(), "claude-session-id-other", "beta.2_x-y"), "alpha · planning\n");
}

#[test]
fn the_shared_pointer_names_a_workstream_that_is_there() {
    for (name, line) in [
        ("alpha", "alpha · planning\n"),
        ("\n alpha \r\n", "alpha · planning\n"),
        ("gone", NONE_ACTIVE),
        ("../x", NONE_ACTIVE),
        ("", NONE_ACTIVE),
        ("-flag", NONE_ACTIVE),
        ("alpha\nbeta.2_x-y", NONE_ACTIVE),
    ] {
        println!("{name:?}");
        assert_line(&project().file("work/.planning/active-workstream", name), line);
    }
    let endless = "alpha".repeat(100_000);
    assert_line(&project().file("work/.planning/active-workstream", endless), NONE_ACTIVE);
}

#[test]
fn a_flat_state_wins_over_any_workstream() {
    let project = project()
        .file("work/.planning/STATE.md", "---\nmilestone: flat\nstatus: planning\n---\n")
        .file("work/.planning/active-workstream", "alpha");
    assert_line(&project, "flat · planning\n");
}

#[test]
fn a_workstream_without_a_state_hides_what_is_further_up() {
    let project = project()
        .file("work/.planning/STATE.md", "---\nmilestone: upper\nstatus: planning\n---\n")
        .file("work/lower/.planning/workstreams/alpha/notes.md", "")
        .file("work/lower/.planning/active-workstream", "alpha")
        .dir("work/lower");
    assert_line(&project, "");
}

#[test]
fn a_workstreams_folder_without_workstreams_is_ignored() {
    let project = project()
        .file("work/.planning/STATE.md", "---\nmilestone: upper\nstatus: planning\n---\n")
        .file("work/lower/.planning/workstreams/README.md", "")
        .dir("work/lower");
    assert_line(&project, "upper · planning\n");
}

#[test]
fn a_project_of_its_own_name_keeps_its_workstreams_below_it() {
    let kept = || {
        project()
            .file(
                "work/.planning/shop/workstreams/alpha/STATE.md",
                "---\nmilestone: shop\nstatus: planning\n---\n",
            )
            .env("GSD_WORKSTREAM", "alpha")
    };
    assert_line(&kept().env("GSD_PROJECT", "shop"), "shop · planning\n");
    assert_line(&kept().env("GSD_PROJECT", "../.planning/shop"), NONE_ACTIVE);
    assert_line(&kept().env("GSD_PROJECT", ".."), NONE_ACTIVE);
    assert_line(&kept().env("GSD_PROJECT", "none"), "");
}
