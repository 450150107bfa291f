use std::{collections::HashMap, fmt, time::Duration};

use prost::Message;
use tonic::{Code, ConnectError, Status, TimeoutExpired};
use tonic_types::{ErrorDetails, RpcStatusExt, StatusExt};

use crate::codes;

/// One field of a request that the referee cannot take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldViolation {
    /// Its path from the request, such as `"move.notation"` or `"requests[3].board"`.
    pub field: String,
    /// What is wrong with it.
    pub description: String,
}

/// A question that could not be understood or answered, with the referee's details.
#[derive(Clone)]
pub struct Error(Box<Parts>);

#[derive(Clone)]
struct Parts {
    status: Status,
    reason: String,
    domain: String,
    metadata: HashMap<String, String>,
    field_violations: Vec<FieldViolation>,
    retry_delay: Option<Duration>,
}

impl Error {
    /// Returns the gRPC status code.
    pub fn code(&self) -> Code {
        self.0.status.code()
    }

    /// Returns the code as gRPC spells it, such as `"INVALID_ARGUMENT"`.
    pub fn code_name(&self) -> &'static str {
        codes::name_of(self.code())
    }

    /// Returns one or more English sentences.
    pub fn message(&self) -> &str {
        self.0.status.message()
    }

    /// Returns the name of the fault in UPPER_SNAKE_CASE, within the domain; empty if the status has no details.
    pub fn reason(&self) -> &str {
        &self.0.reason
    }

    /// Returns who names the reason; empty if the status has no details.
    pub fn domain(&self) -> &str {
        &self.0.domain
    }

    /// Returns more about the reason.
    pub fn metadata(&self) -> &HashMap<String, String> {
        &self.0.metadata
    }

    /// Returns the fields at fault, in the referee's order.
    pub fn field_violations(&self) -> &[FieldViolation] {
        &self.0.field_violations
    }

    /// Tells whether the same call may do better later: exactly when the referee names a delay.
    pub fn retryable(&self) -> bool {
        self.0.retry_delay.is_some()
    }

    /// Returns how long to wait before the same call may do better, if it may.
    pub fn retry_delay(&self) -> Option<Duration> {
        self.0.retry_delay
    }

    /// Returns the status as gRPC has it, details and all.
    pub fn status(&self) -> &Status {
        &self.0.status
    }

    fn new(status: Status, details: ErrorDetails) -> Self {
        let info = details.error_info();
        let fields = details.bad_request().map(|bad| &bad.field_violations[..]);
        Self(Box::new(Parts {
            reason: info.map(|info| info.reason.clone()).unwrap_or_default(),
            domain: info.map(|info| info.domain.clone()).unwrap_or_default(),
            metadata: info.map(|info| info.metadata.clone()).unwrap_or_default(),
            field_violations: fields
                .unwrap_or_default()
                .iter()
                .map(|each| FieldViolation {
                    field: each.field.clone(),
                    description: each.description.clone(),
                })
                .collect(),
            retry_delay: details
                .retry_info()
                .map(|info| info.retry_delay.unwrap_or_default()),
            status,
        }))
    }
}

/// Decodes the status of one result of a batch, or of one answer of a stream; `None` if it is no error.
pub fn error_of(status: &tonic_types::Status) -> Option<Error> {
    let code = Code::from_i32(status.code);
    (code != Code::Ok).then(|| {
        let whole = Status::with_details(code, &status.message, status.encode_to_vec().into());
        Error::new(whole, status.get_error_details())
    })
}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        let details = status.get_error_details();
        Self::new(status, details)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.code_name(), self.message())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Error")
            .field("code", &self.code_name())
            .field("message", &self.message())
            .field("reason", &self.0.reason)
            .field("domain", &self.0.domain)
            .field("metadata", &self.0.metadata)
            .field("field_violations", &self.0.field_violations)
            .field("retry_delay", &self.0.retry_delay)
            .finish_non_exhaustive()
    }
}

impl std::error::Error for Error {}

/// Returns a status as other languages would tell it: what failed on the way is UNAVAILABLE.
pub(crate) fn settled(status: Status) -> Status {
    // Only what was found on this side of the wire has a source.
    let Some(cause) = causes(&status).last() else {
        return status;
    };
    if cause.is::<TimeoutExpired>() {
        return too_late(None);
    }
    match status.code() {
        Code::Unavailable | Code::Unknown | Code::Cancelled | Code::Internal => {
            Status::unavailable(format!("the connection failed: {cause}"))
        }
        _ => status,
    }
}

/// Tells whether a call failed before it was sent, since its server could not be reached.
pub(crate) fn is_unsent(status: &Status) -> bool {
    causes(status).any(|cause| cause.is::<ConnectError>())
}

/// Returns the status of a call whose deadline has passed; `last` is how its last attempt ended.
pub(crate) fn too_late(last: Option<Status>) -> Status {
    Status::deadline_exceeded(match last {
        None => "there was no answer within the deadline".into(),
        Some(last) => format!(
            "there was no answer within the deadline; the last attempt ended with {}: {}",
            codes::name_of(last.code()),
            last.message()
        ),
    })
}

/// Returns the status of a call on a closed client.
pub(crate) fn closed() -> Status {
    Status::cancelled("the client is closed")
}

fn causes(status: &Status) -> impl Iterator<Item = &(dyn std::error::Error + 'static)> {
    std::iter::successors(std::error::Error::source(status), |cause| cause.source())
}
