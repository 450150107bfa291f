// Package refereetest gives tests a real referee to ask.
package refereetest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const patience = 60 * time.Second

// Server is a running referee.
type Server struct {
	// Target is its address, HOST:PORT.
	Target string

	command *exec.Cmd
	ended   sync.Once
}

// Start starts a referee of the test's own, with these further arguments of `serve`; it ends with the test.
func Start(t testing.TB, arguments ...string) *Server {
	t.Helper()
	server, err := start(Program(t), arguments...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.stop)
	return server
}

// Kill ends the server as a crash does.
func (s *Server) Kill() { s.end(os.Kill) }

func (s *Server) stop() { s.end(os.Interrupt) }

func (s *Server) end(signal os.Signal) {
	s.ended.Do(func() {
		_ = s.command.Process.Signal(signal)
		late := time.AfterFunc(patience, func() { _ = s.command.Process.Kill() })
		defer late.Stop()
		_ = s.command.Wait()
	})
}

// start runs a server on a free port, unless told which, and waits until it says where it listens.
func start(path string, arguments ...string) (*Server, error) {
	command := exec.Command(path, append([]string{
		"serve", "--listen", "127.0.0.1:0", "--drain-seconds", "0", "--grace-seconds", "0.1",
	}, arguments...)...)
	// To the server it would be a setting that it does not have.
	command.Env = slices.DeleteFunc(os.Environ(), func(variable string) bool {
		return strings.HasPrefix(variable, "UPWORDS_")
	})
	log, err := command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	server := &Server{command: command}
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
			server.Target = target
			return server, nil
		}
		err = fmt.Errorf("%s ended before it listened: %s", path, said)
	case <-time.After(patience):
		err = fmt.Errorf("%s does not listen after %v", path, patience)
	}
	server.stop()
	return nil, err
}
