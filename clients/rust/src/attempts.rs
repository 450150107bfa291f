use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use tonic::{Code, Status, transport::Channel};

use crate::{
    error::{is_unsent, settled},
    servers::Servers,
    service_config::RetryPolicy,
    throttle::Throttle,
};

/// How one call is made: at which servers, and how often.
pub(crate) struct Attempts<'a> {
    pub(crate) servers: &'a Servers,
    pub(crate) throttle: &'a Throttle,
    pub(crate) policy: Option<&'a RetryPolicy>,
}

impl Attempts<'_> {
    /// Calls until there is an answer, or an error that the policy does not try again.
    ///
    /// `last` is how the last attempt ended, for the case that this is dropped; `can_repeat` says whether the
    /// request is still there.
    pub(crate) async fn run<T, F>(
        &self,
        last: &mut Option<Status>,
        can_repeat: impl Fn() -> bool,
        mut call: impl FnMut(Channel) -> F,
    ) -> Result<T, Status>
    where
        F: Future<Output = Result<T, Status>>,
    {
        let mut failed = 0;
        loop {
            let status = match self.once(&mut call).await {
                Ok(answer) => {
                    self.throttle.succeeded();
                    return Ok(answer);
                }
                Err(status) => status,
            };
            failed += 1;
            match self.pause(failed, status.code()) {
                Some(pause) if can_repeat() => {
                    *last = Some(status);
                    tokio::time::sleep(pause).await;
                }
                _ => return Err(status),
            }
        }
    }

    /// Calls one server; while there are others, one that cannot be reached is passed over.
    async fn once<T, F>(&self, call: &mut impl FnMut(Channel) -> F) -> Result<T, Status>
    where
        F: Future<Output = Result<T, Status>>,
    {
        loop {
            let server = self.servers.pick().await?;
            let status = match call(server.channel.clone()).await {
                Ok(answer) => {
                    server.reached();
                    return Ok(answer);
                }
                Err(status) => status,
            };
            if is_unsent(&status) {
                if self.servers.lost(&server).await {
                    continue;
                }
            } else {
                server.reached();
            }
            let status = settled(status);
            if status.code() == Code::Unavailable {
                self.servers.suspect();
            }
            return Err(status);
        }
    }

    fn pause(&self, failed: u32, code: Code) -> Option<Duration> {
        let policy = self.policy.filter(|policy| policy.retries(code))?;
        let is_allowed = self.throttle.failed();
        policy.pause(failed, chance()).filter(|_| is_allowed)
    }
}

/// Returns a number from 0 to 1 by chance, lest all clients come back at once.
fn chance() -> f64 {
    RandomState::new().build_hasher().finish() as f64 / u64::MAX as f64
}
