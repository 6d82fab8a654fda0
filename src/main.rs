//! Arguments in, exit code out.

// What Rust does before `main` (it maps the stack, installs handlers, looks at the standard streams)
// costs more than the whole rest of a prompt's run: 62,000 instructions of 170,000, 19 system calls of
// 59. None of it is needed here, so on Linux the C library calls us directly. That takes an attribute
// that counts as unsafe, because the linker trusts the name; there is no other, and no unsafe code.
#![cfg_attr(target_os = "linux", no_main)]

use std::{env, thread};

use rustix::process::Resource;
use stateline::{cmd, host::Host};

/// The least stack that any state can be read with, twice over.
const STACK: usize = 1 << 20;

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "see the top of the file")]
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    i32::from(run())
}

#[cfg(not(target_os = "linux"))]
fn main() -> std::process::ExitCode {
    run().into()
}

fn run() -> u8 {
    let has_little =
        rustix::process::getrlimit(Resource::Stack).current.is_some_and(|size| size < STACK as u64);
    // A prompt may be run with 16 KB, of which the kernel and the C library have used half by now.
    let helper = has_little.then(|| thread::Builder::new().stack_size(STACK).spawn(answer));
    match helper {
        Some(Ok(helper)) => helper.join().unwrap_or_default(),
        None | Some(Err(_)) => answer(),
    }
}

fn answer() -> u8 {
    cmd::run(env::args_os().skip(1), Host::process()) as u8
}
