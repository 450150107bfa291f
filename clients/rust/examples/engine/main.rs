//! Plays a whole game of Upwords against itself through a referee, and prints its record.
//!
//! Usage: `engine HOST:PORT [SEED]`. The same seed draws the same tiles.

mod bag;
mod game;
mod record;
#[cfg(test)]
#[path = "../../tests/client/referee.rs"]
mod referee;

use std::{env, error::Error, process::ExitCode, time::Duration};

use fastrand::Rng;
use upwords_referee_client::Client;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (target, seed) = match &arguments[..] {
        [target] => (target, Ok(1)),
        [target, seed] => (target, seed.parse()),
        _ => {
            eprintln!("usage: engine HOST:PORT [SEED]");
            return ExitCode::from(2);
        }
    };
    let Ok(seed) = seed else {
        eprintln!("engine: the seed must be a whole number from 0");
        return ExitCode::from(2);
    };
    match play(target, seed).await {
        Ok(record) => print!("{record}"),
        Err(error) => {
            eprintln!("engine: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Returns the record of a game that a referee has watched.
async fn play(target: &str, seed: u64) -> Result<String, Box<dyn Error>> {
    let client = Client::builder(target)
        .deadline(Duration::from_secs(10))
        .build()?;
    Ok(game::play(&client, Rng::with_seed(seed)).await?.to_string())
}
