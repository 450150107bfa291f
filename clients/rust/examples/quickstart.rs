//! Asks about one move.

use upwords_referee_client::{Client, board_notation, play_notation, proto::JudgeMoveRequest};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let referee = Client::new("127.0.0.1:50051")?;
    let verdict = referee
        .judge_move(JudgeMoveRequest {
            board: Some(board_notation("10/10/10/10/2MOOD4/10/10/10/10/10")),
            r#move: Some(play_notation("5C W...")),
            ..Default::default()
        })
        .await?;
    println!("valid: {}, score: {}", verdict.valid, verdict.score());
    Ok(())
}
