//! Address of a collector of traces.

use std::fmt;
use std::str::FromStr;

/// Base URL of an OTLP collector, such as `http://127.0.0.1:4318`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtlpUrl(String);

impl OtlpUrl {
    /// Returns the URL to which traces are sent.
    pub fn traces(&self) -> String {
        format!("{}/v1/traces", self.0)
    }

    /// Returns the host and the port of the collector.
    pub fn authority(&self) -> String {
        let host = self.0.trim_start_matches("http://");
        let has_port = host.rsplit(']').next().is_some_and(|end| end.contains(':'));
        if has_port { host.to_owned() } else { format!("{host}:80") }
    }
}

impl fmt::Display for OtlpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for OtlpUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<OtlpUrl, String> {
        let host = text.strip_prefix("http://").map(|rest| rest.trim_end_matches('/'));
        let is_sound = |host: &&str| {
            let is_usual = |b: u8| b.is_ascii_alphanumeric() || b".-_:[]".contains(&b);
            !host.is_empty() && !host.starts_with(':') && host.bytes().all(is_usual)
        };
        let Some(host) = host.filter(is_sound) else {
            return Err("write http://HOST:4318, the address of an OTLP collector nearby; it is \
                 sent plain HTTP"
                .to_owned());
        };
        if !cfg!(feature = "otel") {
            let advice = "build it with 'cargo build --release -p bastide-cli --features otel'";
            return Err(format!("this program was built without OpenTelemetry: {advice}"));
        }
        Ok(OtlpUrl(format!("http://{host}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collectors_without_a_port_listen_at_that_of_http() {
        for (url, authority) in
            [("http://[::1]", "[::1]:80"), ("http://a", "a:80"), ("http://a:1", "a:1")]
        {
            assert_eq!(OtlpUrl(url.to_owned()).authority(), authority);
        }
    }

    #[test]
    fn collectors_are_nearby() {
        for bad in
            ["", "127.0.0.1:4318", "https://host", "http://", "http://host/path", "http://:1"]
        {
            let error = bad.parse::<OtlpUrl>().expect_err(bad);
            assert!(error.contains("http://HOST:4318"), "{error}");
        }
        match "http://[::1]:4318/".parse::<OtlpUrl>() {
            Ok(url) => {
                assert_eq!(url.traces(), "http://[::1]:4318/v1/traces");
                assert_eq!(url.authority(), "[::1]:4318");
            }
            Err(error) => assert!(error.contains("--features otel"), "{error}"),
        }
    }
}
