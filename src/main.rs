//! Arguments in, exit code out.

use std::{env, process::ExitCode, thread};

use stateline::{
    cmd,
    sys::{System, limits},
};

/// The least stack that any state can be read with, twice over.
const STACK: usize = 1 << 20;

fn main() -> ExitCode {
    // A prompt may be run with 16 KB, of which the kernel and the C library have used half by now.
    let helper =
        limits::has_small_stack(STACK).then(|| thread::Builder::new().stack_size(STACK).spawn(answer));
    let exit = match helper {
        Some(Ok(helper)) => helper.join().unwrap_or_default(),
        None | Some(Err(_)) => answer(),
    };
    ExitCode::from(exit)
}

fn answer() -> u8 {
    cmd::run(env::args_os().skip(1), System::process()) as u8
}
