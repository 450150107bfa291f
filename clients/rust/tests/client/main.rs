//! The client before a real referee.

mod referee;

use std::time::Duration;

use referee::Referee;
use tokio_stream::StreamExt;
use upwords_referee_client::{
    Client, board_notation, error_of, play_notation, play_tiles,
    proto::{
        BatchJudgeMovesRequest, JudgeMoveRequest, Move, batch_result, stream_judge_moves_response,
    },
};

fn question(play: Move) -> JudgeMoveRequest {
    JudgeMoveRequest {
        board: Some(board_notation("10/10/10/10/2MOOD4/10/10/10/10/10")),
        r#move: Some(play),
        ..Default::default()
    }
}

fn connect(referee: &Referee) -> Client {
    let client = Client::builder(referee.target()).deadline(Duration::from_secs(30));
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
    let client = connect(&referee);
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
    let error = connect(&referee)
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
    let answer = connect(&referee)
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
    let (questions, mut answers) = connect(&referee).stream_judge_moves();
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

#[test]
fn a_key_does_not_travel_in_plain_text() {
    assert!(
        Client::builder("192.0.2.1:50051")
            .key("secret")
            .build()
            .is_err()
    );
}

#[tokio::test]
async fn a_key_travels_in_plain_text_if_told_so() {
    let client = Client::builder("192.0.2.1:50051")
        .key("secret")
        .key_over_plain_text();
    assert!(client.build().is_ok());
}
