//! Calls of the operating system. Systems other than Unix run a server too, but without limits of
//! open files, priorities of threads and the free space of disks.

use std::path::Path;

/// Lowers the priority of the calling thread; on Unix systems other than Linux, of the process.
pub(crate) fn lower_priority(by: i32) {
    #[cfg(unix)]
    let _ = rustix::process::nice(by);
    #[cfg(not(unix))]
    let _ = by;
}

/// Raises the soft limit of open files to the hard limit. Returns false if that failed.
pub(crate) fn raise_file_limit() -> bool {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let most = Rlimit { current: limit.maximum, ..limit };
        limit.current == most.current || setrlimit(Resource::Nofile, most).is_ok()
    }
    #[cfg(not(unix))]
    true
}

/// Returns the hard limit of open files, or `None` if there is none.
pub(crate) fn file_limit() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum;
    #[cfg(not(unix))]
    None
}

/// Returns the current limit of open files, or `None` if there is none.
pub(crate) fn current_file_limit() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    None
}

/// Checks that this process can write to a file, without opening it. A file that does not exist is
/// accepted.
///
/// # Errors
/// Returns the error that writing would report.
pub(crate) fn check_writable(path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::fs::{Access, access};
        match access(path, Access::READ_OK | Access::WRITE_OK) {
            Err(rustix::io::Errno::NOENT) | Ok(()) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
    #[cfg(not(unix))]
    match path.metadata() {
        Ok(about) if about.permissions().readonly() => {
            Err(std::io::ErrorKind::PermissionDenied.into())
        }
        _ => Ok(()),
    }
}

/// Returns the free bytes on the disk of a file or folder.
///
/// # Errors
/// Returns the error of the system, or `Unsupported`.
pub(crate) fn free_space(path: &Path) -> std::io::Result<u64> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(path)?;
        Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        Err(std::io::ErrorKind::Unsupported.into())
    }
}

/// Returns the name of the user who runs this process.
pub(crate) fn user() -> String {
    let name = std::env::var("USER").or_else(|_| std::env::var("USERNAME"));
    #[cfg(unix)]
    return name.unwrap_or_else(|_| format!("uid {}", rustix::process::getuid().as_raw()));
    #[cfg(not(unix))]
    name.unwrap_or_else(|_| "this user".to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn limits_and_space_are_known() {
        assert!(raise_file_limit());
        assert!(file_limit().is_none_or(|limit| limit > 0));
        assert_eq!(current_file_limit(), file_limit());
        assert!(free_space(Path::new("/")).is_ok());
        assert!(free_space(Path::new("/no such folder")).is_err());
        assert!(!user().is_empty());
    }
}
