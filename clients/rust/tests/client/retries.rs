//! Which calls are tried again, and how often.

use std::time::Duration;

use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};
use upwords_referee_client::Client;

use crate::{
    ask, connect,
    fake::{Role, valid},
    soon,
};

const DELAY: Duration = Duration::from_millis(250);

fn failing(code: Code) -> Status {
    Status::with_error_details(code, "later", ErrorDetails::with_retry_info(Some(DELAY)))
}

fn always(code: Code) -> Role {
    Role::new().judge(move |_| async move { Err(failing(code)) })
}

#[tokio::test]
async fn unavailable_is_tried_again_until_there_is_an_answer() {
    for failures in 1..=2 {
        let role = Role::new().judge(move |number| async move {
            if number <= failures {
                Err(failing(Code::Unavailable))
            } else {
                Ok(valid())
            }
        });
        let fake = role.play();
        assert!(soon(ask(&connect(fake.target()))).await.unwrap().valid);
        assert_eq!(fake.calls(), failures + 1);
    }
}

#[tokio::test]
async fn unavailable_for_good_is_told_after_five_attempts() {
    let role = Role::new().judge(|number| async move {
        let details = ErrorDetails::with_retry_info(Some(DELAY));
        let message = format!("attempt {number}");
        Err(Status::with_error_details(
            Code::Unavailable,
            message,
            details,
        ))
    });
    let fake = role.play();
    let error = soon(ask(&connect(fake.target()))).await.unwrap_err();
    assert_eq!(error.code_name(), "UNAVAILABLE");
    assert_eq!(error.message(), "attempt 5");
    assert_eq!(error.retry_delay(), Some(DELAY));
    assert_eq!(fake.calls(), 5);
}

#[tokio::test]
async fn other_errors_are_not_tried_again() {
    for code in [
        Code::Cancelled,
        Code::Unknown,
        Code::InvalidArgument,
        Code::DeadlineExceeded,
        Code::NotFound,
        Code::ResourceExhausted,
        Code::FailedPrecondition,
        Code::Aborted,
        Code::Internal,
        Code::Unauthenticated,
    ] {
        let fake = always(code).play();
        let error = soon(ask(&connect(fake.target()))).await.unwrap_err();
        assert_eq!(error.code(), code);
        assert_eq!(fake.calls(), 1, "{error}");
    }
}

#[tokio::test]
async fn a_service_config_without_retry_policy_makes_one_attempt() {
    for config in [
        "{}",
        r#"{"methodConfig": [{"name": [{}], "timeout": "30s"}]}"#,
        r#"{"methodConfig": [{"name": [{"service": "another.Service"}], "retryPolicy": {
            "maxAttempts": 5, "initialBackoff": "0.01s", "maxBackoff": "0.01s",
            "backoffMultiplier": 1, "retryableStatusCodes": ["UNAVAILABLE"]}}]}"#,
    ] {
        let fake = always(Code::Unavailable).play();
        let client = Client::builder(fake.target()).service_config(config);
        let client = client.deadline(None).build().unwrap();
        let error = soon(ask(&client)).await.unwrap_err();
        assert_eq!(error.code(), Code::Unavailable);
        assert_eq!(fake.calls(), 1, "{config}");
    }
}

#[tokio::test]
async fn a_policy_names_the_codes_and_the_attempts_five_at_most() {
    for (most, made) in [(2, 2), (3, 3), (100, 5)] {
        let config = format!(
            r#"{{"methodConfig": [{{"name": [{{}}], "retryPolicy": {{
            "maxAttempts": {most}, "initialBackoff": "0.01s", "maxBackoff": "0.01s",
            "backoffMultiplier": 1, "retryableStatusCodes": ["ABORTED"]}}}}]}}"#
        );
        for (code, made) in [(Code::Aborted, made), (Code::Unavailable, 1)] {
            let fake = always(code).play();
            let client = Client::builder(fake.target()).service_config(&config);
            let client = client.deadline(None).build().unwrap();
            assert_eq!(soon(ask(&client)).await.unwrap_err().code(), code);
            assert_eq!(fake.calls(), made, "{most} attempts of {code:?}");
        }
    }
}

#[tokio::test]
async fn retries_end_while_most_calls_fail() {
    // Half of six tokens is for retries: after the third failure there is none left.
    let config = r#"{"methodConfig": [{"name": [{}], "retryPolicy": {
        "maxAttempts": 5, "initialBackoff": "0.01s", "maxBackoff": "0.01s",
        "backoffMultiplier": 1, "retryableStatusCodes": ["UNAVAILABLE"]}}],
        "retryThrottling": {"maxTokens": 6, "tokenRatio": 0.1}}"#;
    let fake = always(Code::Unavailable).play();
    let client = Client::builder(fake.target()).service_config(config);
    let client = client.deadline(None).build().unwrap();
    for calls in [3, 4, 5] {
        // A clone shares the tokens.
        soon(ask(&client.clone())).await.unwrap_err();
        assert_eq!(fake.calls(), calls);
    }
}
