//! Asks an Upwords referee whether a move is legal and what it scores.
//!
//! A [`Client`] keeps its connections and is cheap to clone. Its methods take and return the messages of
//! [`proto`]. A move that breaks a rule is a verdict whose `valid` is false, never an error; what cannot be
//! understood or answered is an [`Error`].
//!
//! Numbers of enums that a newer server sends are kept: the fields are `i32`, and a method of the same name
//! reads them as an enum.

mod answers;
mod attempts;
mod build_error;
mod builder;
mod calls;
mod client;
mod codes;
mod error;
mod feed;
mod key;
mod notation;
mod servers;
mod service_config;
mod target;
mod throttle;
mod tls;

/// The messages of the referee, and its raw stubs: clients, and servers for fakes in tests.
#[allow(missing_docs, clippy::all)]
pub mod proto {
    tonic::include_proto!("upwords.referee.v1");
}

/// The health of a service, as [`Client::check_health`] tells it.
pub mod health {
    pub use tonic_health::pb::HealthCheckResponse;
    pub use tonic_health::pb::health_check_response::ServingStatus;
}

pub use answers::{Answers, Questions, StreamEnded};
pub use build_error::BuildError;
pub use builder::{Builder, DEFAULT_DEADLINE, DEFAULT_SERVICE_CONFIG, DEFAULT_USER_AGENT};
pub use client::Client;
pub use error::{Error, FieldViolation, error_of};
pub use notation::{board_grid, board_notation, exchange, pass_turn, play_notation, play_tiles};
pub use tls::Tls;
pub use tonic::{Code, Status};

/// The examples of the README are compiled.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
