//! Arguments in, exit code out.

// On Linux, the C library calls us directly. What Rust does before an ordinary `main` (it looks at the streams, maps
// a second stack, installs handlers for a stack that overflows) takes a third of the system calls of a prompt. What
// of it is needed, `sys::start` does. The arguments come from the C library, because Rust knows them only where it
// has started the program itself, or in glibc. So does the environment: Rust would copy it for each question.
#![cfg_attr(target_os = "linux", no_main)]

use std::{mem::ManuallyDrop, thread};

use stateline::{
    cmd,
    sys::{
        System, limits,
        start::{self, Start},
    },
};

#[cfg(target_env = "musl")]
mod locked;
#[cfg(target_env = "musl")]
mod memory;

#[cfg(target_env = "musl")]
#[global_allocator]
static MEMORY: memory::Memory<locked::Locked> = memory::Memory::new(locked::Locked);

/// The least stack that any state can be read with, twice over.
const STACK: usize = 1 << 20;

#[cfg(target_os = "linux")]
mod entry {
    //! What the C library and the kernel give the program when it starts.
    #![expect(unsafe_code, reason = "the linker trusts the name, and what is given are pointers")]

    use std::{
        borrow::Cow,
        ffi::{CStr, OsStr, c_char, c_int},
        os::unix::ffi::OsStrExt as _,
        ptr,
        sync::atomic::{AtomicPtr, Ordering::Relaxed},
    };

    use stateline::sys::start::Start;

    /// A list of strings that ends with a null pointer.
    type Strings = *const *const c_char;

    /// The environment: strings such as `NAME=value`.
    static ENVIRONMENT: AtomicPtr<*const c_char> = AtomicPtr::new(ptr::null_mut());

    #[unsafe(no_mangle)]
    extern "C" fn main(count: c_int, words: Strings, environment: Strings) -> c_int {
        ENVIRONMENT.store(environment.cast_mut(), Relaxed);
        let word = |string: *const c_char| {
            // SAFETY: the C library ends each argument with a zero, and nothing changes them.
            let word = unsafe { CStr::from_ptr::<'static>(string) };
            Cow::Borrowed(OsStr::from_bytes(word.to_bytes()))
        };
        let mut arguments = Vec::with_capacity(count.try_into().unwrap_or_default());
        arguments.extend(strings(words).map(word));
        super::run(Start { arguments, variable: Some(variable), seconds: Some(seconds) }).into()
    }

    /// Returns the strings of a list that the C library passed to `main`.
    fn strings(list: Strings) -> impl Iterator<Item = *const c_char> {
        // SAFETY: only pointers of the list are read, up to the null pointer at its end. The list stays as it is until the
        // process ends: nothing here changes the environment.
        (0..).map(move |at: usize| unsafe { *list.add(at) }).take_while(|string| !string.is_null())
    }

    /// Returns an environment variable.
    fn variable(name: &str) -> Option<&'static OsStr> {
        if name.bytes().any(|byte| byte == 0) {
            return None;
        }
        let value = |line: *const c_char| {
            // SAFETY: no byte of a name is zero, so that nothing after the zero at the end of the string is read.
            let byte_at = |at: usize| unsafe { *line.add(at).cast::<u8>() };
            let begins = name.bytes().enumerate().all(|(at, byte)| byte_at(at) == byte);
            let is_it = begins && byte_at(name.len()) == b'=';
            // SAFETY: the string has all of these bytes, and a zero after them. Nothing changes it.
            is_it.then(|| unsafe { CStr::from_ptr::<'static>(line.add(name.len()).add(1)) })
        };
        strings(ENVIRONMENT.load(Relaxed)).find_map(value).map(|value| OsStr::from_bytes(value.to_bytes()))
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
    run(Start { arguments: std::env::args_os().map(Into::into).collect(), ..Start::default() }).into()
}

fn run(start: Start) -> u8 {
    start::prepare(start);
    // A prompt may be run with 16 KB, of which the kernel and the C library have used half by now.
    if limits::has_small_stack(STACK) { answer_in_thread() } else { answer() }
}

/// Answers with a stack that is large enough, if the system has memory for it.
#[cold]
fn answer_in_thread() -> u8 {
    match thread::Builder::new().stack_size(STACK).spawn(answer) {
        Ok(helper) => helper.join().unwrap_or_default(),
        Err(_) => answer(),
    }
}

fn answer() -> u8 {
    let mut arguments = start::arguments();
    arguments.next(); // the name of the program
    // Its memory is free when the process ends, which is now.
    cmd::run(arguments, &mut ManuallyDrop::new(System::process())) as u8
}
