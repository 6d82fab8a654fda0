//! A built-in state for every scene.

use crate::family::Sample;

/// The samples, in the order of the scenes.
pub(super) const SAMPLES: &[Sample] = &[
    Sample { scene: "done", text: DONE },
    Sample { scene: "tasks", text: TASKS },
    Sample { scene: "unmarked", text: UNMARKED },
    Sample { scene: "proposed", text: PROPOSED },
];

const DONE: &str = "# Tasks: add-dark-mode

## 1. Theme
- [x] 1.1 Add the colours
- [x] 1.2 Add the switch
";

const TASKS: &str = "# Tasks: add-dark-mode

## 1. Theme
- [x] 1.1 Add the colours
- [x] 1.2 Add the switch
- [x] 1.3 Follow the system
- [ ] 1.4 Persist choice

## 2. Pages
- [ ] 2.1 Front page
- [ ] 2.2 Settings
- [ ] 2.3 Help
- [ ] 2.4 Emails
- [ ] 2.5 Charts
- [ ] 2.6 Print
";

const UNMARKED: &str = "# Tasks: add-dark-mode

### Task 1: add the colours
";

const PROPOSED: &str = "# Change: add-dark-mode

## Why
It is dark outside.
";
