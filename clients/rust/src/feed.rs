use std::{
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
};

use prost::Message;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_util::sync::{CancellationToken, DropGuard};

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
    is_closed: bool,
    /// Cancelled when the latest attempt sends no more.
    over: CancellationToken,
    /// Of what is being sent, while there is no question.
    waiting: Option<Waker>,
}

/// What one attempt sends: first what was kept, then what is new.
pub(crate) struct Sending {
    feed: Arc<Feed>,
    attempt: u32,
    sent: usize,
    _over: DropGuard,
}

impl Feed {
    pub(crate) fn new(questions: mpsc::Receiver<StreamJudgeMovesRequest>) -> Self {
        Self(Mutex::new(State {
            questions,
            kept: Some(Vec::new()),
            bytes: 0,
            attempt: 0,
            is_closed: false,
            over: CancellationToken::new(),
            waiting: None,
        }))
    }

    /// Begins an attempt, and ends what the one before still sends.
    pub(crate) fn begin(self: &Arc<Self>) -> Sending {
        let mut state = self.0.lock().unwrap();
        state.attempt += 1;
        state.over = CancellationToken::new();
        state.rouse();
        Sending {
            feed: self.clone(),
            attempt: state.attempt,
            sent: 0,
            _over: state.over.clone().drop_guard(),
        }
    }

    /// Returns what is cancelled when nothing is being sent any more.
    pub(crate) fn over(&self) -> CancellationToken {
        self.0.lock().unwrap().over.clone()
    }

    /// Tells whether all that was sent is kept.
    pub(crate) fn is_whole(&self) -> bool {
        self.0.lock().unwrap().kept.is_some()
    }

    /// Keeps no more, since there will be no other attempt.
    pub(crate) fn settle(&self) {
        self.0.lock().unwrap().kept = None;
    }

    /// Takes no more questions, and ends what is being sent: as long as it lasts, so does the stream at the
    /// server.
    pub(crate) fn close(&self) {
        let mut state = self.0.lock().unwrap();
        state.is_closed = true;
        state.questions.close();
        state.rouse();
    }
}

impl Stream for Sending {
    type Item = StreamJudgeMovesRequest;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        let mut state = this.feed.0.lock().unwrap();
        if state.attempt != this.attempt || state.is_closed {
            return Poll::Ready(None);
        }
        let kept = state.kept.as_ref().and_then(|kept| kept.get(this.sent));
        let question = match kept {
            Some(question) => question.clone(),
            None => match state.questions.poll_recv(cx) {
                Poll::Ready(Some(question)) => {
                    state.keep(&question);
                    question
                }
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => {
                    state.waiting = Some(cx.waker().clone());
                    return Poll::Pending;
                }
            },
        };
        this.sent += 1;
        Poll::Ready(Some(question))
    }
}

impl State {
    /// Has what is being sent see that it has ended; to close the channel does not wake its receiver.
    fn rouse(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            waiting.wake();
        }
    }

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
