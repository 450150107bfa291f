use base64::{Engine, prelude::BASE64_STANDARD};
use prost::Message;
use serde_json::Value;
use tokio_stream::StreamExt;
use upwords_referee_client::{
    Client,
    proto::{
        GetLexiconRequest, GetLexiconResponse, GetRulesetRequest, GetRulesetResponse,
        ListLexiconsResponse, ListRulesetsResponse, StreamJudgeMovesRequest,
    },
};

use crate::lines::Failure;

/// Tells whether a method takes and answers with lists of messages.
pub fn streams(method: &str) -> bool {
    method == "StreamJudgeMoves"
}

/// Puts a request as it stands in a line, and returns the response as it shall stand in one.
pub async fn call(client: &Client, method: &str, request: &Value) -> Result<Value, Failure> {
    Ok(match method {
        "JudgeMove" => encode(client.judge_move(decode(request)?).await?),
        "BatchJudgeMoves" => encode(client.batch_judge_moves(decode(request)?).await?),
        "StreamJudgeMoves" => stream(client, request).await?,
        "FindPlays" => encode(client.find_plays(decode(request)?).await?),
        "InspectPosition" => encode(client.inspect_position(decode(request)?).await?),
        "AdjudicateChallenge" => encode(client.adjudicate_challenge(decode(request)?).await?),
        "JudgeGame" => encode(client.judge_game(decode(request)?).await?),
        "ListRulesets" => encode(ListRulesetsResponse {
            rulesets: client.list_rulesets().await?,
        }),
        "GetRuleset" => encode(GetRulesetResponse {
            ruleset: {
                let request: GetRulesetRequest = decode(request)?;
                Some(client.get_ruleset(request.id).await?)
            },
        }),
        "CheckWords" => encode(client.check_words(decode(request)?).await?),
        "ListLexicons" => encode(ListLexiconsResponse {
            lexicons: client.list_lexicons().await?,
        }),
        "GetLexicon" => encode(GetLexiconResponse {
            lexicon: {
                let request: GetLexiconRequest = decode(request)?;
                Some(client.get_lexicon(request.id).await?)
            },
        }),
        "CheckHealth" | "Check" => {
            let request: tonic_health::pb::HealthCheckRequest = decode(request)?;
            encode(client.check_health(request.service).await?)
        }
        _ => {
            let message = format!("this client has no method {method:?}");
            return Err(Failure::new("UNIMPLEMENTED", message));
        }
    })
}

async fn stream(client: &Client, request: &Value) -> Result<Value, Failure> {
    let requests = request.as_array().ok_or_else(|| none(request))?;
    let requests: Result<Vec<_>, _> = requests.iter().map(decode).collect();
    let requests: Vec<StreamJudgeMovesRequest> = requests?;
    let (questions, mut answers) = client.stream_judge_moves();
    let asking = async move {
        for request in requests {
            let sent = questions.send(request.id, request.request);
            if sent.await.is_err() {
                // The answers tell why.
                break;
            }
        }
    };
    let hearing = async {
        let mut responses = Vec::new();
        while let Some(answer) = answers.next().await {
            responses.push(encode(answer?));
        }
        Ok(Value::from(responses))
    };
    tokio::join!(asking, hearing).1
}

#[allow(clippy::result_large_err)] // It is made once a line at most.
fn decode<M: Message + Default>(request: &Value) -> Result<M, Failure> {
    let encoded = request.as_str().ok_or_else(|| none(request))?;
    let bytes = BASE64_STANDARD.decode(encoded).map_err(none)?;
    M::decode(&bytes[..]).map_err(none)
}

fn none(why: impl ToString) -> Failure {
    let message = format!("the request is none: {}", why.to_string());
    Failure::new("INTERNAL", message)
}

fn encode(message: impl Message) -> Value {
    BASE64_STANDARD.encode(message.encode_to_vec()).into()
}
