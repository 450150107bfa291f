package referee

import (
	"context"
	"net"
	"strings"
)

// bearer sends a key with each call. Whether the way is safe enough was settled by New.
type bearer string

func (key bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Bearer " + string(key)}, nil
}

func (bearer) RequireTransportSecurity() bool { return false }

// isKey tells whether a key can be sent as a header, so that none ends up in a gRPC error message.
func isKey(key string) bool {
	for _, char := range []byte(key) {
		if char <= ' ' || char > '~' {
			return false
		}
	}
	return key != ""
}

// isLoopback tells whether a target surely is this machine; a form that it does not know is not.
func isLoopback(target string) bool {
	if strings.HasPrefix(target, "unix:") {
		return true
	}
	for _, scheme := range []string{"dns:///", "dns:", "passthrough:///", "passthrough:"} {
		if rest, found := strings.CutPrefix(target, scheme); found {
			target = rest
			break
		}
	}
	host, _, err := net.SplitHostPort(target)
	if err != nil {
		host = strings.Trim(target, "[]")
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
