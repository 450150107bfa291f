//! Where a key goes, and where it does not.

use tokio_stream::StreamExt;
use upwords_referee_client::{Client, Tls};

use crate::{ask, fake::Role, soon};

const KEY: &str = "open-sesame";

#[tokio::test]
async fn a_key_is_sent_with_every_call() {
    let fake = Role::new().play();
    let client = Client::builder(fake.target()).key(KEY).build().unwrap();
    soon(ask(&client)).await.unwrap();
    soon(client.batch_judge_moves(Default::default()))
        .await
        .unwrap();
    soon(client.find_plays(Default::default())).await.unwrap();
    soon(client.inspect_position(Default::default()))
        .await
        .unwrap();
    soon(client.adjudicate_challenge(Default::default()))
        .await
        .unwrap();
    soon(client.judge_game(Default::default())).await.unwrap();
    soon(client.list_rulesets()).await.unwrap();
    soon(client.get_ruleset("")).await.unwrap();
    // The fake has no lexica and no health, but it hears the calls.
    soon(client.check_words(Default::default()))
        .await
        .unwrap_err();
    soon(client.list_lexicons()).await.unwrap_err();
    soon(client.get_lexicon("")).await.unwrap_err();
    soon(client.check_health("")).await.unwrap_err();
    let (_questions, mut answers) = client.stream_judge_moves();
    assert!(soon(answers.next()).await.is_none());
    let sent = fake.headers("authorization");
    assert_eq!(sent, vec![Some("Bearer open-sesame".to_owned()); 13]);
}

#[tokio::test]
async fn a_client_without_key_sends_none() {
    let fake = Role::new().play();
    soon(ask(&Client::new(fake.target()).unwrap()))
        .await
        .unwrap();
    assert_eq!(fake.headers("authorization"), [None]);
}

#[tokio::test]
async fn a_key_is_not_in_debug_output() {
    let builder = Client::builder("127.0.0.1:50051").key(KEY);
    let shown = format!("{builder:?} {builder:#?}");
    let client = builder.build().unwrap();
    let shown = format!("{shown} {client:?} {client:#?}");
    assert!(shown.contains("127.0.0.1:50051"), "{shown}");
    assert!(!shown.contains("sesame"), "{shown}");
}

#[test]
fn a_key_does_not_travel_in_plain_text() {
    for target in [
        "referee.example:50051",
        "192.0.2.1:50051",
        "[2001:db8::1]:50051",
        "localhost.example:50051",
        "127.0.0.1:50051,192.0.2.1:50051",
    ] {
        let error = Client::builder(target).key(KEY).build().unwrap_err();
        assert!(error.to_string().contains("unencrypted"), "{error}");
        assert!(!error.to_string().contains("sesame"), "{error}");
    }
}

#[tokio::test]
async fn a_key_travels_in_plain_text_within_this_machine() {
    for target in [
        "127.0.0.1:50051",
        "localhost:50051",
        "[::1]:50051",
        "unix:/run/referee.sock",
    ] {
        assert!(Client::builder(target).key(KEY).build().is_ok(), "{target}");
    }
}

#[tokio::test]
async fn a_key_travels_in_plain_text_if_told_so() {
    let client = Client::builder("192.0.2.1:50051")
        .key(KEY)
        .key_over_plain_text();
    assert!(client.build().is_ok());
}

#[test]
fn a_key_that_no_header_can_carry_is_refused() {
    for key in ["", "two words", "line\nbreak", "schlüssel"] {
        let builder = Client::builder("127.0.0.1:50051").key(key).tls(Tls::new());
        let error = builder.build().unwrap_err().to_string();
        assert!(error.contains("key"), "{error}");
        assert!(key.is_empty() || !error.contains(key), "{error}");
    }
}
