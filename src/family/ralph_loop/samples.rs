//! A built-in state for every scene.

use crate::family::Sample;

/// The samples, in the order of the scenes.
pub(super) const SAMPLES: &[Sample] = &[
    Sample { scene: "corrupted", text: CORRUPTED },
    Sample { scene: "stopped", text: STOPPED },
    Sample { scene: "last round", text: LAST_ROUND },
    Sample { scene: "looping", text: LOOPING },
    Sample { scene: "unlimited", text: UNLIMITED },
];

const CORRUPTED: &str = "---
active: true
iteration: four
max_iterations: 30
completion_promise: \"COMPLETE\"
---

Make all tests pass.
";

const STOPPED: &str = "---
active: false
iteration: 11
max_iterations: 0
completion_promise: null
---

Make all tests pass.
";

const LAST_ROUND: &str = "---
active: true
iteration: 30
max_iterations: 30
completion_promise: \"COMPLETE\"
---

Make all tests pass.
";

const LOOPING: &str = "---
active: true
iteration: 4
max_iterations: 30
completion_promise: \"COMPLETE\"
---

Make all tests pass.
";

const UNLIMITED: &str = "---
active: true
iteration: 11
max_iterations: 0
completion_promise: null
---

Make all tests pass.
";
