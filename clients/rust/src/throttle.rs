use std::sync::Mutex;

use crate::service_config::RetryThrottling;

/// Ends retries while most calls fail, lest they keep an overloaded server down.
#[derive(Debug)]
pub(crate) struct Throttle {
    limits: Option<RetryThrottling>,
    tokens: Mutex<f64>,
}

impl Throttle {
    pub(crate) fn new(limits: Option<RetryThrottling>) -> Self {
        let tokens = Mutex::new(limits.as_ref().map_or(0.0, |limits| limits.max_tokens));
        Self { limits, tokens }
    }

    pub(crate) fn succeeded(&self) {
        if let Some(limits) = &self.limits {
            let mut tokens = self.tokens.lock().unwrap();
            *tokens = (*tokens + limits.token_ratio).min(limits.max_tokens);
        }
    }

    /// Counts a failure, and tells whether another attempt may be made.
    pub(crate) fn failed(&self) -> bool {
        let Some(limits) = &self.limits else {
            return true;
        };
        let mut tokens = self.tokens.lock().unwrap();
        *tokens = (*tokens - 1.0).max(0.0);
        *tokens > limits.max_tokens / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_tokens_is_for_retries() {
        let throttle = Throttle::new(Some(RetryThrottling {
            max_tokens: 4.0,
            token_ratio: 0.5,
        }));
        assert!(throttle.failed());
        assert!(!throttle.failed());
        throttle.succeeded();
        assert!(!throttle.failed());
        for _ in 0..100 {
            throttle.succeeded();
        }
        assert!(throttle.failed() && !throttle.failed());
    }

    #[test]
    fn without_limits_every_failure_may_be_retried() {
        let throttle = Throttle::new(None);
        assert!((0..1000).all(|_| throttle.failed()));
    }
}
