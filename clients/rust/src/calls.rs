use tonic_health::pb::{HealthCheckRequest, health_client::HealthClient};

use crate::{
    Client, Error,
    health::HealthCheckResponse,
    proto::{
        AdjudicateChallengeRequest, AdjudicateChallengeResponse, BatchJudgeMovesRequest,
        BatchJudgeMovesResponse, CheckWordsRequest, CheckWordsResponse, FindPlaysRequest,
        FindPlaysResponse, GetLexiconRequest, GetRulesetRequest, InspectPositionRequest,
        InspectPositionResponse, JudgeGameRequest, JudgeGameResponse, JudgeMoveRequest,
        JudgeMoveResponse, Lexicon, ListLexiconsRequest, ListRulesetsRequest, Ruleset,
        lexicon_service_client::LexiconServiceClient,
        lexicon_service_server::SERVICE_NAME as LEXICON,
        referee_service_client::RefereeServiceClient,
        referee_service_server::SERVICE_NAME as REFEREE,
    },
};

impl Client {
    /// Judges one move on one board.
    pub async fn judge_move(&self, request: JudgeMoveRequest) -> Result<JudgeMoveResponse, Error> {
        self.ask((REFEREE, "JudgeMove"), request, |channel, request| async {
            RefereeServiceClient::new(channel).judge_move(request).await
        })
        .await
    }

    /// Judges up to 1,000 moves in one call. The result of one may be an error; see [`crate::error_of`].
    pub async fn batch_judge_moves(
        &self,
        request: BatchJudgeMovesRequest,
    ) -> Result<BatchJudgeMovesResponse, Error> {
        self.ask(
            (REFEREE, "BatchJudgeMoves"),
            request,
            |channel, request| async {
                RefereeServiceClient::new(channel)
                    .batch_judge_moves(request)
                    .await
            },
        )
        .await
    }

    /// Finds all legal plays for a rack, best first.
    pub async fn find_plays(&self, request: FindPlaysRequest) -> Result<FindPlaysResponse, Error> {
        self.ask((REFEREE, "FindPlays"), request, |channel, request| async {
            RefereeServiceClient::new(channel).find_plays(request).await
        })
        .await
    }

    /// Says what is wrong with a position, and what stands on it.
    pub async fn inspect_position(
        &self,
        request: InspectPositionRequest,
    ) -> Result<InspectPositionResponse, Error> {
        self.ask(
            (REFEREE, "InspectPosition"),
            request,
            |channel, request| async {
                RefereeServiceClient::new(channel)
                    .inspect_position(request)
                    .await
            },
        )
        .await
    }

    /// Says what becomes of a challenged play.
    pub async fn adjudicate_challenge(
        &self,
        request: AdjudicateChallengeRequest,
    ) -> Result<AdjudicateChallengeResponse, Error> {
        self.ask(
            (REFEREE, "AdjudicateChallenge"),
            request,
            |channel, request| async {
                RefereeServiceClient::new(channel)
                    .adjudicate_challenge(request)
                    .await
            },
        )
        .await
    }

    /// Judges a game from the first event to the last.
    pub async fn judge_game(&self, request: JudgeGameRequest) -> Result<JudgeGameResponse, Error> {
        self.ask((REFEREE, "JudgeGame"), request, |channel, request| async {
            RefereeServiceClient::new(channel).judge_game(request).await
        })
        .await
    }

    /// Returns the rulesets that the server knows, complete, sorted by id.
    pub async fn list_rulesets(&self) -> Result<Vec<Ruleset>, Error> {
        let request = ListRulesetsRequest {};
        let response = self.ask(
            (REFEREE, "ListRulesets"),
            request,
            |channel, request| async {
                RefereeServiceClient::new(channel)
                    .list_rulesets(request)
                    .await
            },
        );
        Ok(response.await?.rulesets)
    }

    /// Returns the ruleset of an id, complete.
    pub async fn get_ruleset(&self, id: impl Into<String>) -> Result<Ruleset, Error> {
        let request = GetRulesetRequest { id: id.into() };
        let response = self.ask((REFEREE, "GetRuleset"), request, |channel, request| async {
            RefereeServiceClient::new(channel)
                .get_ruleset(request)
                .await
        });
        Ok(response.await?.ruleset.unwrap_or_default())
    }

    /// Rules on up to 1,000 words.
    pub async fn check_words(
        &self,
        request: CheckWordsRequest,
    ) -> Result<CheckWordsResponse, Error> {
        self.ask((LEXICON, "CheckWords"), request, |channel, request| async {
            LexiconServiceClient::new(channel)
                .check_words(request)
                .await
        })
        .await
    }

    /// Returns the lexica that the server holds, sorted by id.
    pub async fn list_lexicons(&self) -> Result<Vec<Lexicon>, Error> {
        let request = ListLexiconsRequest {};
        let response = self.ask(
            (LEXICON, "ListLexicons"),
            request,
            |channel, request| async {
                LexiconServiceClient::new(channel)
                    .list_lexicons(request)
                    .await
            },
        );
        Ok(response.await?.lexicons)
    }

    /// Describes the lexicon of an id.
    pub async fn get_lexicon(&self, id: impl Into<String>) -> Result<Lexicon, Error> {
        let request = GetLexiconRequest { id: id.into() };
        let response = self.ask((LEXICON, "GetLexicon"), request, |channel, request| async {
            LexiconServiceClient::new(channel)
                .get_lexicon(request)
                .await
        });
        Ok(response.await?.lexicon.unwrap_or_default())
    }

    /// Says whether a service can answer: `""` is the server, `"lexicon/ID"` one lexicon.
    pub async fn check_health(
        &self,
        service: impl Into<String>,
    ) -> Result<HealthCheckResponse, Error> {
        let request = HealthCheckRequest {
            service: service.into(),
        };
        self.ask(
            ("grpc.health.v1.Health", "Check"),
            request,
            |channel, request| async { HealthClient::new(channel).check(request).await },
        )
        .await
    }
}
