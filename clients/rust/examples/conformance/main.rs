//! Shows what this client sees of a server: reads one question in JSON a line from standard input and writes
//! one answer a line to standard output, in any order.
//!
//! Usage: `conformance HOST:PORT`.

mod calls;
mod lines;
mod pool;
use std::{env, process::ExitCode};

use tokio::io::{BufReader, stdin, stdout};

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [target] = &arguments[..] else {
        eprintln!("usage: conformance HOST:PORT");
        return ExitCode::from(2);
    };
    match lines::serve(target, BufReader::new(stdin()), stdout()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("conformance: {error}");
            ExitCode::FAILURE
        }
    }
}
