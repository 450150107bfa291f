use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Deserializer, de::Error as _};
use tonic::Code;

use crate::{BuildError, codes};

/// More attempts than this no policy gets, as gRPC has it.
const MOST_ATTEMPTS: u32 = 5;

/// The part of a gRPC service config that this client follows; the rest is passed over.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct ServiceConfig {
    load_balancing_config: Vec<BTreeMap<String, serde_json::Value>>,
    method_config: Vec<MethodConfig>,
    pub(crate) retry_throttling: Option<RetryThrottling>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct MethodConfig {
    name: Vec<Name>,
    #[serde(deserialize_with = "some_seconds")]
    pub(crate) timeout: Option<Duration>,
    pub(crate) retry_policy: Option<RetryPolicy>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Name {
    service: String,
    method: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RetryPolicy {
    max_attempts: u32,
    #[serde(deserialize_with = "seconds")]
    initial_backoff: Duration,
    #[serde(deserialize_with = "seconds")]
    max_backoff: Duration,
    backoff_multiplier: f64,
    #[serde(deserialize_with = "all_codes")]
    retryable_status_codes: Vec<Code>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RetryThrottling {
    pub(crate) max_tokens: f64,
    pub(crate) token_ratio: f64,
}

impl ServiceConfig {
    pub(crate) fn parse(json: &str) -> Result<Self, BuildError> {
        serde_json::from_str(json).map_err(|error| BuildError::because("service config", &error))
    }

    /// Tells whether calls go to the servers in turn; else all go to the first that can be reached.
    pub(crate) fn is_round_robin(&self) -> bool {
        self.load_balancing_config
            .first()
            .is_some_and(|first| first.contains_key("round_robin"))
    }

    /// Returns what holds for a method: what names it, else what names its service, else what names neither.
    pub(crate) fn of(&self, service: &str, method: &str) -> Option<&MethodConfig> {
        [(service, method), (service, ""), ("", "")]
            .into_iter()
            .find_map(|(service, method)| {
                self.method_config.iter().find(|config| {
                    config
                        .name
                        .iter()
                        .any(|name| name.service == service && name.method == method)
                })
            })
    }
}

impl RetryPolicy {
    pub(crate) fn retries(&self, code: Code) -> bool {
        self.retryable_status_codes.contains(&code)
    }

    /// Returns how long to wait after `failed` attempts, `chance` from 0 to 1; `None`: that was the last.
    pub(crate) fn pause(&self, failed: u32, chance: f64) -> Option<Duration> {
        if failed >= self.max_attempts.min(MOST_ATTEMPTS) {
            return None;
        }
        let grown = self.initial_backoff.as_secs_f64()
            * self
                .backoff_multiplier
                .powi(failed.saturating_sub(1) as i32);
        let pause = grown.min(self.max_backoff.as_secs_f64()) * (0.8 + 0.4 * chance);
        Duration::try_from_secs_f64(pause).ok()
    }
}

/// Reads a duration as JSON has those of protobuf: seconds and an "s".
fn seconds<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Duration, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.strip_suffix('s')
        .and_then(|number| number.parse().ok())
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| D::Error::custom(format!("{text:?} is no duration such as \"0.5s\"")))
}

fn some_seconds<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    seconds(deserializer).map(Some)
}

fn all_codes<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Vec<Code>, D::Error> {
    Vec::<String>::deserialize(deserializer)?
        .iter()
        .map(|name| {
            codes::code_of(name)
                .ok_or_else(|| D::Error::custom(format!("{name:?} is no status code")))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DEFAULT_SERVICE_CONFIG;

    fn default() -> ServiceConfig {
        ServiceConfig::parse(DEFAULT_SERVICE_CONFIG).unwrap()
    }

    #[test]
    fn pauses_grow_up_to_the_longest_and_end_with_the_attempts() {
        let config = default();
        let method = config.of("upwords.referee.v1.RefereeService", "JudgeMove");
        let policy = method.unwrap().retry_policy.as_ref().unwrap();
        for (failed, least, most) in [(1, 40, 60), (2, 80, 120), (3, 160, 240), (4, 320, 480)] {
            for (chance, expected) in [(0.0, least), (1.0, most)] {
                let pause = policy.pause(failed, chance).unwrap();
                assert_eq!(pause.as_secs_f64().mul_add(1e3, 0.5) as u64, expected);
            }
        }
        assert_eq!(policy.pause(5, 0.5), None);
        assert!(policy.retries(Code::Unavailable) && !policy.retries(Code::Internal));
    }

    #[test]
    fn method_goes_before_its_service() {
        let config = default();
        let service = "upwords.referee.v1.RefereeService";
        let of_stream = config.of(service, "StreamJudgeMoves").unwrap();
        let of_others = config.of(service, "FindPlays").unwrap();
        assert_eq!(of_stream.timeout, None);
        assert_eq!(of_others.timeout, Some(Duration::from_secs(10)));
        assert!(config.of("grpc.health.v1.Health", "Check").is_none());
        let all = ServiceConfig::parse(r#"{"methodConfig": [{"name": [{}], "timeout": "1.5s"}]}"#);
        let all = all.unwrap();
        let timeout = all.of("any", "Method").unwrap().timeout;
        assert_eq!(timeout, Some(Duration::from_millis(1500)));
    }

    #[test]
    fn config_is_round_robin_if_its_first_policy_is() {
        assert!(default().is_round_robin());
        for json in ["{}", r#"{"loadBalancingConfig": [{"pick_first": {}}]}"#] {
            assert!(!ServiceConfig::parse(json).unwrap().is_round_robin());
        }
    }

    #[test]
    fn faults_are_named() {
        let policy = |more: &str| {
            format!(
                r#"{{"methodConfig": [{{"retryPolicy": {{"maxAttempts": 2, "maxBackoff": "1s",
                "backoffMultiplier": 2, {more}}}}}]}}"#
            )
        };
        for (json, named) in [
            ("{".into(), "EOF"),
            (
                policy(r#""initialBackoff": "soon""#),
                "\"soon\" is no duration",
            ),
            (
                policy(r#""initialBackoff": "1s", "retryableStatusCodes": ["AWAY"]"#),
                "\"AWAY\" is no status code",
            ),
            (policy(r#""initialBackoff": "1s""#), "retryableStatusCodes"),
        ] {
            let error = ServiceConfig::parse(&json).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
