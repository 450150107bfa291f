//! A real referee for tests.

use std::{
    env,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

/// A running server, which ends with the value.
pub struct Referee {
    process: Child,
    target: String,
}

impl Referee {
    /// Starts the program in UPWORDS_REFEREE, else the one of the repository.
    pub fn start() -> Self {
        let program = env::var_os("UPWORDS_REFEREE").map_or_else(
            || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../.venv/bin/upwords-referee"),
            PathBuf::from,
        );
        let mut process = Command::new(&program)
            .args(["serve", "--listen", "127.0.0.1:0", "--drain-seconds", "0"])
            // To the server it would be a setting that it does not have.
            .env_remove("UPWORDS_REFEREE")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let mut told = BufReader::new(process.stderr.take().expect("it is piped")).lines();
        let target = told
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| address_in(&line))
            .expect("the referee tells where it listens");
        // Whoever writes to a pipe that nobody reads waits.
        std::thread::spawn(move || told.for_each(drop));
        Self { process, target }
    }

    /// Its HOST:PORT.
    pub fn target(&self) -> &str {
        &self.target
    }
}

impl Drop for Referee {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn address_in(line: &str) -> Option<String> {
    let start = line.find("127.0.0.1:")?;
    let end = line[start..]
        .find(|char: char| !(char.is_ascii_digit() || char == '.' || char == ':'))
        .map_or(line.len(), |length| start + length);
    Some(line[start..end].to_owned())
}
