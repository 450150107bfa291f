package referee

import (
	"context"

	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"

	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

// JudgeMove judges one move on one board.
func (c *Client) JudgeMove(ctx context.Context, request *pb.JudgeMoveRequest) (*pb.JudgeMoveResponse, error) {
	return ask(ctx, c, c.referee.JudgeMove, request)
}

// BatchJudgeMoves judges up to 1,000 moves in one call. The result of one may be an error; see ErrorOf.
func (c *Client) BatchJudgeMoves(
	ctx context.Context, request *pb.BatchJudgeMovesRequest,
) (*pb.BatchJudgeMovesResponse, error) {
	return ask(ctx, c, c.referee.BatchJudgeMoves, request)
}

// FindPlays finds all legal plays for a rack, best first.
func (c *Client) FindPlays(ctx context.Context, request *pb.FindPlaysRequest) (*pb.FindPlaysResponse, error) {
	return ask(ctx, c, c.referee.FindPlays, request)
}

// InspectPosition says what is wrong with a position, and what stands on it.
func (c *Client) InspectPosition(
	ctx context.Context, request *pb.InspectPositionRequest,
) (*pb.InspectPositionResponse, error) {
	return ask(ctx, c, c.referee.InspectPosition, request)
}

// AdjudicateChallenge says what becomes of a challenged play.
func (c *Client) AdjudicateChallenge(
	ctx context.Context, request *pb.AdjudicateChallengeRequest,
) (*pb.AdjudicateChallengeResponse, error) {
	return ask(ctx, c, c.referee.AdjudicateChallenge, request)
}

// JudgeGame judges a game from the first event to the last.
func (c *Client) JudgeGame(ctx context.Context, request *pb.JudgeGameRequest) (*pb.JudgeGameResponse, error) {
	return ask(ctx, c, c.referee.JudgeGame, request)
}

// ListRulesets returns the rulesets that the server knows, complete, sorted by id.
func (c *Client) ListRulesets(ctx context.Context) ([]*pb.Ruleset, error) {
	response, err := ask(ctx, c, c.referee.ListRulesets, &pb.ListRulesetsRequest{})
	return response.GetRulesets(), err
}

// GetRuleset returns the ruleset of an id, complete.
func (c *Client) GetRuleset(ctx context.Context, id string) (*pb.Ruleset, error) {
	response, err := ask(ctx, c, c.referee.GetRuleset, &pb.GetRulesetRequest{Id: id})
	return response.GetRuleset(), err
}

// CheckWords rules on up to 1,000 words.
func (c *Client) CheckWords(ctx context.Context, request *pb.CheckWordsRequest) (*pb.CheckWordsResponse, error) {
	return ask(ctx, c, c.lexicon.CheckWords, request)
}

// ListLexicons returns the lexica that the server holds, sorted by id.
func (c *Client) ListLexicons(ctx context.Context) ([]*pb.Lexicon, error) {
	response, err := ask(ctx, c, c.lexicon.ListLexicons, &pb.ListLexiconsRequest{})
	return response.GetLexicons(), err
}

// GetLexicon describes the lexicon of an id.
func (c *Client) GetLexicon(ctx context.Context, id string) (*pb.Lexicon, error) {
	response, err := ask(ctx, c, c.lexicon.GetLexicon, &pb.GetLexiconRequest{Id: id})
	return response.GetLexicon(), err
}

// CheckHealth says whether a service can answer: "" is the server, "lexicon/ID" one lexicon. While the
// service config's own health check fails, the call ends with UNAVAILABLE instead.
func (c *Client) CheckHealth(
	ctx context.Context, service string,
) (healthpb.HealthCheckResponse_ServingStatus, error) {
	response, err := ask(ctx, c, c.health.Check, &healthpb.HealthCheckRequest{Service: service})
	return response.GetStatus(), err
}

// ask makes one unary call, by the client's deadline unless the context has one.
func ask[Q, A any](
	ctx context.Context, c *Client, call func(context.Context, *Q, ...grpc.CallOption) (*A, error), request *Q,
) (*A, error) {
	if _, has := ctx.Deadline(); !has && c.deadline > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.deadline)
		defer cancel()
	}
	answer, err := call(ctx, request)
	if err != nil {
		return nil, asError(err)
	}
	return answer, nil
}
