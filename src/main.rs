//! Arguments in, exit code out.

use std::{env, process::ExitCode};

use stateline::{cmd, host::Host};

fn main() -> ExitCode {
    let exit = cmd::run(env::args_os().skip(1), Host::process());
    ExitCode::from(exit as u8)
}
