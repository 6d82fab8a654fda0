//! Arguments in, exit code out.

// On Linux, the C library calls us directly. What Rust does before an ordinary `main` (it looks at the streams, maps
// a second stack, installs handlers for a stack that overflows) takes a third of the system calls of a prompt. What
// of it is needed, `sys::start` does. The arguments come from the C library, because Rust knows them only where it
// has started the program itself, or in glibc. So does the environment: Rust would copy it for each question.
#![cfg_attr(target_os = "linux", no_main)]

use std::thread;

use stateline::{
    cmd,
    sys::{
        System, limits,
        start::{self, Start},
    },
};

#[cfg(target_env = "musl")]
mod memory;

#[cfg(target_env = "musl")]
#[global_allocator]
static MEMORY: memory::Memory<dlmalloc::GlobalDlmalloc> = memory::Memory::new(dlmalloc::GlobalDlmalloc);

/// The least stack that any state can be read with, twice over.
const STACK: usize = 1 << 20;

#[cfg(target_os = "linux")]
mod entry {
    //! What the C library and the kernel give the program when it starts.
    #![expect(unsafe_code, reason = "the linker trusts the name, and what is given are pointers")]

    use std::{
        ffi::{CStr, OsStr, c_char, c_int},
        os::unix::ffi::OsStrExt as _,
    };

    use stateline::sys::start::Start;

    #[unsafe(no_mangle)]
    extern "C" fn main(
        _: c_int,
        arguments: *const *const c_char,
        environment: *const *const c_char,
    ) -> c_int {
        let strings = |list: *const *const c_char| {
            let string = move |at: usize| {
                // SAFETY: both lists of the C library end with a null pointer. They and their strings stay as they are
                // until the process ends: nothing here changes the environment.
                let string = unsafe {
                    let pointer = *list.add(at);
                    if pointer.is_null() { None } else { Some(CStr::from_ptr::<'static>(pointer)) }
                };
                string.map(CStr::to_bytes)
            };
            (0..).map_while(string)
        };
        let variable = |line: &'static [u8]| {
            let (name, value) = line.split_at_checked(line.iter().position(|byte| *byte == b'=')?)?;
            Some((OsStr::from_bytes(name), OsStr::from_bytes(value.get(1..)?)))
        };
        let arguments = strings(arguments).map(|word| OsStr::from_bytes(word).to_owned()).collect();
        let environment = strings(environment).filter_map(variable).collect();
        super::run(Start { arguments, environment: Some(environment), seconds: Some(seconds) }).into()
    }

    /// Asks the kernel for the seconds since 1970.
    ///
    /// The C library would look for a function in the kernel's own pages, which is faster from the second time on. For
    /// the first time, mapping these pages takes ten times as long as this call.
    #[cfg(target_pointer_width = "64")]
    fn seconds() -> Option<i64> {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the kernel writes one `timespec`, which has 64 bits in each field here.
        let code = unsafe { libc::syscall(libc::SYS_clock_gettime, libc::CLOCK_REALTIME, &raw mut time) };
        (code == 0).then_some(time.tv_sec)
    }

    /// Returns `None`: the kernel may have another `timespec` than the C library.
    #[cfg(not(target_pointer_width = "64"))]
    fn seconds() -> Option<i64> {
        None
    }
}

#[cfg(not(target_os = "linux"))]
fn main() -> std::process::ExitCode {
    run(Start { arguments: std::env::args_os().collect(), ..Start::default() }).into()
}

fn run(start: Start) -> u8 {
    start::prepare(start);
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
