use std::fmt;

use fastrand::Rng;
use upwords_referee_client::proto::TileKind;

/// The tiles that nobody has drawn, in the order in which they come out, last first.
pub struct Bag {
    tiles: Vec<String>,
    chance: Rng,
}

impl Bag {
    pub fn new(kinds: &[TileKind], chance: Rng) -> Self {
        let tiles = kinds
            .iter()
            .flat_map(|kind| (0..kind.count()).map(|_| kind.letter.clone()))
            .collect();
        let mut bag = Self { tiles, chance };
        bag.chance.shuffle(&mut bag.tiles);
        bag
    }

    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Takes a number of tiles, or all if there are fewer.
    pub fn draw(&mut self, count: usize) -> Vec<String> {
        self.tiles.split_off(self.tiles.len().saturating_sub(count))
    }

    pub fn give_back(&mut self, tiles: Vec<String>) {
        self.tiles.extend(tiles);
        self.chance.shuffle(&mut self.tiles);
    }
}

/// What a player holds.
pub struct Rack(pub Vec<String>);

impl Rack {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes one tile away.
    pub fn remove(&mut self, tile: &str) {
        let at = self.0.iter().position(|held| held == tile);
        self.0.remove(at.expect("what is played was held"));
    }
}

impl fmt::Display for Rack {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tiles = self.0.clone();
        tiles.sort();
        out.write_str(&tiles.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(letter: &str, count: u32) -> TileKind {
        TileKind {
            letter: letter.into(),
            count: Some(count),
            ..Default::default()
        }
    }

    #[test]
    fn bag_is_drawn_to_the_last_tile() {
        let mut bag = Bag::new(&[kind("A", 2), kind("B", 1)], Rng::with_seed(1));
        let mut drawn = bag.draw(2);
        drawn.extend(bag.draw(2));
        drawn.sort();
        assert_eq!(drawn, ["A", "A", "B"]);
        assert!(bag.is_empty());
        bag.give_back(vec!["A".into()]);
        assert_eq!(bag.draw(1), ["A"]);
    }

    #[test]
    fn rack_is_written_sorted() {
        let mut rack = Rack(["W", "A", "W"].map(String::from).into());
        rack.remove("W");
        assert_eq!(rack.to_string(), "AW");
    }
}
