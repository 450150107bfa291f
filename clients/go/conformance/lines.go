package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"sync"
	"time"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
)

// atOnce is how many questions are under way at a time.
const atOnce = 8

// question is one line of input.
type question struct {
	ID string `json:"id"`
	// Method is the name of a call, with or without its service before a "/".
	Method string `json:"method"`
	// Request is the message in base64; for a stream a list of them.
	Request       json.RawMessage `json:"request"`
	TimeoutMS     int             `json:"timeout_ms"`
	CancelAfterMS *int            `json:"cancel_after_ms"`
	Key           string          `json:"key"`
}

// answer is one line of output: a response, or an error.
type answer struct {
	ID       string     `json:"id"`
	Response any        `json:"response,omitempty"`
	Error    *callError `json:"error,omitempty"`
}

type callError struct {
	Code            string            `json:"code"`
	Message         string            `json:"message"`
	Reason          string            `json:"reason"`
	Domain          string            `json:"domain"`
	Metadata        map[string]string `json:"metadata"`
	FieldViolations []fieldViolation  `json:"field_violations"`
	RetryDelayMS    *int64            `json:"retry_delay_ms"`
}

type fieldViolation struct {
	Field       string `json:"field"`
	Description string `json:"description"`
}

// serve answers every line of in; an error says that a line could not be understood, or no client be made.
func serve(ctx context.Context, clients *pool, in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	writer := &lineWriter{encoder: json.NewEncoder(out)}
	places := make(chan struct{}, atOnce)
	var underWay sync.WaitGroup
	defer underWay.Wait()
	for {
		// Lines may be longer than a bufio.Scanner takes.
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var q question
			if err := json.Unmarshal(line, &q); err != nil {
				return fmt.Errorf("no question: %w", err)
			}
			places <- struct{}{}
			underWay.Go(func() {
				defer func() { <-places }()
				writer.write(q.ask(ctx, clients))
			})
		}
		if errors.Is(err, io.EOF) {
			underWay.Wait()
			return writer.err
		}
		if err != nil {
			return err
		}
	}
}

func (q question) ask(ctx context.Context, clients *pool) answer {
	client, err := clients.client(q.Key)
	if err != nil {
		return answer{ID: q.ID, Error: failure("INTERNAL", err)}
	}
	call, known := calls[path.Base(q.Method)]
	if !known {
		return answer{ID: q.ID, Error: failure("UNIMPLEMENTED", fmt.Errorf("this client has no method %q", q.Method))}
	}
	if q.TimeoutMS > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(q.TimeoutMS)*time.Millisecond)
		defer cancel()
	}
	if q.CancelAfterMS != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx)
		defer cancel()
		timer := time.AfterFunc(time.Duration(*q.CancelAfterMS)*time.Millisecond, cancel)
		defer timer.Stop()
	}
	response, err := call(ctx, client, q.Request)
	if err != nil {
		return answer{ID: q.ID, Error: failure("INTERNAL", err)}
	}
	return answer{ID: q.ID, Response: response}
}

// failure shows a referee's error; code is that of any other.
func failure(code string, err error) *callError {
	shown := &callError{
		Code: code, Message: err.Error(), Metadata: map[string]string{}, FieldViolations: []fieldViolation{},
	}
	var refused *referee.Error
	if !errors.As(err, &refused) {
		return shown
	}
	shown.Code, shown.Message = refused.CodeName(), refused.Message
	shown.Reason, shown.Domain = refused.Reason, refused.Domain
	if refused.Metadata != nil {
		shown.Metadata = refused.Metadata
	}
	for _, violation := range refused.FieldViolations {
		shown.FieldViolations = append(shown.FieldViolations, fieldViolation(violation))
	}
	if refused.Retryable {
		delay := refused.RetryDelay.Milliseconds()
		shown.RetryDelayMS = &delay
	}
	return shown
}

// lineWriter writes whole lines, whoever writes at the same time; it keeps the first error.
type lineWriter struct {
	mutex   sync.Mutex
	encoder *json.Encoder
	err     error
}

func (w *lineWriter) write(a answer) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if err := w.encoder.Encode(a); err != nil && w.err == nil {
		w.err = err
	}
}
