//! Why a statement about the state wins, for `explain`.

/// Why a statement about the state wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Why {
    /// The user has to act.
    Alert,
    /// A command that works on the phase wrote it.
    Command,
    /// The frontmatter's status names this phase, and the body is about an earlier one.
    NamesThisPhase,
    /// It says that the phase is further than the other statements say.
    Further,
    /// The last session ended at this phase, and the body is about an earlier one.
    Stopped,
    /// A plan of this phase is recorded as done, and the body is about an earlier one.
    Recorded,
    /// A plan of this phase is recorded as done, and the body says that it has not begun.
    Begun,
    /// The phase line itself says it.
    PhaseLine,
    /// The phase line says that work goes on, and the status that this phase is past that.
    PastPhaseLine,
    /// No plan of the phase has begun.
    NotBegun,
    /// No plan of the phase has begun, and the status says what it waits for.
    NotBegunWaits,
    /// No plan is open, so the phase that was not begun is the last one, and done.
    AllCounted,
    /// The body says that something is done, and the frontmatter that it is the milestone.
    Whole,
    /// The body's status is about this phase, or about no phase.
    Body,
    /// The body has no status about this phase.
    Front,
    /// The counts are past the phase of the body, which was never updated.
    PastBody,
    /// The file says what the phase is ready for.
    NextStep,
    /// A plan of the phase is open and named as the next one.
    OpenPlan,
    /// The phase that is done was the last one of the milestone, which the file says is done.
    Ended,
    /// Two statements contradict each other, and no time says which is newer.
    Contested,
    /// A note above everything says that the file is history.
    History,
    /// Nothing else says anything.
    Left,
    /// Nothing says anything.
    #[default]
    Nothing,
}

impl Why {
    /// Returns the reason in words.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Alert => "it asks for action, so nothing overrules it",
            Self::Command => "a command that works on this phase wrote it",
            Self::NamesThisPhase => "it names this phase, and the body is about an earlier one",
            Self::Further => "work moves forward, and this says that the phase is further than the rest says",
            Self::Stopped => "the last session ended at this phase, and the body is about an earlier one",
            Self::Recorded => {
                "a plan of this phase is recorded as done, and the body is about an earlier one"
            }
            Self::Begun => "a plan of this phase is recorded as done, so the phase has begun",
            Self::PhaseLine => "the phase line itself says it",
            Self::PastPhaseLine => {
                "the phase line speaks of earlier work, and this says that it is past that"
            }
            Self::NotBegun => {
                "no plan of this phase has begun, so a status of the phase before does not apply"
            }
            Self::NotBegunWaits => "the phase has not begun, and this says what it waits for",
            Self::AllCounted => "all phases and plans are completed, so this one has ended",
            Self::Whole => "the body does not say what is done, and this does",
            Self::Body => "the body says more than the frontmatter, which is derived from it",
            Self::Front => "no status in the body is about this phase",
            Self::PastBody => "the counts are past the phase of the body, which was never updated",
            Self::NextStep => "the status does not say what the phase is ready for, and this does",
            Self::OpenPlan => "a plan of this phase is open, and this says that it is next",
            Self::Ended => {
                "the phase that is done was the last one, and this says that the milestone is done"
            }
            Self::Contested => "two statements contradict each other, and no time decides, so none is shown",
            Self::History => "a note above the sections says that the file is only kept as history",
            Self::Left => "no status says anything about this phase",
            Self::Nothing => "nothing says it",
        }
    }
}
