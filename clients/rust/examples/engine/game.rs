use std::error::Error;

use fastrand::Rng;
use upwords_referee_client::{
    Client, board_notation, exchange, pass_turn, play_notation,
    proto::{
        Board, FindPlaysRequest, FoundPlay, JudgeMoveRequest, JudgeMoveResponse, Move, Ruleset,
    },
};

use crate::{
    bag::{Bag, Rack},
    record::Record,
};

const RULESET: &str = "standard-10x10";
const NICKS: [&str; 2] = ["ann", "bob"];

/// What can end a game early: no answer, or a referee that refuses what it found.
type Trouble = Box<dyn Error>;

struct Player {
    nick: &'static str,
    rack: Rack,
    score: i32,
    /// Whether the last turn was an exchange, lest two stuck players go on for ever.
    exchanged: bool,
}

struct Game<'a> {
    client: &'a Client,
    ruleset: Ruleset,
    board: Board,
    bag: Bag,
    players: Vec<Player>,
    /// The passes since the last play or exchange.
    passes: usize,
    record: Record,
}

/// Plays from the empty board to the end.
pub async fn play(client: &Client, chance: Rng) -> Result<Record, Trouble> {
    let mut game = Game::new(client, client.get_ruleset(RULESET).await?, chance);
    for turn in 0.. {
        let on_turn = turn % game.players.len();
        game.take(on_turn).await?;
        if game.has_ended(on_turn).await? {
            break;
        }
    }
    game.count_unplayed();
    Ok(game.record)
}

impl<'a> Game<'a> {
    fn new(client: &'a Client, ruleset: Ruleset, chance: Rng) -> Self {
        let row = ruleset.columns().to_string();
        let rows = vec![row; ruleset.rows() as usize];
        let kinds = ruleset.tiles.as_ref().map(|tiles| &tiles.kinds[..]);
        let mut bag = Bag::new(kinds.unwrap_or_default(), chance);
        let players = NICKS.map(|nick| Player {
            nick,
            rack: Rack(bag.draw(ruleset.rack_size() as usize)),
            score: 0,
            exchanged: false,
        });
        Self {
            client,
            ruleset,
            board: board_notation(rows.join("/")),
            bag,
            players: players.into(),
            passes: 0,
            record: Record {
                nicks: NICKS.map(String::from).into(),
                ..Default::default()
            },
        }
    }

    /// Makes the best play; if there is none, exchanges; if that cannot be, passes.
    async fn take(&mut self, number: usize) -> Result<(), Trouble> {
        if let Some(best) = self.find(number, false).await? {
            return self.lay(number, best).await;
        }
        let count = self.ruleset.exchange_tiles() as usize;
        let player = &self.players[number];
        if self.bag.len() >= count && player.rack.len() >= count && !player.exchanged {
            return self.exchange(number, count).await;
        }
        self.confirm(number, pass_turn()).await?;
        self.players[number].exchanged = false;
        self.passes += 1;
        Ok(())
    }

    async fn find(&self, number: usize, any_only: bool) -> Result<Option<FoundPlay>, Trouble> {
        let found = self.client.find_plays(FindPlaysRequest {
            ruleset: RULESET.into(),
            board: Some(self.board.clone()),
            rack: self.players[number].rack.to_string(),
            limit: 1,
            any_only,
            ..Default::default()
        });
        Ok(found.await?.plays.pop())
    }

    async fn lay(&mut self, number: usize, play: FoundPlay) -> Result<(), Trouble> {
        let verdict = self.confirm(number, play_notation(play.notation)).await?;
        self.board = verdict.position.unwrap_or_default();
        let player = &mut self.players[number];
        for placement in &play.placements {
            player.rack.remove(&placement.tile);
        }
        player.rack.0.extend(self.bag.draw(play.placements.len()));
        player.exchanged = false;
        self.passes = 0;
        Ok(())
    }

    async fn exchange(&mut self, number: usize, count: usize) -> Result<(), Trouble> {
        let given = Rack(self.players[number].rack.0[..count].to_vec());
        self.confirm(number, exchange(given.to_string())).await?;
        // Draw first, then give back.
        let drawn = self.bag.draw(count);
        self.bag.give_back(given.0);
        let player = &mut self.players[number];
        player.rack.0.drain(..count);
        player.rack.0.extend(drawn);
        player.exchanged = true;
        self.passes = 0;
        Ok(())
    }

