//! Arguments in, exit code out.

// On Linux, the C library calls us directly. What Rust does before an ordinary `main` (it looks at the streams, maps
// a second stack, installs handlers for a stack that overflows) takes a third of the system calls of a prompt. What
// of it is needed, `sys::start` does. The arguments come from the C library, because Rust knows them only where it
// has started the program itself, or in glibc.
#![cfg_attr(target_os = "linux", no_main)]

use std::{ffi::OsString, thread};

use stateline::{
    cmd,
    sys::{System, limits, start},
};

/// The memory of a prompt is mapped in one piece. musl's allocator takes two system calls for each size of block.
#[cfg(target_env = "musl")]
#[global_allocator]
static MEMORY: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// The least stack that any state can be read with, twice over.
const STACK: usize = 1 << 20;

#[cfg(target_os = "linux")]
mod entry {
    //! The only code of ours that the compiler does not check.
    #![expect(unsafe_code, reason = "the linker trusts the name, and the arguments are pointers")]

    use std::{
        ffi::{CStr, OsStr, OsString, c_char, c_int},
        os::unix::ffi::OsStrExt as _,
    };

    #[unsafe(no_mangle)]
    extern "C" fn main(count: c_int, words: *const *const c_char) -> c_int {
        let arguments = (0..usize::try_from(count).unwrap_or_default()).map(|at| {
            // SAFETY: the C library passes `count` pointers to strings that end with a zero. They are not changed,
            // and stay until the process ends.
            let word = unsafe { CStr::from_ptr(*words.add(at)) };
            OsStr::from_bytes(word.to_bytes()).to_owned()
        });
        super::run(arguments.collect::<Vec<OsString>>()).into()
    }
}

#[cfg(not(target_os = "linux"))]
fn main() -> std::process::ExitCode {
    run(std::env::args_os().collect()).into()
}

fn run(arguments: Vec<OsString>) -> u8 {
    start::prepare(arguments);
    // A prompt may be run with 16 KB, of which the kernel and the C library have used half by now.
    let helper =
        limits::has_small_stack(STACK).then(|| thread::Builder::new().stack_size(STACK).spawn(answer));
    match helper {
        Some(Ok(helper)) => helper.join().unwrap_or_default(),
        None | Some(Err(_)) => answer(),
    }
}

fn answer() -> u8 {
    cmd::run(start::arguments().skip(1), System::process()) as u8
}
