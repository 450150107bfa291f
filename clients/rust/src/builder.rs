use std::{fmt, time::Duration};

use crate::{
    BuildError, Client, Tls,
    key::bearer,
    servers::{Dial, Servers},
    service_config::ServiceConfig,
    target::Target,
};

/// How long a unary call may take unless the client is told otherwise.
pub const DEFAULT_DEADLINE: Duration = Duration::from_secs(5);

/// What the client calls itself, before tonic's own name.
pub const DEFAULT_USER_AGENT: &str = concat!("upwords-referee-rust/", env!("CARGO_PKG_VERSION"));

/// The gRPC service config that a client follows unless told otherwise: its servers in turn, and retries of
/// UNAVAILABLE only.
pub const DEFAULT_SERVICE_CONFIG: &str = include_str!("../service_config.json");

/// Makes a client with options; see [`Client::builder`].
#[derive(Clone)]
#[must_use]
pub struct Builder {
    target: String,
    deadline: Option<Duration>,
    key: Option<String>,
    key_over_plain_text: bool,
    tls: Option<Tls>,
    service_config: String,
    user_agent: String,
}

impl Builder {
    pub(crate) fn new(target: impl Into<String>) -> Self {
        Self {
            target: target.into(),
            deadline: Some(DEFAULT_DEADLINE),
            key: None,
            key_over_plain_text: false,
            tls: None,
            service_config: DEFAULT_SERVICE_CONFIG.into(),
            user_agent: DEFAULT_USER_AGENT.into(),
        }
    }

    /// Sets how long a unary call may take, retries and all; `None`: as long as the service config says.
    ///
    /// Streams have no deadline. [`Client::with_deadline`] sets it for single calls.
    pub fn deadline(mut self, deadline: impl Into<Option<Duration>>) -> Self {
        self.deadline = deadline.into();
        self
    }

    /// Sends a bearer key with every call. Without TLS it is sent to loopback addresses only.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Lets the key travel without TLS to any host, where everyone on the way can read it.
    pub fn key_over_plain_text(mut self) -> Self {
        self.key_over_plain_text = true;
        self
    }

    /// Encrypts the connections.
    pub fn tls(mut self, tls: Tls) -> Self {
        self.tls = Some(tls);
        self
    }

    /// Replaces [`DEFAULT_SERVICE_CONFIG`] by another gRPC service config (JSON).
    ///
    /// Timeouts, retry policies, retry throttling, and round robin against the first server are followed.
    pub fn service_config(mut self, json: impl Into<String>) -> Self {
        self.service_config = json.into();
        self
    }

    /// Replaces [`DEFAULT_USER_AGENT`].
    pub fn user_agent(mut self, name: impl Into<String>) -> Self {
        self.user_agent = name.into();
        self
    }

    /// Makes the client, which does not connect before the first call.
    ///
    /// Fails if the target or the service config is not understood, a file of TLS cannot be used, or the key
    /// is unfit for a header or would travel unencrypted.
    pub fn build(self) -> Result<Client, BuildError> {
        let targets = Target::parse_all(&self.target)?;
        let is_safe = self.tls.is_some() || targets.iter().all(Target::is_loopback);
        let key = self.key.as_deref().map(bearer).transpose()?;
        if key.is_some() && !is_safe && !self.key_over_plain_text {
            return Err(BuildError::new(format!(
                "the key would travel to {} unencrypted; use tls, or key_over_plain_text if the way is safe",
                self.target
            )));
        }
        let config = ServiceConfig::parse(&self.service_config)?;
        let dial = Dial {
            tls: self.tls.map(|tls| tls.config()).transpose()?,
            user_agent: self.user_agent,
        };
        let servers = Servers::new(targets, dial, config.is_round_robin())?;
        Ok(Client::assemble(servers, config, key, self.deadline))
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not the key.
        out.debug_struct("Builder")
            .field("target", &self.target)
            .field("deadline", &self.deadline)
            .field("tls", &self.tls)
            .finish_non_exhaustive()
    }
}
