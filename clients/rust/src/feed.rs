use std::{
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, ready},
};

use prost::Message;
use tokio::sync::mpsc;
use tokio_stream::Stream;

use crate::proto::StreamJudgeMovesRequest;

/// Questions beyond this many bytes are not kept, and the stream not tried again, as gRPC has it.
const MOST_KEPT: usize = 256 << 10;

/// The questions of a stream; until the server answers, those sent are kept for another attempt.
pub(crate) struct Feed(Mutex<State>);

struct State {
    questions: mpsc::Receiver<StreamJudgeMovesRequest>,
    /// What was sent; `None`: it is not kept, or no longer.
    kept: Option<Vec<StreamJudgeMovesRequest>>,
    bytes: usize,
    attempt: u32,
}

/// What one attempt sends: first what was kept, then what is new.
pub(crate) struct Sending {
    feed: Arc<Feed>,
    attempt: u32,
    sent: usize,
}

impl Feed {
    pub(crate) fn new(questions: mpsc::Receiver<StreamJudgeMovesRequest>) -> Self {
        Self(Mutex::new(State {
            questions,
            kept: Some(Vec::new()),
            bytes: 0,
            attempt: 0,
        }))
    }

    /// Begins an attempt, and ends what the one before still sends.
    pub(crate) fn begin(self: &Arc<Self>) -> Sending {
        let mut state = self.0.lock().unwrap();
        state.attempt += 1;
        Sending {
            feed: self.clone(),
            attempt: state.attempt,
            sent: 0,
        }
    }

    /// Tells whether all that was sent is kept.
    pub(crate) fn is_whole(&self) -> bool {
        self.0.lock().unwrap().kept.is_some()
    }

    /// Keeps no more, since there will be no other attempt.
    pub(crate) fn settle(&self) {
        self.0.lock().unwrap().kept = None;
    }

    /// Takes no more questions.
    pub(crate) fn close(&self) {
        self.0.lock().unwrap().questions.close();
    }
}

impl Stream for Sending {
    type Item = StreamJudgeMovesRequest;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        let mut state = this.feed.0.lock().unwrap();
        if state.attempt != this.attempt {
            return Poll::Ready(None);
        }
        let kept = state.kept.as_ref().and_then(|kept| kept.get(this.sent));
        let question = match kept {
            Some(question) => question.clone(),
            None => match ready!(state.questions.poll_recv(cx)) {
                Some(question) => {
                    state.keep(&question);
                    question
                }
                None => return Poll::Ready(None),
            },
        };
        this.sent += 1;
        Poll::Ready(Some(question))
    }
}

impl State {
    fn keep(&mut self, question: &StreamJudgeMovesRequest) {
        self.bytes += question.encoded_len();
        if self.bytes > MOST_KEPT {
            self.kept = None;
        }
        if let Some(kept) = &mut self.kept {
            kept.push(question.clone());
        }
    }
}
