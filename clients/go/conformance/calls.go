package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/protobuf/proto"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

// call puts a request as it stands in a line, and returns the response as it shall stand in one.
type call func(ctx context.Context, client *referee.Client, request json.RawMessage) (any, error)

var calls = map[string]call{
	"JudgeMove":           unary((*referee.Client).JudgeMove),
	"BatchJudgeMoves":     unary((*referee.Client).BatchJudgeMoves),
	"StreamJudgeMoves":    stream,
	"FindPlays":           unary((*referee.Client).FindPlays),
	"InspectPosition":     unary((*referee.Client).InspectPosition),
	"AdjudicateChallenge": unary((*referee.Client).AdjudicateChallenge),
	"JudgeGame":           unary((*referee.Client).JudgeGame),
	"ListRulesets":        unary(listRulesets),
	"GetRuleset":          unary(getRuleset),
	"CheckWords":          unary((*referee.Client).CheckWords),
	"ListLexicons":        unary(listLexicons),
	"GetLexicon":          unary(getLexicon),
	"CheckHealth":         unary(checkHealth),
	"Check":               unary(checkHealth),
}

// unary makes a call of a method of the client. Only json knows that bytes are base64.
func unary[Q any, P interface {
	*Q
	proto.Message
}, A proto.Message](method func(*referee.Client, context.Context, P) (A, error)) call {
	return func(ctx context.Context, client *referee.Client, raw json.RawMessage) (any, error) {
		var data []byte
		if err := json.Unmarshal(raw, &data); err != nil {
			return nil, err
		}
		request := P(new(Q))
		if err := proto.Unmarshal(data, request); err != nil {
			return nil, fmt.Errorf("the request is no %T: %w", request, err)
		}
		response, err := method(client, ctx, request)
		if err != nil {
			return nil, err
		}
		return encode(response)
	}
}

// encode returns a message as bytes that are not nil, since an empty response is one too.
func encode(message proto.Message) ([]byte, error) {
	return proto.MarshalOptions{}.MarshalAppend([]byte{}, message)
}

func stream(ctx context.Context, client *referee.Client, raw json.RawMessage) (any, error) {
	var data [][]byte
	if err := json.Unmarshal(raw, &data); err != nil {
		return nil, err
	}
	requests := make([]*pb.StreamJudgeMovesRequest, len(data))
	for i := range data {
		requests[i] = new(pb.StreamJudgeMovesRequest)
		if err := proto.Unmarshal(data[i], requests[i]); err != nil {
			return nil, fmt.Errorf("request %d of the stream is none: %w", i, err)
		}
	}
	conversation, err := client.StreamJudgeMoves(ctx)
	if err != nil {
		return nil, err
	}
	defer conversation.Close()
	sent := make(chan error, 1)
	go func() {
		for _, request := range requests {
			if err := conversation.Send(request.GetId(), request.GetRequest()); err != nil {
				sent <- err
				return
			}
		}
		sent <- conversation.CloseSend()
	}()
	responses := [][]byte{}
	for response, err := range conversation.All() {
		if err != nil {
			return nil, err
		}
		encoded, err := encode(response)
		if err != nil {
			return nil, err
		}
		responses = append(responses, encoded)
	}
	// io.EOF: the server ended the stream, in peace, before it had read everything.
	if err := <-sent; err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return responses, nil
}

func listRulesets(
	c *referee.Client, ctx context.Context, _ *pb.ListRulesetsRequest,
) (*pb.ListRulesetsResponse, error) {
	rulesets, err := c.ListRulesets(ctx)
	return &pb.ListRulesetsResponse{Rulesets: rulesets}, err
}

func getRuleset(
	c *referee.Client, ctx context.Context, request *pb.GetRulesetRequest,
) (*pb.GetRulesetResponse, error) {
	ruleset, err := c.GetRuleset(ctx, request.GetId())
	return &pb.GetRulesetResponse{Ruleset: ruleset}, err
}

func listLexicons(
	c *referee.Client, ctx context.Context, _ *pb.ListLexiconsRequest,
) (*pb.ListLexiconsResponse, error) {
	lexicons, err := c.ListLexicons(ctx)
	return &pb.ListLexiconsResponse{Lexicons: lexicons}, err
}

func getLexicon(
	c *referee.Client, ctx context.Context, request *pb.GetLexiconRequest,
) (*pb.GetLexiconResponse, error) {
	lexicon, err := c.GetLexicon(ctx, request.GetId())
	return &pb.GetLexiconResponse{Lexicon: lexicon}, err
}

func checkHealth(
	c *referee.Client, ctx context.Context, request *healthpb.HealthCheckRequest,
) (*healthpb.HealthCheckResponse, error) {
	status, err := c.CheckHealth(ctx, request.GetService())
	return &healthpb.HealthCheckResponse{Status: status}, err
}
