//! A referee in this process that does what a test says, for what a sound referee seldom does.

use std::{
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, Mutex},
    thread::{self, JoinHandle},
};

use tokio::{
    runtime,
    sync::{oneshot, watch},
};
use tokio_stream::Stream;
use tonic::{
    Request, Response, Status, Streaming,
    metadata::MetadataMap,
    service::InterceptorLayer,
    transport::{Server, ServerTlsConfig, server::TcpIncoming},
};
use upwords_referee_client::proto::{
    AdjudicateChallengeRequest, AdjudicateChallengeResponse, BatchJudgeMovesRequest,
    BatchJudgeMovesResponse, FindPlaysRequest, FindPlaysResponse, GetRulesetRequest,
    GetRulesetResponse, InspectPositionRequest, InspectPositionResponse, JudgeGameRequest,
    JudgeGameResponse, JudgeMoveRequest, JudgeMoveResponse, ListRulesetsRequest,
    ListRulesetsResponse, StreamJudgeMovesRequest, StreamJudgeMovesResponse,
    referee_service_server::{RefereeService, RefereeServiceServer},
};

/// As much of a stream as waits for its reader, on each side.
const WINDOW: u32 = 64 << 10;

pub type Asked = Streaming<StreamJudgeMovesRequest>;
pub type Answered = Pin<Box<dyn Stream<Item = Result<StreamJudgeMovesResponse, Status>> + Send>>;

type Future<T> = Pin<Box<dyn std::future::Future<Output = Result<T, Status>> + Send>>;
type Judge = Box<dyn Fn(usize) -> Future<JudgeMoveResponse> + Send + Sync>;
type Converse = Box<dyn Fn(usize, Asked) -> Future<Answered> + Send + Sync>;

/// What a fake shall do.
pub struct Role {
    judge: Judge,
    converse: Converse,
    tls: Option<ServerTlsConfig>,
}

/// A running fake. Dropped, it is gone at once: its connections break, and its address is free.
pub struct Fake {
    address: SocketAddr,
    seen: Arc<Seen>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Seen {
    /// The headers of all calls.
    headers: Mutex<Vec<MetadataMap>>,
    calls: watch::Sender<usize>,
    /// How many calls have ended before they were answered.
    cancelled: watch::Sender<usize>,
}

/// One call, which is cancelled unless it says that it is not.
struct UnderWay(Option<Arc<Seen>>);

struct Actor {
    role: Role,
    seen: Arc<Seen>,
}

impl Role {
    /// Returns a referee to whom each move is valid, and a stream without answers.
    pub fn new() -> Self {
        Self {
            judge: Box::new(|_| Box::pin(async { Ok(valid()) })),
            converse: Box::new(|_, _| {
                Box::pin(async { Ok(Box::pin(tokio_stream::empty()) as Answered) })
            }),
            tls: None,
        }
    }

