use tonic::Code;

const NAMES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// Returns a code as gRPC spells it.
pub(crate) fn name_of(code: Code) -> &'static str {
    NAMES[code as usize]
}

/// Returns the code that gRPC spells so.
pub(crate) fn code_of(name: &str) -> Option<Code> {
    let number = NAMES.iter().position(|known| *known == name)?;
    Some(Code::from_i32(number as i32))
}
