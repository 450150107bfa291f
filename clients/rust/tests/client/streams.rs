//! Streams of questions.

use std::{
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::sync::Semaphore;
use tokio_stream::StreamExt;
use tonic::{Code, Status};
use upwords_referee_client::{
    Answers, StreamEnded, play_notation,
    proto::{StreamJudgeMovesRequest, StreamJudgeMovesResponse},
};

use crate::{
    connect,
    fake::{Answered, Asked, Role, answer},
    question, soon,
};

fn echo(asked: Asked) -> Answered {
    Box::pin(asked.map(|question| question.map(answer)))
}

fn one(id: &str) -> StreamJudgeMovesResponse {
    answer(StreamJudgeMovesRequest {
        id: id.into(),
        ..Default::default()
    })
}

/// Waits until a number grows no more, and returns it.
async fn standing(number: &AtomicUsize) -> usize {
    let mut before = 0;
    soon(async {
        loop {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let now = number.load(Ordering::SeqCst);
            if now > 0 && now == before {
                return now;
            }
            before = now;
        }
    })
    .await
}

/// The ids of all answers, and the error at the end if there is one.
async fn heard(mut answers: Answers) -> (Vec<String>, Option<Code>) {
    let mut ids = Vec::new();
    while let Some(answer) = soon(answers.next()).await {
        match answer {
            Ok(answer) => ids.push(answer.id),
            Err(error) => {
                // The last item.
                assert!(soon(answers.next()).await.is_none());
                return (ids, Some(error.code()));
            }
        }
    }
    assert!(soon(answers.next()).await.is_none());
    (ids, None)
}

#[tokio::test]
async fn a_stream_ends_when_nobody_asks_any_more() {
    let fake = Role::new()
        .converse(|_, asked| async { Ok(echo(asked)) })
        .play();
    let (questions, answers) = connect(fake.target()).stream_judge_moves();
    let clone = questions.clone();
    soon(questions.send("one", question(play_notation("5C W..."))))
        .await
        .unwrap();
    drop(questions);
    soon(clone.send("two", None)).await.unwrap();
    drop(clone);
    assert_eq!(
        heard(answers).await,
        (vec!["one".into(), "two".into()], None)
    );
}

#[tokio::test]
async fn send_waits_while_the_server_takes_no_more() {
    const QUESTIONS: usize = 10_000;
    // Of a kilobyte each, so that all together are more than what any buffer on the way holds.
    const MOST_AHEAD: usize = QUESTIONS / 2;
    let sent = Arc::new(AtomicUsize::new(0));
    let most_ahead = Arc::new(AtomicUsize::new(0));
    let reads = Arc::new(Semaphore::new(0));
    let (gate, sent_so_far, most) = (reads.clone(), sent.clone(), most_ahead.clone());
    let role = Role::new().converse(move |_, asked| {
        let (gate, sent, most) = (gate.clone(), sent_so_far.clone(), most.clone());
        async move {
            gate.acquire().await.unwrap().forget();
            let mut read = 0;
            let answers = asked.map(move |question| {
                let ahead = sent.load(Ordering::SeqCst).saturating_sub(read);
                most.fetch_max(ahead, Ordering::SeqCst);
                read += 1;
                question.map(answer)
            });
            Ok(Box::pin(answers) as Answered)
        }
    });
    let fake = role.play();
    let (questions, answers) = connect(fake.target()).stream_judge_moves();
    let counter = sent.clone();
    let sender = tokio::spawn(async move {
        let kilobyte = "W".repeat(1 << 10);
        for number in 0..QUESTIONS {
            questions
                .send(number.to_string(), question(play_notation(&kilobyte)))
                .await?;
            counter.fetch_add(1, Ordering::SeqCst);
        }
        Ok::<_, StreamEnded>(())
    });
    // Nobody reads until then.
    let before = standing(&sent).await;
    assert!(before < MOST_AHEAD, "{before}");
    reads.add_permits(1);
    let (ids, end) = heard(answers).await;
    assert_eq!(end, None);
    let asked = (0..QUESTIONS).map(|number| number.to_string());
    assert!(asked.eq(ids));
    soon(sender).await.unwrap().unwrap();
    let most_ahead = most_ahead.load(Ordering::SeqCst);
    assert!(most_ahead < MOST_AHEAD, "{most_ahead}");
}

#[tokio::test]
async fn a_send_that_waits_ends_with_the_stream() {
    let end = Arc::new(Semaphore::new(0));
    let told = end.clone();
    let role = Role::new().converse(move |_, asked| {
        let told = told.clone();
        async move {
            told.acquire().await.unwrap().forget();
            drop(asked);
            Err::<Answered, _>(Status::resource_exhausted("enough"))
        }
    });
    let fake = role.play();
    let (questions, answers) = connect(fake.target()).stream_judge_moves();
    let sender = tokio::spawn(async move {
        let kilobyte = "W".repeat(1 << 10);
        while questions
            .send("", question(play_notation(&kilobyte)))
            .await
            .is_ok()
        {}
        questions
    });
    soon(fake.called(1)).await;
    end.add_permits(1);
    assert_eq!(
        heard(answers).await,
        (vec![], Some(Code::ResourceExhausted))
    );
    let questions = soon(sender).await.unwrap();
    assert_eq!(soon(questions.send("", None)).await, Err(StreamEnded));
}

#[tokio::test]
async fn answers_that_are_dropped_cancel_the_stream_at_the_server() {
    // Once before the server has taken the stream, once in the middle of it.
    let role = Role::new().converse(|number, mut asked| async move {
        if number == 1 {
            pending::<()>().await;
        }
        let first = asked.next().await.unwrap()?;
        let answers = tokio_stream::once(Ok(answer(first)));
        Ok(Box::pin(answers.chain(tokio_stream::pending())) as Answered)
    });
    let fake = role.play();
    let client = connect(fake.target());
    for number in 1..=2 {
        let (questions, mut answers) = client.stream_judge_moves();
        soon(questions.send("asked", None)).await.unwrap();
        soon(fake.called(number)).await;
        if number == 2 {
            assert_eq!(soon(answers.next()).await.unwrap().unwrap().id, "asked");
        }
        drop(answers);
        soon(fake.cancelled(number)).await;
        assert_eq!(soon(questions.send("late", None)).await, Err(StreamEnded));
    }
    // The connection outlives it.
    soon(client.list_rulesets()).await.unwrap();
}

#[tokio::test]
async fn answers_that_are_dropped_unread_cancel_the_stream_at_the_server() {
    // The server waits for its answers to be read, and the client for its questions.
    let role = Role::new().converse(|_, asked| async {
        let answers = asked.map(|question| question.map(answer));
        Ok(Box::pin(answers.chain(tokio_stream::pending())) as Answered)
    });
    let fake = role.play();
    let client = connect(fake.target());
    let (questions, mut answers) = client.stream_judge_moves();
    let sent = Arc::new(AtomicUsize::new(0));
    let counter = sent.clone();
    let sender = tokio::spawn(async move {
        let kilobyte = "W".repeat(1 << 10);
        while questions.send(&kilobyte, None).await.is_ok() {
            counter.fetch_add(1, Ordering::SeqCst);
        }
        questions
    });
    soon(answers.next()).await.unwrap().unwrap();
    standing(&sent).await;
    drop(answers);
    soon(fake.cancelled(1)).await;
    let _questions = soon(sender).await.unwrap();
    soon(client.list_rulesets()).await.unwrap();
}

#[tokio::test]
async fn an_error_is_the_last_of_the_answers() {
    let role = Role::new().converse(|_, _| async {
        let items = vec![
            Ok(one("first")),
            Ok(one("second")),
            Err(Status::unavailable("drowned")),
        ];
        Ok(Box::pin(tokio_stream::iter(items)) as Answered)
    });
    let fake = role.play();
    let (questions, answers) = connect(fake.target()).stream_judge_moves();
    assert_eq!(
        heard(answers).await,
        (
            vec!["first".into(), "second".into()],
            Some(Code::Unavailable)
        )
    );
    assert_eq!(soon(questions.send("late", None)).await, Err(StreamEnded));
    // What has begun to be answered is not tried again.
    assert_eq!(fake.calls(), 1);
}

#[tokio::test]
async fn a_stream_that_was_not_begun_is_tried_again_with_all_that_was_asked() {
    let role = Role::new().converse(|number, mut asked| async move {
        if number <= 2 {
            // Some questions are lost with it.
            for _ in 0..number {
                asked.next().await;
            }
            return Err(Status::unavailable("not yet"));
        }
        Ok(echo(asked))
    });
    let fake = role.play();
    let (questions, answers) = connect(fake.target()).stream_judge_moves();
    let asked: Vec<_> = (0..50).map(|number| number.to_string()).collect();
    let ids = asked.clone();
    let sender = tokio::spawn(async move {
        for id in ids {
            questions
                .send(id, question(play_notation("5C W...")))
                .await
                .unwrap();
        }
    });
    assert_eq!(heard(answers).await, (asked, None));
    soon(sender).await.unwrap();
    assert_eq!(fake.calls(), 3);
}

#[tokio::test]
async fn a_stream_that_is_refused_is_not_tried_again() {
    let role = Role::new()
        .converse(|_, _| async { Err::<Answered, _>(Status::unauthenticated("no key")) });
    let fake = role.play();
    let (_questions, answers) = connect(fake.target()).stream_judge_moves();
    assert_eq!(heard(answers).await, (vec![], Some(Code::Unauthenticated)));
    assert_eq!(fake.calls(), 1);
}

#[tokio::test]
async fn a_stream_whose_connection_breaks_is_unavailable() {
    let fake = Role::new()
        .converse(|_, asked| async { Ok(echo(asked)) })
        .play();
    let (questions, mut answers) = connect(fake.target()).stream_judge_moves();
    soon(questions.send("asked", None)).await.unwrap();
    assert_eq!(soon(answers.next()).await.unwrap().unwrap().id, "asked");
    drop(fake);
    assert_eq!(heard(answers).await, (vec![], Some(Code::Unavailable)));
    assert_eq!(soon(questions.send("late", None)).await, Err(StreamEnded));
}