    /// Answers JudgeMove so; the number is that of the call, from 1.
    pub fn judge<F>(mut self, judge: impl Fn(usize) -> F + Send + Sync + 'static) -> Self
    where
        F: std::future::Future<Output = Result<JudgeMoveResponse, Status>> + Send + 'static,
    {
        self.judge = Box::new(move |number| Box::pin(judge(number)));
        self
    }

    /// Answers StreamJudgeMoves so; the number is that of the call, from 1.
    pub fn converse<F>(
        mut self,
        converse: impl Fn(usize, Asked) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: std::future::Future<Output = Result<Answered, Status>> + Send + 'static,
    {
        self.converse = Box::new(move |number, asked| Box::pin(converse(number, asked)));
        self
    }

    pub fn tls(mut self, tls: ServerTlsConfig) -> Self {
        self.tls = Some(tls);
        self
    }

    pub fn play(self) -> Fake {
        self.play_at(SocketAddr::from(([127, 0, 0, 1], 0)))
    }

    pub fn play_at(self, address: SocketAddr) -> Fake {
        let seen = Arc::new(Seen::default());
        let (stop, stopped) = oneshot::channel::<()>();
        let (listens, listening) = std::sync::mpsc::channel();
        let actor = Actor {
            role: self,
            seen: seen.clone(),
        };
        // A runtime of its own takes all its connections with it.
        let thread = thread::spawn(move || {
            let runtime = runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(async {
                let incoming = TcpIncoming::bind(address).unwrap();
                listens.send(incoming.local_addr().unwrap()).unwrap();
                tokio::select! {
                    ended = actor.serve(incoming) => ended.unwrap(),
                    _ = stopped => {}
                }
            });
        });
        Fake {
            address: listening.recv().expect("the fake listens"),
            seen,
            stop: Some(stop),
            thread: Some(thread),
        }
    }
}

impl Fake {
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn target(&self) -> String {
        self.address.to_string()
    }

    /// How many calls there were, of whatever method.
    pub fn calls(&self) -> usize {
        *self.seen.calls.borrow()
    }

    /// Waits until there were so many calls.
    pub async fn called(&self, times: usize) {
        reaches(&self.seen.calls, times).await;
    }

    /// Waits until so many calls have ended before they were answered.
    pub async fn cancelled(&self, times: usize) {
        reaches(&self.seen.cancelled, times).await;
    }

    /// One header of each call.
    pub fn headers(&self, name: &str) -> Vec<Option<String>> {
        let headers = self.seen.headers.lock().unwrap();
        let text = |all: &MetadataMap| Some(all.get(name)?.to_str().unwrap().to_owned());
        headers.iter().map(text).collect()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        drop(self.stop.take());
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(thread::panicking() || matches!(ended, Some(Ok(()))));
    }
}

async fn reaches(count: &watch::Sender<usize>, times: usize) {
    let mut count = count.subscribe();
    count.wait_for(|count| *count >= times).await.unwrap();
}

pub fn valid() -> JudgeMoveResponse {
    JudgeMoveResponse {
        valid: true,
        ..Default::default()
    }
}

/// An answer under the id of a question.
pub fn answer(question: StreamJudgeMovesRequest) -> StreamJudgeMovesResponse {
    StreamJudgeMovesResponse {
        id: question.id,
        ..Default::default()
    }
}

impl Actor {
    async fn serve(mut self, incoming: TcpIncoming) -> Result<(), tonic::transport::Error> {
        let seen = self.seen.clone();
        let mut server = Server::builder()
            .initial_stream_window_size(WINDOW)
            .initial_connection_window_size(WINDOW);
        if let Some(tls) = self.role.tls.take() {
            server = server.tls_config(tls)?;
        }
        server
            .layer(InterceptorLayer::new(move |request: Request<()>| {
                let headers = request.metadata().clone();
                seen.headers.lock().unwrap().push(headers);
                seen.calls.send_modify(|calls| *calls += 1);
                Ok(request)
            }))
            .add_service(RefereeServiceServer::new(self))
            .serve_with_incoming(incoming)
            .await
    }

    fn begin(&self) -> (usize, UnderWay) {
        let number = *self.seen.calls.borrow();
        (number, UnderWay(Some(self.seen.clone())))
    }
}

impl UnderWay {
    fn finish(mut self) {
        self.0 = None;
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        if let Some(seen) = &self.0 {
            seen.cancelled.send_modify(|cancelled| *cancelled += 1);
        }
    }
}

/// The answers of a stream; dropped before their end, they were cancelled.
struct Watched(Answered, Option<UnderWay>);

impl Stream for Watched {
    type Item = Result<StreamJudgeMovesResponse, Status>;

    fn poll_next(
        mut self: Pin<&mut Self>,
        cx: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        let next = self.0.as_mut().poll_next(cx);
        if let std::task::Poll::Ready(None | Some(Err(_))) = next {
            self.1.take().into_iter().for_each(UnderWay::finish);
        }
        next
    }
}

/// All but these two methods are answered with nothing.
#[tonic::async_trait]
impl RefereeService for Actor {
    type StreamJudgeMovesStream = Answered;

    async fn judge_move(
        &self,
        _: Request<JudgeMoveRequest>,
    ) -> Result<Response<JudgeMoveResponse>, Status> {
        let (number, under_way) = self.begin();
        let answer = (self.role.judge)(number).await;
        under_way.finish();
        answer.map(Response::new)
    }

    async fn stream_judge_moves(
        &self,
        asked: Request<Asked>,
    ) -> Result<Response<Answered>, Status> {
        let (number, under_way) = self.begin();
        match (self.role.converse)(number, asked.into_inner()).await {
            Ok(answers) => {
                let watched = Watched(answers, Some(under_way));
                Ok(Response::new(Box::pin(watched)))
            }
            Err(status) => {
                under_way.finish();
                Err(status)
            }
        }
    }

    async fn batch_judge_moves(
        &self,
        _: Request<BatchJudgeMovesRequest>,
    ) -> Result<Response<BatchJudgeMovesResponse>, Status> {
        Ok(Response::new(Default::default()))
    }

    async fn find_plays(
        &self,
        _: Request<FindPlaysRequest>,
    ) -> Result<Response<FindPlaysResponse>, Status> {
        Ok(Response::new(Default::default()))
    }

    async fn adjudicate_challenge(
        &self,
        _: Request<AdjudicateChallengeRequest>,
    ) -> Result<Response<AdjudicateChallengeResponse>, Status> {
        Ok(Response::new(Default::default()))
    }

    async fn judge_game(
        &self,
        _: Request<JudgeGameRequest>,
    ) -> Result<Response<JudgeGameResponse>, Status> {
        Ok(Response::new(Default::default()))
    }

    async fn inspect_position(
        &self,
        _: Request<InspectPositionRequest>,
    ) -> Result<Response<InspectPositionResponse>, Status> {
        Ok(Response::new(Default::default()))
    }

    async fn list_rulesets(
        &self,
        _: Request<ListRulesetsRequest>,
    ) -> Result<Response<ListRulesetsResponse>, Status> {
        Ok(Response::new(Default::default()))
    }

    async fn get_ruleset(
        &self,
        _: Request<GetRulesetRequest>,
    ) -> Result<Response<GetRulesetResponse>, Status> {
        Ok(Response::new(Default::default()))
    }
}