    /// Has a move judged, and writes it down.
    async fn confirm(
        &mut self,
        number: usize,
        attempted: Move,
    ) -> Result<JudgeMoveResponse, Trouble> {
        let player = &mut self.players[number];
        let rack = player.rack.to_string();
        let mut verdict = self
            .client
            .judge_move(JudgeMoveRequest {
                ruleset: RULESET.into(),
                board: Some(self.board.clone()),
                r#move: Some(attempted),
                rack: Some(rack.clone()),
                bag_count: Some(self.bag.len() as u32),
                include_position: true,
                ..Default::default()
            })
            .await?;
        if !verdict.valid {
            return Err(format!("the referee refuses a move: {:?}", verdict.violations).into());
        }
        player.score += verdict.score();
        self.record.provenance = verdict.provenance.take().unwrap_or_default();
        let (score, total) = (verdict.score(), player.score);
        self.record
            .add(player.nick, &rack, &verdict.notation, score, total);
        Ok(verdict)
    }

    /// Tells whether the game is over after a player's turn.
    async fn has_ended(&self, last: usize) -> Result<bool, Trouble> {
        if self.passes >= self.players.len() * self.ruleset.pass_rounds() as usize {
            return Ok(true);
        }
        if !self.bag.is_empty() {
            return Ok(false);
        }
        if self.players[last].rack.is_empty() {
            return Ok(true);
        }
        for number in 0..self.players.len() {
            if self.find(number, true).await?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn count_unplayed(&mut self) {
        let scoring = self.ruleset.scoring.unwrap_or_default();
        for player in &mut self.players {
            if !player.rack.is_empty() {
                let cost = scoring.unplayed_tile() * player.rack.len() as i32;
                player.score += cost;
                let rack = player.rack.to_string();
                self.record
                    .add(player.nick, &rack, &format!("({rack})"), cost, player.score);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use upwords_referee_client::proto::{EndReason, JudgeGameRequest, judge_game_request};

    use super::*;
    use crate::referee::Referee;

    fn connect(referee: &Referee) -> Client {
        let client = Client::builder(referee.target()).deadline(Duration::from_secs(30));
        client.build().unwrap()
    }

    async fn record_of(client: &Client, seed: u64) -> String {
        let record = play(client, Rng::with_seed(seed)).await;
        record.unwrap().to_string()
    }

    #[tokio::test]
    async fn record_is_sound_and_canonical() {
        let referee = Referee::start();
        let client = connect(&referee);
        for seed in 0..3 {
            let text = record_of(&client, seed).await;
            let judged = client.judge_game(JudgeGameRequest {
                game: Some(judge_game_request::Game::Text(text.clone())),
                include_record: true,
                ..Default::default()
            });
            let judged = judged.await.unwrap();
            assert!(judged.sound, "seed {seed}: {:?}\n{text}", judged.findings);
            assert_eq!(judged.findings, []);
            assert_ne!(judged.end_reason(), EndReason::Unspecified);
            assert_eq!(judged.text, text, "seed {seed}");
        }
    }

    #[tokio::test]
    async fn same_seed_is_the_same_game() {
        let referee = Referee::start();
        let client = connect(&referee);
        let once = record_of(&client, 7).await;
        assert_eq!(once, record_of(&client, 7).await);
        assert_ne!(once, record_of(&client, 8).await);
    }

    #[tokio::test]
    async fn stuck_players_exchange_once_then_pass() {
        let referee = Referee::start();
        let client = connect(&referee);
        let ruleset = client.get_ruleset(RULESET).await.unwrap();
        let mut game = Game::new(&client, ruleset, Rng::with_seed(1));
        // No word is made of these, whichever is drawn.
        game.bag.draw(game.bag.len());
        game.bag.give_back(vec!["V".into(); 3]);
        for player in &mut game.players {
            player.rack = Rack(vec!["V".into(); 2]);
        }
        for turn in 0..4 {
            game.take(turn % 2).await.unwrap();
            assert_eq!(game.has_ended(turn % 2).await.unwrap(), turn == 3);
        }
        assert_eq!(
            game.record.events,
            [
                ">ann: VV -V +0 0",
                ">bob: VV -V +0 0",
                ">ann: VV - +0 0",
                ">bob: VV - +0 0"
            ]
        );
    }
}
