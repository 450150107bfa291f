package referee

import (
	_ "embed"
	"time"

	"google.golang.org/grpc"
)

// DefaultDeadline is how long a unary call may take whose context has no deadline.
const DefaultDeadline = 5 * time.Second

// DefaultUserAgent is what the client calls itself, before gRPC's own name.
const DefaultUserAgent = "upwords-referee-go/" + Version

// Version is the version of this module.
const Version = "1.0.0"

//go:embed service_config.json
var defaultServiceConfig string

// DefaultServiceConfig returns the gRPC service config (JSON) that a client uses unless told otherwise: round
// robin over the server's addresses, and retries of UNAVAILABLE only.
func DefaultServiceConfig() string { return defaultServiceConfig }

// Option changes how New makes a client.
type Option func(*settings)

type settings struct {
	deadline        time.Duration
	key             string
	keyOverPlain    bool
	tls             *TLS
	serviceConfig   string
	userAgent       string
	moreDialOptions []grpc.DialOption
}

// WithDeadline sets how long a unary call may take whose context has no deadline; 0: as long as the service
// config says. Streams have none of their own.
func WithDeadline(deadline time.Duration) Option {
	return func(s *settings) { s.deadline = deadline }
}

// WithKey sends a bearer key with every call. Without TLS it is sent to loopback addresses only.
func WithKey(key string) Option {
	return func(s *settings) { s.key = key }
}

// WithKeyOverPlainText lets the key of WithKey travel without TLS to any host, where everyone on the way can
// read it.
func WithKeyOverPlainText() Option {
	return func(s *settings) { s.keyOverPlain = true }
}

// WithTLS encrypts the channel; the zero TLS trusts the authorities of the system.
func WithTLS(tls TLS) Option {
	return func(s *settings) { s.tls = &tls }
}

// WithServiceConfig replaces the DefaultServiceConfig by another gRPC service config (JSON).
func WithServiceConfig(json string) Option {
	return func(s *settings) { s.serviceConfig = json }
}

// WithUserAgent replaces DefaultUserAgent.
func WithUserAgent(name string) Option {
	return func(s *settings) { s.userAgent = name }
}

// WithDialOptions adds options of gRPC, such as interceptors; they go before the client's own.
func WithDialOptions(options ...grpc.DialOption) Option {
	return func(s *settings) { s.moreDialOptions = append(s.moreDialOptions, options...) }
}
