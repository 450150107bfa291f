use std::{
    fs,
    path::{Path, PathBuf},
};

use tonic::transport::{Certificate, ClientTlsConfig, Identity};

use crate::BuildError;

/// Whom the client trusts and who it is; the default trusts the authorities of the system.
#[derive(Clone, Debug, Default)]
pub struct Tls {
    authorities: Option<PathBuf>,
    identity: Option<(PathBuf, PathBuf)>,
}

impl Tls {
    /// Returns TLS that trusts the authorities of the system.
    pub fn new() -> Self {
        Self::default()
    }

    /// Trusts the authorities of a PEM file instead of those of the system.
    pub fn ca_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.authorities = Some(path.into());
        self
    }

    /// Shows the server the client's own certificate chain; both files are PEM.
    pub fn certificate(mut self, chain: impl Into<PathBuf>, key: impl Into<PathBuf>) -> Self {
        self.identity = Some((chain.into(), key.into()));
        self
    }

    /// Reads the files.
    pub(crate) fn config(&self) -> Result<ClientTlsConfig, BuildError> {
        let config = match &self.authorities {
            None => ClientTlsConfig::new().with_native_roots(),
            Some(path) => {
                let pem = read("authorities", path)?;
                // tonic takes a file without any for one that trusts nobody.
                if !String::from_utf8_lossy(&pem).contains("-----BEGIN CERTIFICATE-----") {
                    return Err(BuildError::new(format!(
                        "authorities: {} holds no certificate in PEM",
                        path.display()
                    )));
                }
                ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem))
            }
        };
        Ok(match &self.identity {
            None => config,
            Some((chain, key)) => config.identity(Identity::from_pem(
                read("client certificate", chain)?,
                read("client certificate", key)?,
            )),
        })
    }
}

fn read(what: &str, path: &Path) -> Result<Vec<u8>, BuildError> {
    fs::read(path)
        .map_err(|error| BuildError::because(format!("{what}: {}", path.display()), &error))
}
