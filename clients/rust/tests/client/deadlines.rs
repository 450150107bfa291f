//! Calls that end before they are answered.

use std::{
    future::pending,
    time::{Duration, Instant},
};

use tokio_stream::StreamExt;
use tonic::{Code, Status};
use upwords_referee_client::{Client, DEFAULT_DEADLINE, play_notation};

use crate::{
    PATIENCE, ask, connect,
    fake::{Answered, Fake, Role, answer},
    question, soon,
};

const SHORT: Duration = Duration::from_millis(100);
const HOUR: Duration = Duration::from_secs(3600);

/// Answers nothing.
fn silent() -> Fake {
    Role::new().judge(|_| pending()).play()
}

/// A client that waits for ever.
fn patient(fake: &Fake) -> Client {
    let client = Client::builder(fake.target()).service_config("{}");
    client.deadline(None).build().unwrap()
}

/// Reads a grpc-timeout.
fn duration(text: &str) -> Duration {
    let (number, unit) = text.split_at(text.len() - 1);
    let unit = match unit {
        "H" => HOUR,
        "M" => Duration::from_secs(60),
        "S" => Duration::from_secs(1),
        "m" => Duration::from_millis(1),
        "u" => Duration::from_micros(1),
        "n" => Duration::from_nanos(1),
        _ => panic!("{text}"),
    };
    unit * number.parse().unwrap()
}

/// The deadline that reaches a server, with a call of the client.
async fn told(fake: &Fake, client: &Client) -> Option<Duration> {
    soon(ask(client)).await.unwrap();
    let told = fake.headers("grpc-timeout").pop().unwrap();
    told.as_deref().map(duration)
}

fn is_just_below(told: Option<Duration>, limit: Duration) -> bool {
    told.is_some_and(|told| told <= limit && told > limit.saturating_sub(PATIENCE))
}

#[tokio::test]
async fn a_call_that_is_not_answered_ends_at_its_deadline() {
    let fake = silent();
    let client = Client::builder(fake.target()).deadline(SHORT);
    let client = client.build().unwrap();
    let begun = Instant::now();
    let error = soon(ask(&client)).await.unwrap_err();
    assert_eq!(error.code_name(), "DEADLINE_EXCEEDED");
    assert!(begun.elapsed() >= SHORT / 2);
    assert!(!error.retryable());
}

#[tokio::test]
async fn a_deadline_passed_between_attempts_tells_how_the_last_ended() {
    let role = Role::new().judge(|_| async { Err(Status::unavailable("drowned")) });
    let fake = role.play();
    let config = r#"{"methodConfig": [{"name": [{}], "retryPolicy": {
        "maxAttempts": 5, "initialBackoff": "3600s", "maxBackoff": "3600s",
        "backoffMultiplier": 1, "retryableStatusCodes": ["UNAVAILABLE"]}}]}"#;
    let client = Client::builder(fake.target()).service_config(config);
    let client = client.deadline(HOUR).build().unwrap();
    // Its connection is there before the clock runs.
    soon(client.list_rulesets()).await.unwrap();
    let client = client.with_deadline(Duration::from_secs(2));
    let error = soon(ask(&client)).await.unwrap_err();
    assert_eq!(error.code(), Code::DeadlineExceeded);
    assert!(error.message().ends_with("UNAVAILABLE: drowned"), "{error}");
    assert_eq!(fake.calls(), 2);
}

#[tokio::test]
async fn the_deadline_reaches_the_server() {
    let fake = Role::new().play();
    let client = patient(&fake);
    assert_eq!(told(&fake, &client).await, None);
    let limited = Client::builder(fake.target()).service_config("{}");
    let limited = limited.deadline(HOUR).build().unwrap();
    assert!(is_just_below(told(&fake, &limited).await, HOUR));
}

#[tokio::test]
async fn with_deadline_applies_to_that_client_only() {
    let fake = Role::new().play();
    let client = patient(&fake);
    let one = client.with_deadline(HOUR);
    let two = one.with_deadline(2 * HOUR);
    for _ in 0..2 {
        assert_eq!(told(&fake, &client).await, None);
        assert!(is_just_below(told(&fake, &one).await, HOUR));
        assert!(is_just_below(told(&fake, &two).await, 2 * HOUR));
    }
    assert_eq!(told(&fake, &two.with_deadline(None)).await, None);
}

#[tokio::test]
async fn the_sooner_of_two_deadlines_holds() {
    let fake = Role::new().play();
    let unset = Client::new(fake.target()).unwrap();
    let limit = told(&fake, &unset).await.unwrap();
    assert!(limit <= DEFAULT_DEADLINE, "{limit:?}");
    let of_config = told(&fake, &unset.with_deadline(HOUR)).await.unwrap();
    assert!(of_config <= Duration::from_secs(10), "{of_config:?}");
}

#[tokio::test]
async fn a_stream_has_no_deadline() {
    let role = Role::new().converse(|_, asked| async {
        Ok(Box::pin(asked.map(|question| question.map(answer))) as Answered)
    });
    let fake = role.judge(|_| pending()).play();
    let client = connect(fake.target()).with_deadline(SHORT);
    let (questions, mut answers) = client.stream_judge_moves();
    soon(questions.send("early", question(play_notation("5C W..."))))
        .await
        .unwrap();
    let early = soon(answers.next()).await.unwrap().unwrap();
    // A call begun after the stream is past its deadline.
    let error = soon(ask(&client)).await.unwrap_err();
    assert_eq!(error.code(), Code::DeadlineExceeded);
    soon(questions.send("late", question(play_notation("5C W..."))))
        .await
        .unwrap();
    let late = soon(answers.next()).await.unwrap().unwrap();
    assert_eq!([early.id, late.id], ["early", "late"]);
    assert_eq!(fake.headers("grpc-timeout")[0], None);
}

#[tokio::test]
async fn a_call_that_is_dropped_is_cancelled_at_the_server() {
    let fake = silent();
    let client = patient(&fake);
    tokio::select! {
        answer = ask(&client) => panic!("{answer:?}"),
        () = soon(fake.called(1)) => {}
    }
    // The call has been dropped; the client is still there.
    soon(fake.cancelled(1)).await;
    soon(client.list_rulesets()).await.unwrap();
}

#[tokio::test]
async fn a_client_that_is_closed_ends_its_calls() {
    let fake = Role::new()
        .judge(|_| pending())
        .converse(|_, _| async { Ok(Box::pin(tokio_stream::pending()) as Answered) })
        .play();
    let client = patient(&fake);
    let (questions, mut answers) = client.stream_judge_moves();
    let closing = async {
        fake.called(2).await;
        client.clone().close().await;
    };
    let (answer, ()) = soon(async { tokio::join!(ask(&client), closing) }).await;
    assert_eq!(answer.unwrap_err().code_name(), "CANCELLED");
    let end = soon(answers.next()).await.unwrap().unwrap_err();
    assert_eq!(end.code(), Code::Cancelled);
    assert!(soon(answers.next()).await.is_none());
    assert!(soon(questions.send("late", None)).await.is_err());
    soon(fake.cancelled(2)).await;
    let error = soon(ask(&client)).await.unwrap_err();
    assert_eq!(error.code(), Code::Cancelled);
    assert_eq!(fake.calls(), 2);
}
