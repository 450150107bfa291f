//! The client before a real referee here, and before a fake one in the modules.

mod deadlines;
mod errors;
mod fake;
mod keys;
mod referee;
mod retries;
mod servers;
mod streams;
mod tls;

use std::time::Duration;

use fake::Role;
use referee::Referee;
use tokio_stream::StreamExt;
use upwords_referee_client::{
    Client, DEFAULT_USER_AGENT, Error, board_notation, error_of, play_notation, play_tiles,
    proto::{
        BatchJudgeMovesRequest, JudgeMoveRequest, JudgeMoveResponse, Move, batch_result,
        stream_judge_moves_response,
    },
};

/// What has not come by then does not come.
const PATIENCE: Duration = Duration::from_secs(30);

/// Waits for what must come.
async fn soon<F: Future>(future: F) -> F::Output {
    let bounded = tokio::time::timeout(PATIENCE, future).await;
    bounded.expect("it comes within 30 seconds")
}

fn question(play: Move) -> JudgeMoveRequest {
    JudgeMoveRequest {
        board: Some(board_notation("10/10/10/10/2MOOD4/10/10/10/10/10")),
        r#move: Some(play),
        ..Default::default()
    }
}

async fn ask(client: &Client) -> Result<JudgeMoveResponse, Error> {
    client.judge_move(question(play_notation("5C W..."))).await
}

fn connect(target: impl Into<String>) -> Client {
    let client = Client::builder(target).deadline(PATIENCE);
    client.build().unwrap()
}

#[test]
fn the_readme_shows_the_example() {
    let readme = include_str!("../../README.md");
    assert!(readme.contains(include_str!("../../examples/quickstart.rs")));
}

#[tokio::test]
async fn a_move_that_breaks_a_rule_is_a_verdict() {
    let referee = Referee::start();
    let client = connect(referee.target());
    let good = client
        .judge_move(question(play_tiles([(4, 2, "W")])))
        .await
        .unwrap();
    assert!(good.valid);
    assert_eq!(good.score(), 5);
    let bad = client
        .judge_move(question(play_notation("5C M...")))
        .await
        .unwrap();
    assert!(!bad.valid);
    assert_eq!(bad.violations.len(), 1);
}

#[tokio::test]
async fn an_error_names_the_field() {
    let referee = Referee::start();
    let error = connect(referee.target())
        .judge_move(JudgeMoveRequest::default())
        .await
        .unwrap_err();
    assert_eq!(error.code_name(), "INVALID_ARGUMENT");
    assert_eq!(error.field_violations()[0].field, "board");
    assert!(!error.retryable());
}

#[tokio::test]
async fn one_error_leaves_the_rest_of_a_batch_alone() {
    let referee = Referee::start();
    let requests = vec![
        question(play_notation("5C W...")),
        JudgeMoveRequest::default(),
    ];
    let answer = connect(referee.target())
        .batch_judge_moves(BatchJudgeMovesRequest {
            requests,
            ..Default::default()
        })
        .await
        .unwrap();
    assert!(matches!(
        answer.results[0].outcome,
        Some(batch_result::Outcome::Verdict(_))
    ));
    let Some(batch_result::Outcome::Error(status)) = &answer.results[1].outcome else {
        panic!("{:?}", answer.results[1]);
    };
    assert_eq!(error_of(status).unwrap().code_name(), "INVALID_ARGUMENT");
}

#[tokio::test]
async fn a_stream_answers_each_question_under_its_id() {
    let referee = Referee::start();
    let (questions, mut answers) = connect(referee.target()).stream_judge_moves();
    let sender = tokio::spawn(async move {
        for number in 0..100 {
            questions
                .send(number.to_string(), question(play_notation("5C W...")))
                .await
                .unwrap();
        }
    });
    let mut ids = Vec::new();
    while let Some(answer) = answers.next().await {
        let answer = answer.unwrap();
        assert!(matches!(
            answer.outcome,
            Some(stream_judge_moves_response::Outcome::Verdict(_))
        ));
        ids.push(answer.id.parse::<u32>().unwrap());
    }
    sender.await.unwrap();
    ids.sort_unstable();
    assert_eq!(ids, (0..100).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_client_names_itself() {
    let fake = Role::new().play();
    for name in [DEFAULT_USER_AGENT, "my-engine/2"] {
        let client = Client::builder(fake.target()).user_agent(name);
        soon(ask(&client.build().unwrap())).await.unwrap();
        let sent = fake.headers("user-agent").pop().unwrap().unwrap();
        assert!(sent.starts_with(&format!("{name} tonic/")), "{sent}");
    }
    soon(ask(&Client::new(fake.target()).unwrap()))
        .await
        .unwrap();
    let sent = fake.headers("user-agent");
    assert_eq!(sent[0], sent[2]);
}
