package referee

import (
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	_ "google.golang.org/grpc/health" // The service config asks for health checks, which are made by this.
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"

	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

const (
	// The server takes a ping every ten seconds.
	pingAfter    = 20 * time.Second
	pingPatience = 5 * time.Second
	// gRPC would wait up to two minutes before it looks for a lost server again.
	reconnectAtMost = 5 * time.Second
)

// Client asks a referee over one channel that it keeps. It is safe for use by many goroutines.
type Client struct {
	connection *grpc.ClientConn
	referee    pb.RefereeServiceClient
	lexicon    pb.LexiconServiceClient
	health     healthpb.HealthClient
	deadline   time.Duration
}

// New returns a client of the referee at target ("HOST:PORT", or any target of gRPC). It does not connect
// before the first call. Close it when done.
func New(target string, options ...Option) (*Client, error) {
	s := settings{
		deadline:      DefaultDeadline,
		serviceConfig: defaultServiceConfig,
		userAgent:     DefaultUserAgent,
	}
	for _, option := range options {
		option(&s)
	}
	dialOptions, err := s.dialOptions(target)
	if err != nil {
		return nil, fmt.Errorf("referee: %w", err)
	}
	connection, err := grpc.NewClient(target, dialOptions...)
	if err != nil {
		return nil, fmt.Errorf("referee: %w", err)
	}
	return &Client{
		connection: connection,
		referee:    pb.NewRefereeServiceClient(connection),
		lexicon:    pb.NewLexiconServiceClient(connection),
		health:     healthpb.NewHealthClient(connection),
		deadline:   s.deadline,
	}, nil
}

// Close ends the channel and the calls on it.
func (c *Client) Close() error { return c.connection.Close() }

func (s settings) dialOptions(target string) ([]grpc.DialOption, error) {
	if target == "" {
		return nil, errors.New("the target is empty; it must be HOST:PORT")
	}
	transport := insecure.NewCredentials()
	if s.tls != nil {
		config, err := s.tls.config()
		if err != nil {
			return nil, err
		}
		transport = credentials.NewTLS(config)
	}
	options := append(s.moreDialOptions,
		grpc.WithTransportCredentials(transport),
		grpc.WithDefaultServiceConfig(s.serviceConfig),
		// Else every start asks DNS for a config that would replace the one above.
		grpc.WithDisableServiceConfig(),
		grpc.WithUserAgent(s.userAgent),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: pingAfter, Timeout: pingPatience}),
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.Config{
				BaseDelay:  100 * time.Millisecond,
				Multiplier: 2,
				Jitter:     0.2,
				MaxDelay:   reconnectAtMost,
			},
			MinConnectTimeout: reconnectAtMost,
		}),
	)
	if s.key != "" {
		if !isKey(s.key) {
			return nil, errors.New("the key has characters that no header can carry")
		}
		if s.tls == nil && !s.keyOverPlain && !isLoopback(target) {
			return nil, fmt.Errorf("the key would travel to %s unencrypted; use WithTLS, or WithKeyOverPlainText if the way is safe",
				target)
		}
		options = append(options, grpc.WithPerRPCCredentials(bearer(s.key)))
	}
	return options, nil
}
