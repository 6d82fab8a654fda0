//! An alarm made of a channel: bells and Ctrl-C send to it.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    },
    time::Duration,
};

use super::signals;
use crate::sys::wake::Woken;

/// Lets one thread sleep until another one wakes it.
///
/// It does not notice a closed output, which fails at the next write.
#[derive(Debug)]
pub(crate) struct Alarm {
    ends: Arc<AtomicBool>,
    rung: Receiver<()>,
    bell: SyncSender<()>,
}

/// Wakes the thread that sleeps.
#[derive(Debug)]
pub(crate) struct Bell(SyncSender<()>);

impl Alarm {
    pub(crate) fn new() -> io::Result<Self> {
        let ends = Arc::new(AtomicBool::new(false));
        let (bell, rung) = mpsc::sync_channel(1);
        let (asked, mut end) = (Arc::clone(&ends), Bell(bell.clone()));
        signals::listen(move || {
            asked.store(true, Ordering::Relaxed);
            end.ring();
        })?;
        Ok(Self { ends, rung, bell })
    }

    /// Does nothing: the handler hears a console that is closed, and there is no stop.
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "it does something on other systems")]
    pub(crate) fn hear_terminal(&mut self) -> io::Result<()> {
        Ok(())
    }

    #[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
    pub(crate) fn bell(&self) -> io::Result<Bell> {
        Ok(Bell(self.bell.clone()))
    }

    pub(crate) fn sleep(&mut self, most: Duration) -> Woken {
        let woken = self.rung.recv_timeout(most);
        match woken {
            _ if self.ends.load(Ordering::Relaxed) => Woken::End,
            Ok(()) => Woken::Change,
            Err(RecvTimeoutError::Timeout) => Woken::Clock,
            Err(RecvTimeoutError::Disconnected) => Woken::End,
        }
    }
}

impl Bell {
    pub(crate) fn ring(&mut self) {
        // One bell wakes as well as many, so a full channel loses nothing.
        self.0.try_send(()).unwrap_or_default();
    }
}
