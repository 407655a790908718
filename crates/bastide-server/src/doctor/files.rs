//! Checks of the configuration file and of the certificate pair.

use std::path::Path;

use super::{Finding, date};
use crate::config::{ConfigFile, FileError, Origin, ServeArgs};
use crate::tls::{self, Pair, TlsError};

/// Number of days before its end at which a certificate should have been renewed.
const RENEWAL: u64 = 14;

/// Checks the configuration file, whose content has already been read.
pub fn config_file(file: &Result<Option<ConfigFile>, FileError>, args: &ServeArgs) -> Finding {
    let subject = "config file";
    let file = match file {
        Ok(Some(file)) => file,
        Ok(None) => return Finding::fine(subject, "none"),
        Err(error) => {
            let advice = "correct it; 'bastide serve --help' lists all options";
            return Finding::wrong(subject, error.to_string(), advice);
        }
    };
    let shown = file.path().display();
    let has_password = file.line("database").is_some() && has_password(args);
    if has_password && is_readable_by_all(file.path()) {
        return Finding::doubtful(
            subject,
            format!("{shown} contains a password and can be read by all users of this machine"),
            format!("chmod 640 {shown}, with the group of the server"),
        );
    }
    let count = file.count();
    let options = if count == 1 { "option" } else { "options" };
    Finding::fine(subject, format!("{shown} sets {count} {options}"))
}

/// Returns true if the URL of the database contains a password.
fn has_password(args: &ServeArgs) -> bool {
    let url = args.database.as_deref().unwrap_or_default();
    let authority = url.split_once("://").map_or("", |(_, rest)| rest);
    let user = authority.rsplit_once('@').map_or("", |(user, _)| user);
    user.contains(':') || url.contains("password=")
}

/// Checks the certificate pair.
pub(super) fn certificate(args: &ServeArgs) -> Finding {
    let subject = "TLS";
    let (cert, key) = match args.tls() {
        Ok(Some(pair)) => pair,
        Ok(None) => return Finding::fine(subject, "off: the server speaks HTTP"),
        Err(error) => return Finding::wrong(subject, error.to_string(), "set both, or neither"),
    };
    let pair = match Pair::load(cert, key) {
        Ok(pair) => pair,
        Err(error) => {
            let advice = match error {
                TlsError::Expired { .. } => "renew it, for example with certbot renew",
                TlsError::Early { .. } => "set the clock and synchronize it with NTP",
                _ => "see the message",
            };
            return Finding::wrong(subject, error.to_string(), advice);
        }
    };
    if is_readable_by_all(key) {
        return Finding::doubtful(
            subject,
            format!("the private key {} can be read by all users of this machine", key.display()),
            format!("chmod 640 {}, with the group of the server", key.display()),
        );
    }
    let host = args.public_url.as_ref().map(Origin::host);
    if let Some(host) = host.filter(|host| !pair.is_for(host)) {
        return Finding::doubtful(
            subject,
            format!("the certificate {} is not for {host}", cert.display()),
            format!("get a certificate for {host}: browsers refuse this one"),
        );
    }
    if args.public_url.as_ref().is_some_and(|url| !url.is_secure()) {
        return Finding::doubtful(
            subject,
            "on, but --public-url begins with http://",
            "write --public-url with https://",
        );
    }
    let (days, end) = (pair.validity().days_left(tls::now()), date(pair.validity().until));
    if days < RENEWAL {
        return Finding::doubtful(
            subject,
            format!("the certificate expires in {days} days, at {end} UTC"),
            "renew it now, and check why it was not renewed earlier",
        );
    }
    Finding::fine(subject, format!("on; the certificate is valid until {end} UTC ({days} days)"))
}

#[cfg(unix)]
fn is_readable_by_all(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o004 != 0)
}

#[cfg(not(unix))]
fn is_readable_by_all(_: &Path) -> bool {
    false
}
