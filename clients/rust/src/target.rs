use std::net::IpAddr;

use crate::BuildError;

/// Where servers are looked for: a host, behind whose name there may be many, or a Unix socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Host { host: String, port: u16 },
    Unix { path: String },
}

impl Target {
    /// Reads one or more targets, separated by commas.
    pub(crate) fn parse_all(text: &str) -> Result<Vec<Self>, BuildError> {
        text.split(',')
            .map(|each| Self::parse(each.trim()))
            .collect()
    }

    fn parse(text: &str) -> Result<Self, BuildError> {
        if let Some(path) = text.strip_prefix("unix:") {
            let path = path.strip_prefix("//").unwrap_or(path).into();
            return Ok(Self::Unix { path });
        }
        // Other clients of gRPC want them before a name.
        let address = ["dns:///", "dns:"]
            .iter()
            .find_map(|scheme| text.strip_prefix(scheme))
            .unwrap_or(text);
        let host = address.rsplit_once(':').and_then(|(host, port)| {
            let bare = host
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'));
            let host = match bare {
                Some(bare) => bare.parse::<IpAddr>().is_ok().then_some(bare),
                None => is_name(host).then_some(host),
            };
            Some((host?.to_owned(), port.parse().ok()?))
        });
        match host {
            Some((host, port)) => Ok(Self::Host { host, port }),
            None => Err(BuildError::new(format!(
                "the target {text:?} is not understood; it must be HOST:PORT"
            ))),
        }
    }

    /// Tells whether it surely is this machine.
    pub(crate) fn is_loopback(&self) -> bool {
        match self {
            Self::Unix { .. } => true,
            Self::Host { host, .. } => {
                host == "localhost" || host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
            }
        }
    }

    /// Returns the target as a header names it.
    pub(crate) fn authority(&self) -> String {
        match self {
            Self::Unix { .. } => "localhost".into(),
            Self::Host { host, port } if host.contains(':') => format!("[{host}]:{port}"),
            Self::Host { host, port } => format!("{host}:{port}"),
        }
    }
}

fn is_name(host: &str) -> bool {
    !host.is_empty()
        && host
            .bytes()
            .all(|char| char.is_ascii_alphanumeric() || b"-._".contains(&char))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Target {
        Target::parse_all(text).unwrap().remove(0)
    }

    #[test]
    fn hosts_and_sockets_are_told_apart() {
        for (text, authority) in [
            ("referee.example:50051", "referee.example:50051"),
            ("dns:///referee.example:50051", "referee.example:50051"),
            ("dns:127.0.0.1:1", "127.0.0.1:1"),
            ("[::1]:50051", "[::1]:50051"),
            ("unix:/run/referee.sock", "localhost"),
        ] {
            assert_eq!(parse(text).authority(), authority, "{text}");
        }
        for text in ["unix:/run/referee.sock", "unix:///run/referee.sock"] {
            assert_eq!(
                parse(text),
                Target::Unix {
                    path: "/run/referee.sock".into()
                }
            );
        }
        assert_eq!(Target::parse_all("one:1, two:2").unwrap().len(), 2);
    }

    #[test]
    fn targets_without_host_or_port_are_refused() {
        for text in [
            "",
            "localhost",
            ":50051",
            "localhost:",
            "localhost:port",
            "localhost:65536",
            "::1:50051",
            "[name]:50051",
            "http://localhost:50051",
            "one:1,",
            "dns://10.0.0.1/localhost:50051",
        ] {
            let error = Target::parse_all(text).unwrap_err().to_string();
            assert!(error.contains("HOST:PORT"), "{text}: {error}");
        }
    }

    #[test]
    fn loopback_is_this_machine_only() {
        for text in [
            "127.0.0.1:1",
            "127.8.8.8:1",
            "localhost:1",
            "[::1]:1",
            "unix:/run/referee.sock",
        ] {
            assert!(parse(text).is_loopback(), "{text}");
        }
        for text in [
            "10.0.0.1:1",
            "0.0.0.0:1",
            "[2001:db8::1]:1",
            "localhost.example:1",
        ] {
            assert!(!parse(text).is_loopback(), "{text}");
        }
    }
}
