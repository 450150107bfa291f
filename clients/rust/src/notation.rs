use crate::proto::{
    Board, Exchange, Grid, Move, Pass, Placement, Play, board::Form, r#move::Action,
};

/// Returns a board in position notation, such as `"10/10/10/10/2(MW)OOD4/10/10/10/10/10"`.
pub fn board_notation(text: impl Into<String>) -> Board {
    Board {
        form: Some(Form::Notation(text.into())),
    }
}

/// Returns a board as its top letters, `"."` for an empty square, and its heights in digits; empty heights:
/// every tile stands one high.
///
/// Rows may be separated by `"/"`.
pub fn board_grid(letters: impl Into<String>, heights: impl Into<String>) -> Board {
    Board {
        form: Some(Form::Grid(Grid {
            letters: letters.into(),
            heights: heights.into(),
        })),
    }
}

/// Returns a move in move notation: a play `"5C W..."`, an exchange `"-E"` or a pass `"-"`.
pub fn play_notation(text: impl Into<String>) -> Move {
    action(Action::Notation(text.into()))
}

/// Returns the play that lays these tiles, in any order, each as its row, its column and its letter.
///
/// Rows and columns count from 0 at the top left. `"Q"`, `"Qu"` and `"QU"` are the Qu tile.
pub fn play_tiles<T: Into<String>>(tiles: impl IntoIterator<Item = (i32, i32, T)>) -> Move {
    let placements = tiles
        .into_iter()
        .map(|(row, column, tile)| Placement {
            row,
            column,
            tile: tile.into(),
        })
        .collect();
    action(Action::Play(Play { placements }))
}

/// Returns the move that gives these tiles back, one character each; `"Q"` is the Qu tile.
pub fn exchange(tiles: impl Into<String>) -> Move {
    action(Action::Exchange(Exchange {
        tiles: tiles.into(),
    }))
}

/// Returns the move that gives up the turn.
pub fn pass_turn() -> Move {
    action(Action::PassTurn(Pass {}))
}

fn action(action: Action) -> Move {
    Move {
        action: Some(action),
    }
}
