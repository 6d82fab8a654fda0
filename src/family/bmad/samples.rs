//! A built-in state for every scene.

use crate::family::Sample;

/// The samples, in the order of the scenes.
pub(super) const SAMPLES: &[Sample] = &[
    Sample { scene: "in progress", text: IN_PROGRESS },
    Sample { scene: "review", text: REVIEW },
    Sample { scene: "next", text: NEXT },
    Sample { scene: "blocked", text: BLOCKED },
    Sample { scene: "retrospective", text: RETROSPECTIVE },
    Sample { scene: "done", text: DONE },
];

const IN_PROGRESS: &str = "project: shop
development_status:
  epic-1: done
  1-1-user-accounts: done
  1-2-product-list: done
  epic-1-retrospective: done
  epic-2: in-progress
  2-1-chat-interface: in-progress
  2-2-chat-history: backlog
";

const REVIEW: &str = "project: shop
development_status:
  epic-1: in-progress
  1-1-user-accounts: done
  1-2-product-list: review
  1-3-search: backlog
";

const NEXT: &str = "project: shop
development_status:
  epic-1: in-progress
  1-1-user-accounts: done
  1-2-product-list: ready-for-dev
  1-3-search: backlog
";

const BLOCKED: &str = "project: shop
development_status:
  epic-1: in-progress
  1-1-user-accounts: done
  1-2-payment: blocked
";

const RETROSPECTIVE: &str = "project: shop
development_status:
  epic-1: done
  1-1-user-accounts: done
  epic-1-retrospective: done
  epic-2: done
  2-1-chat-interface: done
  epic-2-retrospective: optional
";

const DONE: &str = "project: shop
development_status:
  epic-1: done
  1-1-user-accounts: done
  1-2-product-list: done
  epic-1-retrospective: optional
";
