use std::{
    fmt, mem,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use tokio::{runtime::Handle, sync::mpsc};
use tokio_stream::{Stream, StreamExt};
use tokio_util::{sync::WaitForCancellationFutureOwned, task::AbortOnDropHandle};
use tonic::{Status, Streaming};

use crate::{
    Client, Error,
    client::Shared,
    error::{closed, settled},
    feed::Feed,
    proto::{
        JudgeMoveRequest, StreamJudgeMovesRequest, StreamJudgeMovesResponse,
        referee_service_client::RefereeServiceClient,
        referee_service_server::SERVICE_NAME as REFEREE,
    },
};

/// Questions that wait for the network; those after them wait in `send`.
const QUESTIONS_AHEAD: usize = 16;

/// The asking half of a stream. The stream takes no more questions when all clones are dropped; the answers
/// still due come.
#[derive(Clone, Debug)]
pub struct Questions(mpsc::Sender<StreamJudgeMovesRequest>);

/// The answering half of a stream, which ends after the last answer or with an error. Dropped, it ends the
/// stream, whatever is still under way.
///
/// Answers come in any order, and their ids tell which is which. One may be an error; see [`crate::error_of`].
pub struct Answers {
    state: State,
    feed: Arc<Feed>,
    closing: Pin<Box<WaitForCancellationFutureOwned>>,
}

/// The stream has ended, so that it takes no more questions; its [`Answers`] tell why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamEnded;

#[allow(clippy::large_enum_variant)] // There is one for each stream.
enum State {
    /// A server need not say that it takes the stream before it has an answer.
    Opening(AbortOnDropHandle<Result<Streaming<StreamJudgeMovesResponse>, Status>>),
    Open(Streaming<StreamJudgeMovesResponse>),
    Ended,
}

impl Client {
    /// Opens a stream of questions about moves, which has no deadline.
    ///
    /// # Panics
    ///
    /// Outside a Tokio runtime.
    pub fn stream_judge_moves(&self) -> (Questions, Answers) {
        let (sender, receiver) = mpsc::channel(QUESTIONS_AHEAD);
        let feed = Arc::new(Feed::new(receiver));
        let opening = tokio::spawn(open(self.shared.clone(), feed.clone()));
        let answers = Answers {
            state: State::Opening(AbortOnDropHandle::new(opening)),
            feed,
            closing: Box::pin(self.shared.closing.clone().cancelled_owned()),
        };
        (Questions(sender), answers)
    }
}

async fn open(
    shared: Arc<Shared>,
    feed: Arc<Feed>,
) -> Result<Streaming<StreamJudgeMovesResponse>, Status> {
    let config = shared.config.of(REFEREE, "StreamJudgeMoves");
    let attempts = shared.attempts(config);
    let mut last = None;
    let opened = attempts.run(
        &mut last,
        || feed.is_whole(),
        |channel| {
            let request = shared.request(feed.begin());
            async {
                RefereeServiceClient::new(channel)
                    .stream_judge_moves(request)
                    .await
            }
        },
    );
    let opened = opened.await?;
    feed.settle();
    Ok(opened.into_inner())
}

impl Questions {
    /// Asks about one move; waits while the server takes no more.
    pub async fn send(
        &self,
        id: impl Into<String>,
        request: impl Into<Option<JudgeMoveRequest>>,
    ) -> Result<(), StreamEnded> {
        let question = StreamJudgeMovesRequest {
            id: id.into(),
            request: request.into(),
        };
        self.0.send(question).await.map_err(|_| StreamEnded)
    }
}

impl Stream for Answers {
    type Item = Result<StreamJudgeMovesResponse, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            let is_open = !matches!(self.state, State::Ended);
            if is_open && self.closing.as_mut().poll(cx).is_ready() {
                self.leave();
                return Poll::Ready(self.end(Some(closed())));
            }
            match &mut self.state {
                State::Ended => return Poll::Ready(None),
                State::Opening(opening) => match ready!(Pin::new(opening).poll(cx)) {
                    Ok(Ok(answers)) => self.state = State::Open(answers),
                    Ok(Err(status)) => return Poll::Ready(self.end(Some(status))),
                    Err(error) => {
                        let status = Status::internal(error.to_string());
                        return Poll::Ready(self.end(Some(status)));
                    }
                },
                State::Open(answers) => {
                    return Poll::Ready(match ready!(Pin::new(answers).poll_next(cx)) {
                        Some(Ok(answer)) => Some(Ok(answer)),
                        Some(Err(status)) => self.end(Some(settled(status))),
                        None => self.end(None),
                    });
                }
            }
        }
    }
}

impl Answers {
    fn end(&mut self, status: Option<Status>) -> Option<Result<StreamJudgeMovesResponse, Error>> {
        self.state = State::Ended;
        self.feed.close();
        status.map(|status| Err(status.into()))
    }

    /// Ends the stream at the server too.
    fn leave(&mut self) {
        self.feed.close();
        let State::Open(mut answers) = mem::replace(&mut self.state, State::Ended) else {
            return;
        };
        // A question on its way to a server that waits for its answers to be read would hold the stream for
        // ever; so they are read until it has gone.
        let over = self.feed.over();
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(over.run_until_cancelled_owned(async move {
                while let Some(Ok(_)) = answers.next().await {}
            }));
        }
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.leave();
    }
}

impl fmt::Debug for Answers {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Answers").finish_non_exhaustive()
    }
}

impl fmt::Display for StreamEnded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the stream has ended; its answers tell why")
    }
}

impl std::error::Error for StreamEnded {}
