//! Several servers, and servers that go and come.

use std::net::{SocketAddr, TcpListener};

use tonic::{Code, Status};
use upwords_referee_client::Client;

use crate::{
    PATIENCE, ask, connect,
    fake::{Fake, Role},
    soon,
};

/// In turn, and no call twice.
const ROUND_ROBIN: &str = r#"{"loadBalancingConfig": [{"round_robin": {}}]}"#;

fn builder<const COUNT: usize>(addresses: [SocketAddr; COUNT]) -> upwords_referee_client::Builder {
    Client::builder(addresses.map(|each| each.to_string()).join(",")).deadline(PATIENCE)
}

/// An address where nobody listens.
fn nowhere() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

async fn ask_times(client: &Client, times: usize) {
    for _ in 0..times {
        soon(ask(client)).await.unwrap();
    }
}

/// Asks until a server has been called; other servers may be.
async fn ask_until_called(client: &Client, fake: &Fake) {
    soon(async {
        while fake.calls() == 0 {
            ask(client).await.unwrap();
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn servers_are_called_in_turn() {
    let fakes = [(); 3].map(|()| Role::new().play());
    let client = builder([0, 1, 2].map(|number: usize| fakes[number].address()));
    let client = client.build().unwrap();
    ask_times(&client, 12).await;
    assert_eq!(fakes.each_ref().map(Fake::calls), [4, 4, 4]);
}

#[tokio::test]
async fn streams_are_opened_in_turn() {
    use tokio_stream::StreamExt;
    let fakes = [(); 2].map(|()| Role::new().play());
    let client = builder([0, 1].map(|number: usize| fakes[number].address()));
    let client = client.build().unwrap();
    for _ in 0..4 {
        let (_questions, mut answers) = client.stream_judge_moves();
        assert!(soon(answers.next()).await.is_none());
    }
    assert_eq!(fakes.each_ref().map(Fake::calls), [2, 2]);
}

#[tokio::test]
async fn without_round_robin_all_calls_go_to_the_first() {
    let (first, second) = (Role::new().play(), Role::new().play());
    let client = builder([first.address(), second.address()]).service_config("{}");
    ask_times(&client.build().unwrap(), 6).await;
    assert_eq!([first.calls(), second.calls()], [6, 0]);
}

#[tokio::test]
async fn a_retry_goes_to_the_next_server() {
    let ill = Role::new().judge(|_| async { Err(Status::unavailable("ill")) });
    let (ill, well) = (ill.play(), Role::new().play());
    let client = builder([ill.address(), well.address()]).build().unwrap();
    soon(ask(&client)).await.unwrap();
    assert_eq!([ill.calls(), well.calls()], [1, 1]);
}

#[tokio::test]
async fn a_server_that_is_down_is_passed_over_until_it_is_back() {
    for config in [ROUND_ROBIN, "{}"] {
        let (down, up) = (nowhere(), Role::new().play());
        let client = builder([down, up.address()]).service_config(config);
        let client = client.build().unwrap();
        ask_times(&client, 10).await;
        assert_eq!(up.calls(), 10);
        let back = Role::new().play_at(down);
        ask_until_called(&client, &back).await;
    }
}

#[tokio::test]
async fn a_server_that_goes_leaves_its_calls_to_the_others() {
    let (goes, stays) = (Role::new().play(), Role::new().play());
    let client = builder([goes.address(), stays.address()]).build().unwrap();
    ask_times(&client, 4).await;
    assert_eq!([goes.calls(), stays.calls()], [2, 2]);
    let address = goes.address();
    drop(goes);
    ask_times(&client, 10).await;
    assert_eq!(stays.calls(), 12);
    let back = Role::new().play_at(address);
    ask_until_called(&client, &back).await;
}

#[tokio::test]
async fn servers_that_are_all_down_are_unavailable() {
    for config in [ROUND_ROBIN, "{}"] {
        let client = builder([nowhere(), nowhere()]).service_config(config);
        let client = client.build().unwrap();
        for _ in 0..3 {
            let error = soon(ask(&client)).await.unwrap_err();
            assert_eq!(error.code(), Code::Unavailable, "{error}");
            assert!(error.message().contains("refused"), "{error}");
            assert!(!error.retryable());
        }
    }
}

#[tokio::test]
async fn a_name_that_is_not_found_is_unavailable() {
    let client = Client::builder("nowhere.invalid:50051").service_config("{}");
    let error = soon(ask(&client.build().unwrap())).await.unwrap_err();
    assert!(
        [Code::Unavailable, Code::DeadlineExceeded].contains(&error.code()),
        "{error}"
    );
}

#[tokio::test]
async fn a_connection_that_is_lost_is_made_again() {
    let fake = Role::new().play();
    let address = fake.address();
    let client = builder([address]).service_config("{}").build().unwrap();
    soon(ask(&client)).await.unwrap();
    drop(fake);
    for _ in 0..2 {
        let error = soon(ask(&client)).await.unwrap_err();
        assert_eq!(error.code(), Code::Unavailable, "{error}");
    }
    let fake = Role::new().play_at(address);
    soon(ask(&client)).await.unwrap();
    assert_eq!(fake.calls(), 1);
}

#[tokio::test]
async fn a_call_whose_connection_breaks_is_tried_again() {
    let fake = Role::new().judge(|_| std::future::pending()).play();
    let address = fake.address();
    let client = connect(fake.target());
    let (answer, back) = soon(async {
        tokio::join!(ask(&client), async {
            fake.called(1).await;
            drop(fake);
            Role::new().play_at(address)
        })
    })
    .await;
    assert!(answer.unwrap().valid);
    assert_eq!(back.calls(), 1);
}
