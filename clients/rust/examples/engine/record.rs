use std::fmt;

use upwords_referee_client::proto::Provenance;

/// A game in the notation of game records.
#[derive(Default)]
pub struct Record {
    pub provenance: Provenance,
    pub nicks: Vec<String>,
    pub events: Vec<String>,
}

impl Record {
    pub fn add(&mut self, nick: &str, held: &str, action: &str, score: i32, total: i32) {
        let held = if held.is_empty() { "-" } else { held };
        self.events
            .push(format!(">{nick}: {held} {action} {score:+} {total}"));
    }
}

impl fmt::Display for Record {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "#character-encoding UTF-8")?;
        writeln!(out, "#game-type upwords")?;
        writeln!(out, "#ruleset {}", self.provenance.ruleset)?;
        writeln!(out, "#lexicon {}", self.provenance.lexicon)?;
        writeln!(out, "#lexicon-digest {}", self.provenance.lexicon_digest)?;
        for (number, nick) in self.nicks.iter().enumerate() {
            writeln!(out, "#player{} {nick}", number + 1)?;
        }
        for event in &self.events {
            writeln!(out, "{event}")?;
        }
        Ok(())
    }
}
