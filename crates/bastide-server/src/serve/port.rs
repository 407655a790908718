//! Lookup of the process that listens on a port, as far as the system reports it.

use std::fmt;
use std::fs;
use std::net::SocketAddr;

/// A listening process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    /// Process id.
    pub process: u32,
    /// Name of the process.
    pub name: String,
}

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (process {})", self.name, self.process)
    }
}

/// Returns the process that listens on the port of `address`. Works on Linux only; processes of
/// other users are found only with sufficient privileges.
pub fn holder(address: SocketAddr) -> Option<Holder> {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(fs::read_to_string);
    let inodes: Vec<String> =
        tables.iter().flatten().flat_map(|table| listeners(table, address.port())).collect();
    let wanted: Vec<String> = inodes.iter().map(|inode| format!("socket:[{inode}]")).collect();
    if wanted.is_empty() {
        return None;
    }
    for process in fs::read_dir("/proc").ok()?.flatten() {
        let Ok(number) = process.file_name().to_string_lossy().parse::<u32>() else { continue };
        let Ok(files) = fs::read_dir(process.path().join("fd")) else { continue };
        let mut links = files.flatten().filter_map(|file| fs::read_link(file.path()).ok());
        if links.any(|link| wanted.iter().any(|socket| link.as_os_str() == socket.as_str())) {
            let name = fs::read_to_string(process.path().join("comm")).unwrap_or_default();
            return Some(Holder { process: number, name: name.trim().to_owned() });
        }
    }
    None
}

/// Returns the inodes of all sockets listening on a port, from the kernel's socket table.
fn listeners(table: &str, port: u16) -> Vec<String> {
    const LISTENS: &str = "0A";
    let ending = format!(":{port:04X}");
    let found = table.lines().skip(1).filter_map(|line| {
        let mut words = line.split_whitespace();
        let (local, state) = (words.nth(1)?, words.nth(1)?);
        let inode = words.nth(5)?;
        (local.ends_with(&ending) && state == LISTENS).then(|| inode.to_owned())
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_socket_table_of_the_kernel_is_parsed() {
        let table = "\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4711 1 0
   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 4712 1 0
   2: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1 0
";
        assert_eq!(listeners(table, 8080), ["4711"]);
        assert!(listeners(table, 80).is_empty());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_process_that_listens_on_a_port_is_found() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        assert_eq!(holder(address).expect("a process listens").process, std::process::id());
        drop(listener);
        assert_eq!(holder(address), None);
    }
}
