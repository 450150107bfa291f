package refereetest

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var errNone = errors.New("no referee to ask: set UPWORDS_REFEREE to the program, or UPWORDS_TARGET to a server")

var shared struct {
	once   sync.Once
	server *Server
	err    error
}

// Main runs the tests of a package and stops the referee that they shared.
func Main(m *testing.M) {
	code := m.Run()
	if shared.server != nil {
		shared.server.stop()
	}
	os.Exit(code)
}

// Target returns the address of a referee with its built-in rulesets and lexica: the one at UPWORDS_TARGET,
// else one that is started for all tests of the package. Without either the test is skipped, in CI failed.
func Target(t testing.TB) string {
	t.Helper()
	found, err := target()
	need(t, err)
	return found
}

// TargetOfExamples returns what Target does. Call it before the tests run: without a referee it has the
// examples skipped, which cannot do so themselves.
func TargetOfExamples() string {
	found, err := target()
	switch {
	case errors.Is(err, errNone) && !inCI():
		_ = flag.Set("test.skip", "^Example")
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
	}
	return found
}

// Program returns the path of the referee's program; without one the test is skipped, in CI failed.
func Program(t testing.TB) string {
	t.Helper()
	path, err := program()
	need(t, err)
	return path
}

// Root returns the folder of the repository, or "" if the module lies elsewhere.
func Root() string {
	folder, err := os.Getwd()
	if err != nil {
		return ""
	}
	for ; folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "protos", "upwords")); err == nil {
			return folder
		}
	}
	return ""
}

func inCI() bool { return os.Getenv("CI") == "true" }

func need(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, errNone) && !inCI() {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func target() (string, error) {
	if target := os.Getenv("UPWORDS_TARGET"); target != "" {
		return target, nil
	}
	path, err := program()
	if err != nil {
		return "", err
	}
	shared.once.Do(func() { shared.server, shared.err = start(path) })
	if shared.err != nil {
		return "", shared.err
	}
	return shared.server.Target, nil
}

func program() (string, error) {
	if path := os.Getenv("UPWORDS_REFEREE"); path != "" {
		return path, nil
	}
	if root := Root(); root != "" {
		path := filepath.Join(root, ".venv", "bin", "upwords-referee")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath("upwords-referee")
	if err != nil {
		return "", errNone
	}
	return path, nil
}
