//! Plans beyond their line: which one is in hand, when it is hidden, pointers, the commands, and what is no file.

use std::{
    fs,
    os::unix::fs::symlink,
    path::Path,
    time::{Duration, SystemTime},
};

use crate::harness::{Project, Run, make_fifo};

const NOW: &str = "2026-01-15T12:34:08Z";

const HALF: &str = "## 1. Wash\n\n- [x] 1.1 Jars\n- [ ] 1.2 Lids\n";
const UNBEGUN: &str = "- [ ] 1.1 Jars\n";
const DONE: &str = "- [x] 1.1 Jars\n";

fn project() -> Project {
    Project::new().env("STATELINE_NOW", NOW)
}

/// Returns the project with the tasks of a change, written that many seconds before the time of the run.
fn change(project: Project, name: &str, text: &str, age: u64) -> Project {
    let path = format!("work/openspec/changes/{name}/tasks.md");
    written(project.file(&path, text), &path, age)
}

fn written(project: Project, path: &str, age: u64) -> Project {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_768_480_448 - age);
    fs::File::options().write(true).open(project.path(path)).unwrap().set_modified(time).unwrap();
    project
}

const DAY: u64 = 86_400;

fn line(project: &Project) -> String {
    let run = project.run(["line"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    run.stdout
}

#[test]
fn the_plan_written_last_is_in_hand_and_a_tie_goes_to_one_that_is_half_done() {
    for (ages, wanted) in [
        ([60, 120, 180], "a [░░░░░░░░░░] 0% · 1.1 Jars · +2 changes\n"),
        ([120, 60, 180], "b [█████░░░░░] 50% · 1.2 Lids · +2 changes\n"),
        // The newest is done, so one that is half done is better.
        ([120, 180, 60], "b [█████░░░░░] 50% · 1.2 Lids · +2 changes\n"),
        ([60, 62, 60], "b [█████░░░░░] 50% · 1.2 Lids · +2 changes\n"),
        ([60, 63, 60], "a [░░░░░░░░░░] 0% · 1.1 Jars · +2 changes\n"),
        ([60, 31 * DAY, 61], "a [░░░░░░░░░░] 0% · 1.1 Jars · +2 changes\n"),
        // Too old to be in hand.
        ([31 * DAY, 31 * DAY, 60], "c [██████████] 100% · ready to archive · +2 changes\n"),
        // The done one is hidden after three days, and then one that was not begun is better than nothing.
        ([6 * DAY, 40 * DAY, 2 * DAY], "c [██████████] 100% · ready to archive · +2 changes\n"),
        ([6 * DAY, 40 * DAY, 4 * DAY], "a [░░░░░░░░░░] 0% · 1.1 Jars · +2 changes\n"),
        // While the done one is shown, one that was left days before it was done does not come back.
        ([40 * DAY, 3 * DAY, 60], "b [█████░░░░░] 50% · 1.2 Lids · +2 changes\n"),
        ([40 * DAY, 3 * DAY + 60, 60], "c [██████████] 100% · ready to archive · +2 changes\n"),
        ([40 * DAY, 20 * DAY, 4 * DAY], "b [█████░░░░░] 50% · 1.2 Lids · +2 changes · 20d old\n"),
    ] {
        let texts = [("a", UNBEGUN), ("b", HALF), ("c", DONE)];
        let project = texts
            .iter()
            .zip(ages)
            .fold(project(), |project, ((name, text), age)| change(project, name, text, age));
        assert_eq!(line(&project), wanted, "{ages:?}");
    }
}

#[test]
fn a_plan_shows_its_age_and_then_is_hidden() {
    for (text, days, wanted) in [
        (HALF, 13, "a [█████░░░░░] 50% · 1.2 Lids\n"),
        (HALF, 14, "a [█████░░░░░] 50% · 1.2 Lids · 14d old\n"),
        (HALF, 29, "a [█████░░░░░] 50% · 1.2 Lids · 29d old\n"),
        (HALF, 30, ""),
        (DONE, 2, "a [██████████] 100% · ready to archive\n"),
        (DONE, 3, ""),
    ] {
        assert_eq!(line(&change(project(), "a", text, days * DAY)), wanted, "{days}");
    }
    let settings = "[plans]\ndone_days = 5\nage_days = 1\nhide_days = 2\n";
    let set = || project().file("home/.config/stateline/config.toml", settings);
    assert_eq!(line(&change(set(), "a", DONE, 4 * DAY)), "a [██████████] 100% · ready to archive\n");
    assert_eq!(line(&change(set(), "a", HALF, DAY)), "a [█████░░░░░] 50% · 1.2 Lids · 1d old\n");
    assert_eq!(line(&change(set(), "a", HALF, 2 * DAY)), "");
}

#[test]
fn a_hidden_plan_does_not_end_the_search_and_is_still_listed_and_explained() {
    let project = change(project(), "a", HALF, 40 * DAY);
    let project = project.file("work/.kiro/steering/product.md", "# Product\n");
    let run = project.run(["explain"]);
    let searched: Vec<&str> = run.stdout.lines().skip(1).take(4).collect();
    assert_eq!(
        searched,
        [
            "  no   [ROOT]/work",
            "         openspec/changes/*/tasks.md                   hidden: untouched for 40d (`plans.hide_days`)  <- explained below",
            "         * a  open, 40d ago",
            "         .kiro/specs/*/tasks.md                        not found",
        ],
        "{}",
        run.stdout
    );
    for part in [
        "  why     the nearest state; the line hides it, because it is untouched for 40d\n",
        "  line    hidden; it would be `a [█████░░░░░] 50% · 1.2 Lids · 40d old`\n",
        "Situations; the line would show the first that applies\n",
        "         <- would be shown\n",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let explained: serde_json::Value =
        serde_json::from_str(&project.run(["explain", "--json"]).stdout).unwrap();
    assert_eq!(explained["hidden"], true);
    assert_eq!(
        (&explained["scenes"][1]["holds"], &explained["scenes"][1]["shown"]),
        (&true.into(), &false.into())
    );
    assert_eq!(
        project.run(["list"]),
        Run::printed(".  openspec  a [█████░░░░░] 50% · 1.2 Lids · 40d old  40d\n")
    );
}

#[test]
fn a_plan_never_beats_work_in_flight_and_all_are_listed() {
    let project = change(project(), "a", HALF, 60);
    let project = project.file("work/.planning/STATE.md", "---\nmilestone: v2.0\nstatus: executing\n---\n");
    let project = written(project, "work/.planning/STATE.md", 5 * DAY);
    let project = project.file("work/.kiro/specs/jars/tasks.md", HALF);
    let project = written(project, "work/.kiro/specs/jars/tasks.md", 30);
    assert_eq!(line(&project), "v2.0 · executing\n");
    let why = "one of 3 state files in this directory; it is in flight; `openspec` and `kiro` are plans";
    let run = project.run(["explain", "--json"]);
    let explained: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(explained["why"], why);
    assert_eq!(project.run(["line", "--as", "openspec"]), Run::printed("a [█████░░░░░] 50% · 1.2 Lids\n"));
    assert_eq!(
        project.run(["list"]),
        Run::printed(
            ".  kiro      jars [█████░░░░░] 50% · next 1.2 Lids  30s\n\
             .  openspec  a [█████░░░░░] 50% · 1.2 Lids          1m\n\
             .  gsd       v2.0 · executing                       5d\n"
        )
    );
}

#[test]
fn plans_of_two_families_tie_like_those_of_one() {
    let at = |kiro: &str, age| {
        let project = change(project(), "a", UNBEGUN, 60).file("work/.kiro/specs/jars/tasks.md", kiro);
        line(&written(project, "work/.kiro/specs/jars/tasks.md", age))
    };
    assert_eq!(at(HALF, 61), "jars [█████░░░░░] 50% · next 1.2 Lids\n");
    assert_eq!(at(HALF, 70), "a [░░░░░░░░░░] 0% · 1.1 Jars\n");
    assert_eq!(at(DONE, 59), "a [░░░░░░░░░░] 0% · 1.1 Jars\n");
    assert_eq!(at(DONE, 50), "jars [██████████] 100% · tasks done\n");
}

#[test]
fn explain_says_why_one_plan_won_over_another() {
    let why = |age, args: &[&str]| {
        let project = change(project(), "a", UNBEGUN, 60).file("work/.kiro/specs/jars/tasks.md", HALF);
        let project = written(project, "work/.kiro/specs/jars/tasks.md", age);
        let args: Vec<&str> = ["explain", "--json"].iter().chain(args).copied().collect();
        let explained: serde_json::Value = serde_json::from_str(&project.run(args).stdout).unwrap();
        let why = explained["why"].as_str().unwrap().split(". ").next().unwrap().to_owned();
        format!("{}: {why}", explained["family"].as_str().unwrap())
    };
    assert_eq!(
        why(61, &[]),
        "kiro: one of 2 state files in this directory; others were written at the same time, and of those one that \
         is half done wins, then one that is not begun"
    );
    assert_eq!(why(50, &[]), "kiro: one of 2 state files in this directory; it was written last");
    assert_eq!(why(90, &[]), "openspec: one of 2 state files in this directory; it was written last");
    assert_eq!(
        why(90, &["--as", "kiro"]),
        "kiro: it is in this directory, and `--as kiro` asks for no other"
    );
    assert_eq!(why(40 * DAY, &[]), "openspec: the only state file in this directory");
}

#[test]
fn no_plan_is_in_flight_however_far_it_is() {
    let project = change(project(), "a", HALF, 60)
        .file("work/.kiro/specs/jars/tasks.md", "- [-] 1 Wash\n- [ ] 2 Dry\n")
        .file(
            "work/_bmad-output/implementation-artifacts/sprint-status.yaml",
            "development_status:\n  1-1-a: in-progress\n",
        )
        .file(
            "work/.taskmaster/tasks/tasks.json",
            r#"{"master": {"tasks": [{"id": 1, "title": "a", "status": "in-progress"}]}}"#,
        );
    let rows: serde_json::Value = serde_json::from_str(&project.run(["list", "--json"]).stdout).unwrap();
    let mut rows: Vec<(&str, bool)> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["family"].as_str().unwrap(), row["in_flight"].as_bool().unwrap()))
        .collect();
    rows.sort_unstable();
    assert_eq!(rows, [("bmad", false), ("kiro", false), ("openspec", false), ("taskmaster", false)]);
    assert_eq!(
        project.run(["list", "--active"]),
        Run::refused(1, "stateline: no active workflow below `.`\n")
    );
}

/// A project with two features of Spec Kit.
fn features() -> Project {
    project()
        .file("work/.specify/memory/constitution.md", "# Constitution\n")
        .file("work/specs/001-jars/tasks.md", "## Phase 1: Wash\n- [x] T001 a\n- [ ] T002 b\n")
        .file("work/specs/002-lids/tasks.md", "## Phase 1: Dry\n- [ ] T001 a\n")
        .file("other/specs/007-theirs/tasks.md", "## Phase 7: Steal\n- [ ] T001 a\n")
}

const JARS: &str = "001 jars [█████░░░░░] 50% · Phase 1 Wash · next T002\n";
const LIDS: &str = "002 lids [░░░░░░░░░░] 0% · Phase 1 Dry · next T001\n";
const THEIRS: &str = "007 theirs [░░░░░░░░░░] 0% · Phase 7 Steal · next T001\n";

fn pointing(to: &str) -> Project {
    features().file("work/.specify/feature.json", format!("{{\"feature_directory\": {to:?}}}"))
}

#[test]
fn the_feature_in_hand_is_found_as_spec_kit_does() {
    assert_eq!(line(&features()), LIDS);
    assert_eq!(line(&pointing("specs/001-jars")), JARS);
    assert_eq!(line(&pointing("specs/001-jars/")), JARS);
    assert_eq!(line(&pointing("specs\\001-jars")), JARS);
    assert_eq!(line(&features().file("work/.specify/feature.json", "{\"feature_")), LIDS);
    let branch = |name: &str| features().file("work/.git/HEAD", format!("ref: refs/heads/{name}\n"));
    assert_eq!(line(&branch("001-jars")), JARS);
    assert_eq!(line(&branch("feature/001-words")), JARS);
    assert_eq!(line(&branch("main")), LIDS);
    assert_eq!(line(&branch("../../001-jars")), JARS);
    assert_eq!(line(&features().env("SPECIFY_FEATURE", "001-jars")), JARS);
    assert_eq!(line(&features().env("SPECIFY_FEATURE", "nothing")), LIDS);
    assert_eq!(line(&pointing("specs/002-lids").env("SPECIFY_FEATURE_DIRECTORY", "specs/001-jars")), JARS);
}

#[test]
fn a_feature_that_is_done_or_was_left_gives_way_to_one_that_was_worked_on_later() {
    let done = "## Phase 1: Wash\n- [x] T001 a\n";
    let half = "## Phase 1: Wash\n- [x] T001 a\n- [ ] T002 b\n";
    let at = |(first, first_age): (&str, u64), (second, second_age): (&str, u64), pointer_age: u64| {
        let project = project()
            .file("work/specs/001-jars/tasks.md", first)
            .file("work/specs/002-lids/tasks.md", second)
            .file("work/.specify/feature.json", "{\"feature_directory\": \"specs/001-jars\"}");
        let project = written(project, "work/specs/001-jars/tasks.md", first_age);
        let project = written(project, "work/specs/002-lids/tasks.md", second_age);
        line(&written(project, "work/.specify/feature.json", pointer_age))
    };
    let jars = "001 jars [██████████] 100% · tasks done\n";
    let half_jars = "001 jars [█████░░░░░] 50% · Phase 1 Wash · next T002\n";
    let lids = "002 lids [██████████] 100% · tasks done\n";
    let half_lids = "002 lids [█████░░░░░] 50% · Phase 1 Wash · next T002\n";
    // What the pointer names is shown when it is done, even if another one is half done.
    assert_eq!(at((done, 60), (half, 120), 60), jars);
    assert_eq!(at((done, 60), (half, 59), 60), jars, "a tie");
    assert_eq!(at((done, 120), (half, 60), 120), half_lids);
    assert_eq!(at((done, 120), (done, 60), 120), lids);
    assert_eq!(at((done, 120), (half, 60), 30), jars, "the pointer was written last");
    assert_eq!(at((done, 4 * DAY), (half, 9 * DAY), 4 * DAY), half_lids, "the done one is hidden");
    // A feature that is open gives way only if it was left for a day.
    assert_eq!(at((half, DAY / 2), (half, 60), DAY / 2), half_jars);
    assert_eq!(at((half, 3 * DAY), (half, 60), 3 * DAY), half_lids);
    assert_eq!(at((half, 3 * DAY), (half, 60), 60), half_jars, "the pointer was written last");
    assert_eq!(at((half, 3 * DAY), (done, 60), 3 * DAY), half_jars);
    assert_eq!(at((half, 3 * DAY), (half, 2 * DAY + 60), 3 * DAY), half_jars, "less than a day later");
}

#[test]
fn of_features_that_were_written_at_once_the_highest_number_is_in_hand() {
    let done = "## Phase 1: Wash\n- [x] T001 a\n";
    let half = "## Phase 1: Wash\n- [x] T001 a\n- [ ] T002 b\n";
    let project = project()
        .file("work/specs/001-jars/tasks.md", done)
        .file("work/.specify/feature.json", "{\"feature_directory\": \"specs/001-jars\"}");
    let project = written(project, "work/specs/001-jars/tasks.md", DAY);
    let project = written(project, "work/.specify/feature.json", DAY);
    let project = ["999-lids", "1000-caps", "998-corks"].into_iter().fold(project, |project, name| {
        let path = format!("work/specs/{name}/tasks.md");
        written(project.file(&path, half), &path, 60)
    });
    assert_eq!(line(&project), "1000 caps [█████░░░░░] 50% · Phase 1 Wash · next T002\n");
}

#[test]
fn a_pointer_to_the_project_itself_does_not_lead_to_the_projects_next_to_it() {
    let half = "## Phase 1: Wash\n- [x] T001 a\n- [ ] T002 b\n";
    let project = project()
        .file("work/tasks.md", "## Phase 1: Wash\n- [x] T001 a\n")
        .file("work/.specify/feature.json", "{\"feature_directory\": \".\"}")
        .file("other/tasks.md", half);
    let project = written(project, "work/tasks.md", 120);
    let project = written(project, "work/.specify/feature.json", 120);
    let project = written(project, "other/tasks.md", 60);
    assert_eq!(line(&project), "work [██████████] 100% · tasks done\n");
}

#[test]
fn the_list_uses_the_ages_of_the_settings() {
    const CONFIG: &str = "home/.config/stateline/config.toml";
    let listed = |project: Project| {
        let rows: serde_json::Value = serde_json::from_str(&project.run(["list", "--json"]).stdout).unwrap();
        let lines = rows.as_array().unwrap().iter().map(|row| row["line"].as_str().unwrap().to_owned());
        lines.collect::<Vec<_>>()
    };
    let plain = "a [█████░░░░░] 50% · 1.2 Lids · +1 change";
    let plans = || change(change(project(), "a", HALF, 5 * DAY), "b", DONE, 60);
    assert_eq!(listed(plans()), ["b [██████████] 100% · ready to archive · +1 change"]);
    // A done one gives way to one that was left at most `done_days` before it.
    let user = "[plans]\ndone_days = 6\n";
    assert_eq!(listed(plans().file(CONFIG, user)), [plain]);
    let user = "[plans]\ndone_days = 6\nage_days = 4\n";
    assert_eq!(listed(plans().file(CONFIG, user)), [format!("{plain} · 5d old")]);
    let own = plans().file(CONFIG, user).file("work/.stateline.toml", "[plans]\nage_days = 9\n");
    assert_eq!(listed(own), [plain]);
}

#[test]
fn features_may_be_below_the_folder_of_spec_kit() {
    let feature = |name: &str| format!("work/.specify/specs/{name}/tasks.md");
    let project = project()
        .file(&feature("001-jars"), "## Phase 1: Wash\n- [x] T001 a\n- [ ] T002 b\n")
        .file(&feature("002-lids"), "## Phase 1: Dry\n- [ ] T001 a\n");
    assert_eq!(line(&project), LIDS);
    let project =
        project.file("work/.specify/feature.json", "{\"feature_directory\": \".specify/specs/001-jars\"}");
    assert_eq!(line(&project), JARS);
    let explained: serde_json::Value =
        serde_json::from_str(&project.run(["explain", "--json"]).stdout).unwrap();
    assert_eq!(explained["reasons"][0]["why"], "it names this folder");
    assert_eq!(
        project.run(["get", "@family", "-f", ".specify/specs/002-lids/tasks.md"]),
        Run::printed("spec-kit\n")
    );
}

#[test]
fn a_pointer_is_followed_out_of_the_project_only_for_the_user() {
    let project = pointing("../other/specs/007-theirs");
    assert_eq!(line(&project), LIDS);
    let theirs = project.path("other/specs/007-theirs");
    assert_eq!(line(&pointing(theirs.to_str().unwrap())), LIDS);
    assert_eq!(line(&project.env("SPECIFY_FEATURE_DIRECTORY", "../other/specs/007-theirs")), THEIRS);

    let project = pointing("links/theirs");
    fs::create_dir(project.path("work/links")).unwrap();
    symlink(project.path("other/specs/007-theirs"), project.path("work/links/theirs")).unwrap();
    assert_eq!(line(&project), LIDS, "a link leads out, too");
    symlink(project.path("work/specs/001-jars"), project.path("work/links/jars")).unwrap();
    let project = project.file("work/.specify/feature.json", "{\"feature_directory\": \"links/jars\"}");
    assert_eq!(line(&project), "jars [█████░░░░░] 50% · Phase 1 Wash · next T002\n");

    let project = pointing("x");
    let inside = project.path("work/specs/001-jars");
    let pointer = format!("{{\"feature_directory\": {inside:?}}}");
    assert_eq!(line(&project.file("work/.specify/feature.json", pointer)), JARS);
}

#[test]
fn the_folder_of_a_sprint_is_not_followed_out_of_the_project() {
    let sprint =
        |name: &str| format!("project: {name}\ndevelopment_status:\n  1-1-jars: done\n  1-2-lids: backlog\n");
    let project = |folder: &str| {
        project()
            .file("other/sprint-status.yaml", sprint("theirs"))
            .file("work/deep/sprint-status.yaml", sprint("deep"))
            .file("work/docs/sprint-status.yaml", sprint("ours"))
            .file("work/_bmad/bmm/config.yaml", format!("implementation_artifacts: {folder:?}\n"))
    };
    let ours = "ours [█████░░░░░] 50% · next 1.2 lids\n";
    for folder in ["../other", "/etc", "~/other", "{project-root}/../other", "deep/../../other"] {
        assert_eq!(line(&project(folder)), ours, "{folder}");
    }
    let linked = project("link");
    symlink("../other", linked.path("work/link")).unwrap();
    assert_eq!(line(&linked), ours, "a link leads out, too");
    let run = linked.run(["check", "--format", "compact", "docs/sprint-status.yaml"]);
    assert_eq!(
        run,
        Run::printed(
            "docs/sprint-status.yaml:1:1: warning SL703 `_bmad/bmm/config.yaml` names `link`, which is outside the project\n"
        )
    );
    let linked = project("link");
    symlink("deep", linked.path("work/link")).unwrap();
    assert_eq!(
        line(&linked),
        "deep [█████░░░░░] 50% · next 1.2 lids\n",
        "a link inside the project is followed"
    );
}

#[test]
fn what_is_no_file_of_a_plan_is_passed_over() {
    for make in [
        |path: &Path| make_fifo(path),
        |path: &Path| fs::create_dir(path).unwrap(),
        |path: &Path| symlink("/dev/zero", path).unwrap(),
        |path: &Path| symlink(path, path).unwrap(),
        |path: &Path| fs::write(path, "").unwrap(),
    ] {
        let project = change(project(), "a", HALF, 60)
            .dir("work/openspec/changes/b")
            .dir("work/.kiro/specs/b")
            .dir("work/specs/003-b")
            .dir("work/.specify/workflows/runs/1")
            .dir("work");
        make(&project.path("work/openspec/changes/b/tasks.md"));
        make(&project.path("work/.kiro/specs/b/tasks.md"));
        make(&project.path("work/specs/003-b/tasks.md"));
        make(&project.path("work/.specify/feature.json"));
        make(&project.path("work/.specify/workflows/runs/1/state.json"));
        assert_eq!(line(&project), "a [█████░░░░░] 50% · 1.2 Lids\n");
    }
}

#[test]
fn of_very_many_changes_only_some_are_read() {
    let mut project = project();
    for number in 0..600 {
        project = change(project, &format!("c{number:03}"), DONE, 600 - number);
    }
    let project = change(project, "c000", HALF, 900);
    assert_eq!(line(&project), "c599 [██████████] 100% · ready to archive · +599 changes\n");
    let project = change(project, "c540", HALF, 900);
    assert_eq!(line(&project), "c599 [██████████] 100% · ready to archive · +599 changes\n");
    let project = change(project, "c540", HALF, 60);
    assert_eq!(line(&project), "c540 [█████░░░░░] 50% · 1.2 Lids · +599 changes\n");
}

#[test]
fn a_huge_list_of_tasks_is_read_in_part() {
    let text = format!("- [x] 1 a\n{}", "- [ ] 2 b\n".repeat(200_000));
    let run = line(&change(project(), "a", &text, 60));
    assert_eq!(run, "a [░░░░░░░░░░] 0% · 2 b\n");
}

#[test]
fn get_prints_the_tasks() {
    let project = change(project(), "a", HALF, 60);
    assert_eq!(
        project.run(["get", "."]),
        Run::printed(
            "{\"name\":\"a\",\"done\":1,\"total\":2,\"tasks\":[{\"id\":\"1.1\",\"text\":\"Jars\",\"done\":true,\
             \"group\":\"1. Wash\",\"line\":3},{\"id\":\"1.2\",\"text\":\"Lids\",\"done\":false,\"group\":\"1. Wash\",\
             \"line\":4}]}\n"
        )
    );
    let kiro = "- [x] 1. Wash\n  - [x] 1.1 Jars\n  - [ ]* 1.2 Test\n- [ ] 2. Dry\n";
    let project = Project::new().file("work/.kiro/specs/jars/tasks.md", kiro);
    assert_eq!(
        project.run(["get", ".tasks[] | [.id, .group]", "@status", "@percent"]),
        Run::printed("[\"1.1\",\"Wash\"]\n[\"2\",null]\nopen\n50\n")
    );
}

#[test]
fn show_lists_the_open_tasks_below_their_groups() {
    let project =
        change(project(), "a", HALF, 60).file("work/openspec/changes/a/proposal.md", "# Change: wash\n");
    assert_eq!(
        project.run(["show", "--width", "80"]),
        Run::printed(
            "openspec  openspec/changes/a/tasks.md  written 1m ago\n\
             \n  a [█████░░░░░] 50% · 1.2 Lids\n\
             \n  progress          ████████████████████░░░░░░░░░░░░░░░░░░░░  50%\n\
             \x20 status            open\n\
             \x20 scene             tasks\n\
             \x20 name              a\n\
             \x20 tasks             1/2\n\
             \nOpen tasks  1\n\
             \x20 1. Wash\n\
             \x20 · 1.2     Lids\n"
        )
    );
    assert_eq!(project.run(["get", "@proposal"]), Run::printed("# Change: wash\n\n"));
}

#[test]
fn explain_says_why_a_feature_is_in_hand() {
    let project = pointing("specs/001-jars");
    let run = project.run(["explain", "--json"]);
    let explained: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        explained["reasons"][0],
        serde_json::json!({
            "part": "feature", "from": ".specify/feature.json", "line": null, "why": "it names this folder",
        })
    );
    assert_eq!(explained["values"][3]["field"], "first open task");
    assert_eq!(explained["values"][3]["value"], "T002 b");
    assert_eq!(explained["values"][3]["line"], 3);
}

#[test]
fn a_named_file_is_recognised_by_its_folders_or_its_content() {
    let project = project()
        .file("work/.kiro/specs/a/tasks.md", HALF)
        .file("work/specs/001-a/tasks.md", HALF)
        .file("work/openspec/changes/a/tasks.md", HALF)
        .file("work/one.md", "# Tasks: jars\n\n## Phase 1: Wash\n- [ ] T001 Wash\n")
        .file("work/two.md", "## 1. Wash\n- [ ] 1.1 Wash\n")
        .file("work/three.md", "# Implementation Plan\n- [ ] 1. Wash\n  - _Requirements: 1_\n");
    let family = |file: &str| project.run(["get", "@family", "-f", file]).stdout;
    for (file, wanted) in [
        (".kiro/specs/a/tasks.md", "kiro\n"),
        ("specs/001-a/tasks.md", "spec-kit\n"),
        ("openspec/changes/a/tasks.md", "openspec\n"),
        ("one.md", "spec-kit\n"),
        ("two.md", "openspec\n"),
        ("three.md", "kiro\n"),
    ] {
        assert_eq!(family(file), wanted, "{file}");
    }
}
