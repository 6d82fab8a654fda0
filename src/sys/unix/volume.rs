//! What is known about the file system that a path is on.

use std::path::Path;

/// The numbers of file systems that others can change without this system noticing: networks, the folders that a
/// virtual machine shares with its host, and those that the kernel makes up.
#[cfg(target_os = "linux")]
const UNREPORTED: [u32; 13] = [
    0x6969,      // nfs
    0x517B,      // smb
    0xFF53_4D42, // cifs
    0xFE53_4D42, // smb2
    0x6573_5546, // fuse, such as sshfs
    0x0102_1997, // 9p, such as Windows' drives in WSL
    0x5346_414F, // afs
    0x00C3_6400, // ceph
    0x786F_4256, // vboxsf
    0x7375_7245, // coda
    0x0BD0_0BD0, // lustre
    0x9FA0,      // proc
    0x6265_6572, // sysfs
];

/// Returns whether the file system of a path reports every change.
#[cfg(target_os = "linux")]
pub(crate) fn reports_changes(path: &Path) -> bool {
    let Ok(about) = rustix::fs::statfs(path) else { return true };
    // The type has another size and sign on each processor; the number has 32 bits.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number has 32 bits on every processor"
    )]
    let number = about.f_type as u32;
    !UNREPORTED.contains(&number)
}

/// Returns whether the file system of a path reports every change. It is not known how to ask.
#[cfg(not(target_os = "linux"))]
pub(crate) fn reports_changes(_: &Path) -> bool {
    true
}
