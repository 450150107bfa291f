use std::{fmt, sync::Arc, time::Duration};

use tokio::time::{Instant, timeout_at};
use tokio_util::sync::CancellationToken;
use tonic::{
    Request, Response, Status,
    metadata::{Ascii, MetadataValue},
    transport::Channel,
};

use crate::{
    BuildError, Builder, Error,
    attempts::Attempts,
    error::{closed, too_late},
    servers::Servers,
    service_config::{MethodConfig, ServiceConfig},
    throttle::Throttle,
};

/// Asks a referee over connections that it keeps.
///
/// Clones share them, and may be used by many tasks of one Tokio runtime. They are closed when the last clone
/// is dropped. A call that is dropped is cancelled, at the server too.
#[derive(Clone)]
pub struct Client {
    pub(crate) shared: Arc<Shared>,
    deadline: Option<Duration>,
}

pub(crate) struct Shared {
    servers: Servers,
    pub(crate) config: ServiceConfig,
    throttle: Throttle,
    key: Option<MetadataValue<Ascii>>,
    pub(crate) closing: CancellationToken,
}

impl Client {
    /// Returns a client of the referee at a target: `"HOST:PORT"`, `"unix:/PATH"`, or several with commas.
    ///
    /// It does not connect before the first call.
    pub fn new(target: impl Into<String>) -> Result<Self, BuildError> {
        Self::builder(target).build()
    }

    /// Returns what makes a client with options.
    pub fn builder(target: impl Into<String>) -> Builder {
        Builder::new(target)
    }

    /// Returns the same client with another deadline for its unary calls, see [`Builder::deadline`].
    pub fn with_deadline(&self, deadline: impl Into<Option<Duration>>) -> Self {
        Self {
            shared: self.shared.clone(),
            deadline: deadline.into(),
        }
    }

    /// Ends the calls of this client and of all its clones with CANCELLED, and closes their connections.
    pub async fn close(&self) {
        self.shared.closing.cancel();
        self.shared.servers.forget().await;
    }

    pub(crate) fn assemble(
        servers: Servers,
        config: ServiceConfig,
        key: Option<MetadataValue<Ascii>>,
        deadline: Option<Duration>,
    ) -> Self {
        let shared = Arc::new(Shared {
            servers,
            throttle: Throttle::new(config.retry_throttling.clone()),
            config,
            key,
            closing: CancellationToken::new(),
        });
        Self { shared, deadline }
    }

    /// Makes one unary call of a method of a service.
    pub(crate) async fn ask<Q: Clone, A, F>(
        &self,
        (service, method): (&str, &str),
        request: Q,
        call: impl Fn(Channel, Request<Q>) -> F,
    ) -> Result<A, Error>
    where
        F: Future<Output = Result<Response<A>, Status>>,
    {
        let shared = &*self.shared;
        let config = shared.config.of(service, method);
        let limits = [self.deadline, config.and_then(|config| config.timeout)];
        let limit = limits.into_iter().flatten().min();
        // A limit that no clock reaches is none.
        let deadline = limit.and_then(|limit| Instant::now().checked_add(limit));
        let mut last = None;
        let attempts = shared.attempts(config);
        let answer = attempts.run(
            &mut last,
            || true,
            |channel| {
                let mut request = shared.request(request.clone());
                if let Some(deadline) = deadline {
                    request.set_timeout(deadline.saturating_duration_since(Instant::now()));
                }
                call(channel, request)
            },
        );
        let answer = async {
            match deadline {
                None => Some(answer.await),
                Some(deadline) => timeout_at(deadline, answer).await.ok(),
            }
        };
        match shared.closing.run_until_cancelled(answer).await {
            None => Err(closed().into()),
            Some(None) => Err(too_late(last).into()),
            Some(Some(answer)) => Ok(answer?.into_inner()),
        }
    }
}

impl Shared {
    pub(crate) fn attempts<'a>(&'a self, config: Option<&'a MethodConfig>) -> Attempts<'a> {
        Attempts {
            servers: &self.servers,
            throttle: &self.throttle,
            policy: config.and_then(|config| config.retry_policy.as_ref()),
        }
    }

    /// Returns what is sent, with the key.
    pub(crate) fn request<Q>(&self, message: Q) -> Request<Q> {
        let mut request = Request::new(message);
        if let Some(key) = &self.key {
            request.metadata_mut().insert("authorization", key.clone());
        }
        request
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Client")
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}
