use std::{collections::HashMap, future::pending, io, sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::{
    io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt},
    sync::{Mutex, Semaphore},
    task::JoinSet,
    time::sleep,
};
use upwords_referee_client as referee;

use crate::{calls, pool::Pool};

/// How many questions are under way at a time.
const AT_ONCE: usize = 8;

/// One line of input.
#[derive(Deserialize)]
struct Question {
    id: String,
    method: String,
    /// The message in base64; for a stream a list of them.
    request: Value,
    timeout_ms: Option<u64>,
    cancel_after_ms: Option<u64>,
    key: Option<String>,
}

/// One line of output: a response, or an error.
#[derive(Serialize)]
struct Answer {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    response: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Failure>,
}

/// An error as a line shows it.
#[derive(Default, Serialize)]
pub struct Failure {
    code: String,
    message: String,
    reason: String,
    domain: String,
    metadata: HashMap<String, String>,
    field_violations: Vec<FieldViolation>,
    retry_delay_ms: Option<u64>,
}

#[derive(Serialize)]
struct FieldViolation {
    field: String,
    description: String,
}

/// Answers every line; an error says that one could not be understood, or not be written.
pub async fn serve<I, O>(target: &str, input: I, output: O) -> io::Result<()>
where
    I: AsyncBufRead + Unpin,
    O: AsyncWrite + Send + Unpin + 'static,
{
    let pool = Arc::new(Pool::new(target));
    let output = Arc::new(Mutex::new(output));
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let mut under_way = JoinSet::new();
    let mut lines = input.lines();
    while let Some(line) = lines.next_line().await? {
        let question = serde_json::from_str::<Question>(&line)?;
        let place = places.clone().acquire_owned().await;
        let (pool, output) = (pool.clone(), output.clone());
        under_way.spawn(async move {
            let answer = question.ask(&pool).await;
            drop(place);
            write(&output, &answer).await
        });
        while let Some(done) = under_way.try_join_next() {
            done??;
        }
    }
    while let Some(done) = under_way.join_next().await {
        done??;
    }
    Ok(())
}

async fn write(output: &Mutex<impl AsyncWrite + Unpin>, answer: &Answer) -> io::Result<()> {
    let mut line = serde_json::to_vec(answer)?;
    line.push(b'\n');
    let mut output = output.lock().await;
    output.write_all(&line).await?;
    output.flush().await
}

impl Question {
    async fn ask(self, pool: &Pool) -> Answer {
        let outcome = match pool.client(self.key) {
            Ok(client) => {
                let limit = self.timeout_ms.map(Duration::from_millis);
                let client = client.with_deadline(limit);
                let call = calls::call(&client, &self.method, &self.request);
                tokio::select! {
                    outcome = call => outcome,
                    // Streams have no deadline of their own.
                    failure = expired(limit.filter(|_| calls::streams(&self.method))) => Err(failure),
                    failure = cancelled(self.cancel_after_ms) => Err(failure),
                }
            }
            Err(error) => Err(Failure::new("INTERNAL", error)),
        };
        let (response, error) = match outcome {
            Ok(response) => (Some(response), None),
            Err(failure) => (None, Some(failure)),
        };
        Answer {
            id: self.id,
            response,
            error,
        }
    }
}

async fn expired(limit: Option<Duration>) -> Failure {
    match limit {
        Some(limit) => sleep(limit).await,
        None => pending().await,
    }
    Failure::new(
        "DEADLINE_EXCEEDED",
        "the stream was dropped at its deadline",
    )
}

/// In Rust a call is cancelled by dropping it, so that nobody is left to be told.
async fn cancelled(after_ms: Option<u64>) -> Failure {
    match after_ms {
        Some(after_ms) => sleep(Duration::from_millis(after_ms)).await,
        None => pending().await,
    }
    Failure::new("CANCELLED", "the call was dropped")
}

impl Failure {
    pub fn new(code: &str, message: impl ToString) -> Self {
        Self {
            code: code.into(),
            message: message.to_string(),
            ..Default::default()
        }
    }
}

impl From<referee::Error> for Failure {
    fn from(error: referee::Error) -> Self {
        let violations = error.field_violations().iter();
        Self {
            code: error.code_name().into(),
            message: error.message().into(),
            reason: error.reason().into(),
            domain: error.domain().into(),
            metadata: error.metadata().clone(),
            field_violations: violations
                .map(|each| FieldViolation {
                    field: each.field.clone(),
                    description: each.description.clone(),
                })
                .collect(),
            retry_delay_ms: error.retry_delay().map(|delay| delay.as_millis() as u64),
        }
    }
}
