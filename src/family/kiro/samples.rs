//! A built-in state for every scene.

use crate::family::Sample;

/// The samples, in the order of the scenes.
pub(super) const SAMPLES: &[Sample] = &[
    Sample { scene: "done", text: DONE },
    Sample { scene: "in progress", text: ACTIVE },
    Sample { scene: "next", text: NEXT },
    Sample { scene: "unmarked", text: UNMARKED },
    Sample { scene: "designed", text: DESIGNED },
    Sample { scene: "requirements", text: REQUIREMENTS },
];

const DONE: &str = "# Implementation Plan: time-entry-crud

- [x] 1. Store entries
  - _Requirements: 1.1_
- [ ]* 2. Add property tests
";

const ACTIVE: &str = "# Implementation Plan: time-entry-crud

- [x] 8. Store entries
  - [x] 8.1 Add the table
  - [x] 8.2 Add the queries
- [x] 9. Add the form
- [-] 10. Add performance tests
  - _Requirements: 1.1_
";

const NEXT: &str = "# Implementation Plan: time-entry-crud

- [x] 8. Store entries
  - [x] 8.1 Add the table
  - [x] 8.2 Add the queries
- [x] 9. Add the form
- [ ] 10. Add performance tests
  - _Requirements: 1.1_
";

const UNMARKED: &str = "# Implementation Plan: time-entry-crud

1. Store entries
";

const DESIGNED: &str = "# Design Document: time-entry-crud

Entries are rows of a table.
";

const REQUIREMENTS: &str = "# Requirements Document: time-entry-crud

Entries can be changed and removed.
";
