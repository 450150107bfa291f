// Package refereetest gives tests a real referee to ask.
package refereetest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

const patience = 60 * time.Second

var shared struct {
	once   sync.Once
	target string
	stop   func()
	err    error
}

// Target returns the address of a referee with its built-in rulesets and lexica: the one at UPWORDS_TARGET,
// else one that is started for all tests of the package. Without either the test is skipped, in CI failed.
func Target(t testing.TB) string {
	t.Helper()
	if target := os.Getenv("UPWORDS_TARGET"); target != "" {
		return target
	}
	program := Program(t)
	shared.once.Do(func() { shared.target, shared.stop, shared.err = start(program) })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.target
}

// Start starts a referee of the test's own, with these further arguments of `serve`.
func Start(t testing.TB, arguments ...string) string {
	t.Helper()
	target, stop, err := start(Program(t), arguments...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return target
}

// Main runs the tests of a package and stops the referee that they shared.
func Main(m *testing.M) {
	code := m.Run()
	if shared.stop != nil {
		shared.stop()
	}
	os.Exit(code)
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

// Program returns the path of the referee's program; without one the test is skipped, in CI failed.
func Program(t testing.TB) string {
	t.Helper()
	if path := os.Getenv("UPWORDS_REFEREE"); path != "" {
		return path
	}
	if root := Root(); root != "" {
		path := filepath.Join(root, ".venv", "bin", "upwords-referee")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	path, err := exec.LookPath("upwords-referee")
	if err != nil {
		const why = "no referee to ask: set UPWORDS_REFEREE to the program, or UPWORDS_TARGET to a server"
		if os.Getenv("CI") == "true" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	return path
}

// start runs a server on a free port and waits until it says where it listens.
func start(path string, arguments ...string) (target string, stop func(), err error) {
	server := exec.Command(path, append([]string{
		"serve", "--listen", "127.0.0.1:0", "--drain-seconds", "0", "--grace-seconds", "0.1",
	}, arguments...)...)
	log, err := server.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	if err := server.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = server.Process.Signal(os.Interrupt)
		late := time.AfterFunc(patience, func() { _ = server.Process.Kill() })
		_ = server.Wait()
		late.Stop()
	}
	address := make(chan string, 1)
	var said string
	go func() {
		defer close(address)
		lines := bufio.NewScanner(log)
		for lines.Scan() {
			var event struct{ Event, Address string }
			if json.Unmarshal(lines.Bytes(), &event) == nil && event.Event == "listening" {
				address <- event.Address
				break
			}
			said = lines.Text()
		}
		// A full pipe would stop the server.
		_, _ = io.Copy(io.Discard, log)
	}()
	select {
	case target, ok := <-address:
		if ok {
			return target, stop, nil
		}
		err = fmt.Errorf("%s ended before it listened: %s", path, said)
	case <-time.After(patience):
		err = fmt.Errorf("%s does not listen after %v", path, patience)
	}
	stop()
	return "", nil, err
}
