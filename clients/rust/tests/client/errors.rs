//! What an error tells.

use std::{collections::HashMap, time::Duration};

use prost::Message;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};
use upwords_referee_client::{Error, FieldViolation, error_of};

use crate::{ask, connect, fake::Role, soon};

fn violation(field: &str, description: &str) -> FieldViolation {
    FieldViolation {
        field: field.into(),
        description: description.into(),
    }
}

fn whole() -> Status {
    let mut details = ErrorDetails::new();
    details
        .set_error_info(
            "BUSY",
            "upwords.referee",
            HashMap::from([("limit".to_owned(), "8".to_owned())]),
        )
        .add_bad_request_violation("requests[3].board", "zu lang – “lang”")
        .add_bad_request_violation("a", "")
        .set_retry_info(Some(Duration::from_millis(1500)));
    Status::with_error_details(Code::InvalidArgument, "busy – “später”", details)
}

async fn refused(status: Status) -> Error {
    let role = Role::new().judge(move |_| {
        let status = status.clone();
        async { Err(status) }
    });
    let fake = role.play();
    soon(ask(&connect(fake.target()))).await.unwrap_err()
}

fn assert_whole(error: &Error) {
    assert_eq!(error.code_name(), "INVALID_ARGUMENT");
    assert_eq!(error.message(), "busy – “später”");
    assert_eq!(error.to_string(), "INVALID_ARGUMENT: busy – “später”");
    assert_eq!(error.reason(), "BUSY");
    assert_eq!(error.domain(), "upwords.referee");
    assert_eq!(error.metadata().len(), 1);
    assert_eq!(error.metadata()["limit"], "8");
    assert_eq!(
        error.field_violations(),
        [
            violation("requests[3].board", "zu lang – “lang”"),
            violation("a", ""),
        ]
    );
    assert_eq!(error.retry_delay(), Some(Duration::from_millis(1500)));
    assert!(error.retryable());
}

fn assert_bare(error: &Error) {
    assert_eq!(error.reason(), "");
    assert_eq!(error.domain(), "");
    assert!(error.metadata().is_empty());
    assert_eq!(error.field_violations(), []);
    assert_eq!(error.retry_delay(), None);
    assert!(!error.retryable());
}

#[tokio::test]
async fn the_details_of_an_error_are_told() {
    assert_whole(&refused(whole()).await);
}

#[tokio::test]
async fn an_error_without_details_has_empty_ones() {
    let error = refused(Status::not_found("no such lexicon")).await;
    assert_eq!(error.to_string(), "NOT_FOUND: no such lexicon");
    assert_bare(&error);
}

#[tokio::test]
async fn an_error_with_some_details_has_the_others_empty() {
    let details = ErrorDetails::with_error_info("GONE", "upwords.referee", HashMap::new());
    let error = refused(Status::with_error_details(Code::NotFound, "", details)).await;
    assert_eq!(error.reason(), "GONE");
    assert_eq!(error.field_violations(), []);
    assert!(!error.retryable());
    let details = ErrorDetails::with_retry_info(None);
    let error = refused(Status::with_error_details(Code::Aborted, "", details)).await;
    assert_eq!(error.retry_delay(), Some(Duration::ZERO));
    assert_eq!(error.reason(), "");
}

#[tokio::test]
async fn details_that_are_garbled_leave_the_error_alone() {
    for garbled in [&b"\xff\xff"[..], b"", b"details"] {
        let status = Status::with_details(Code::DataLoss, "lost", garbled.to_vec().into());
        let error = refused(status).await;
        assert_eq!(error.to_string(), "DATA_LOSS: lost");
        assert_bare(&error);
    }
}

#[test]
fn the_details_of_one_result_are_told() {
    let status = tonic_types::Status::decode(whole().details()).unwrap();
    assert_whole(&error_of(&status).unwrap());
}

#[test]
fn a_status_without_fault_is_no_error() {
    assert!(error_of(&tonic_types::Status::default()).is_none());
}

#[tokio::test]
async fn each_code_has_the_name_that_grpc_gives_it() {
    for (code, name) in [
        (Code::Cancelled, "CANCELLED"),
        (Code::PermissionDenied, "PERMISSION_DENIED"),
        (Code::OutOfRange, "OUT_OF_RANGE"),
        (Code::Unauthenticated, "UNAUTHENTICATED"),
    ] {
        assert_eq!(refused(Status::new(code, "")).await.code_name(), name);
    }
}
