//! Arguments in, exit code out.

use std::{env, process::ExitCode, thread};

use rustix::process::Resource;
use stateline::{cmd, sys::System};

/// The least stack that any state can be read with, twice over.
const STACK: usize = 1 << 20;

fn main() -> ExitCode {
    let has_little =
        rustix::process::getrlimit(Resource::Stack).current.is_some_and(|size| size < STACK as u64);
    // A prompt may be run with 16 KB, of which the kernel and the C library have used half by now.
    let helper = has_little.then(|| thread::Builder::new().stack_size(STACK).spawn(answer));
    let exit = match helper {
        Some(Ok(helper)) => helper.join().unwrap_or_default(),
        None | Some(Err(_)) => answer(),
    };
    ExitCode::from(exit)
}

fn answer() -> u8 {
    cmd::run(env::args_os().skip(1), System::process()) as u8
}
