package referee_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
	"github.com/upwords-referee/upwords-referee/clients/go/internal/refereetest"
)

func TestKeyIsSentAsBearer(t *testing.T) {
	server := &fake{}
	if err := ask(t.Context(), open(t, serveFake(t, server), referee.WithKey("open-sesame"))); err != nil {
		t.Fatal(err)
	}
	if sent := server.sent("authorization"); !slices.Equal(sent, []string{"Bearer open-sesame"}) {
		t.Errorf("got %v", sent)
	}
}

func TestKeyTravelsUnencryptedToLoopbackOnly(t *testing.T) {
	for target, taken := range map[string]bool{
		"127.0.0.1:50051":            true,
		"127.8.8.8:50051":            true,
		"localhost:50051":            true,
		"[::1]:50051":                true,
		"dns:///localhost:50051":     true,
		"passthrough:///[::1]:50051": true,
		"unix:/run/referee.sock":     true,
		"referee.example:50051":      false,
		"10.0.0.1:50051":             false,
		"0.0.0.0:50051":              false,
		"[2001:db8::1]:50051":        false,
		"localhost.example:50051":    false,
		"dns:///10.0.0.1:50051":      false,
		"dns://10.0.0.1/localhost":   false,
	} {
		client, err := referee.New(target, referee.WithKey("open-sesame"))
		if (err == nil) != taken {
			t.Errorf("%s: got %v", target, err)
		}
		if err == nil {
			client.Close()
		} else if strings.Contains(err.Error(), "sesame") {
			t.Errorf("the key is told: %v", err)
		}
	}
}

func TestKeyTravelsToOtherHostsIfAllowedOrEncrypted(t *testing.T) {
	for _, option := range []referee.Option{referee.WithKeyOverPlainText(), referee.WithTLS(referee.TLS{})} {
		client, err := referee.New("referee.example:50051", referee.WithKey("open-sesame"), option)
		if err != nil {
			t.Fatal(err)
		}
		client.Close()
	}
}

func TestKeyThatNoHeaderCanCarryIsRefused(t *testing.T) {
	for _, key := range []string{"two words", "line\nbreak", "schlüssel"} {
		if _, err := referee.New("127.0.0.1:50051", referee.WithKey(key)); err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("%q: got %v", key, err)
		}
	}
}

func TestServerThatAsksForKeysKnowsItsOwn(t *testing.T) {
	var told strings.Builder
	program := exec.Command(refereetest.Program(t), "key", "new", "club")
	program.Stderr = &told
	lines, err := program.Output()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "keys.toml")
	if err := os.WriteFile(file, lines, 0o600); err != nil {
		t.Fatal(err)
	}
	target := refereetest.Start(t, "--keys", file).Target

	words := strings.Fields(told.String())
	if _, err := open(t, target, referee.WithKey(words[len(words)-1])).ListLexicons(t.Context()); err != nil {
		t.Error(err)
	}
	for _, options := range [][]referee.Option{nil, {referee.WithKey("another")}} {
		_, err = open(t, target, options...).ListLexicons(t.Context())
		if e := refused(t, err); e.Code != codes.Unauthenticated {
			t.Errorf("got %+v", e)
		}
	}
}
