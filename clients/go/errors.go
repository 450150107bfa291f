package referee

import (
	"context"
	"errors"
	"time"

	codepb "google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	statuspb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// FieldViolation is one field of a request that the referee cannot take.
type FieldViolation struct {
	// Field is its path from the request, such as "move.notation" or "requests[3].board".
	Field string
	// Description says what is wrong.
	Description string
}

// Error is a question that could not be understood or answered, with the referee's details. Every error of a
// call is one; errors.Is finds context.Canceled and context.DeadlineExceeded in it.
type Error struct {
	// Code is the gRPC status code.
	Code codes.Code
	// Message is one or more English sentences.
	Message string
	// Reason names the fault in UPPER_SNAKE_CASE, within Domain; both are empty if the status has no details.
	Reason, Domain string
	// Metadata is more about the reason; may be nil.
	Metadata map[string]string
	// FieldViolations are the fields at fault, in the referee's order.
	FieldViolations []FieldViolation
	// Retryable tells whether the same call may do better later: exactly when the referee names a delay.
	Retryable bool
	// RetryDelay is how long to wait before; 0 unless Retryable.
	RetryDelay time.Duration

	status *status.Status
}

// CodeName returns the code as gRPC spells it, such as "INVALID_ARGUMENT".
func (e *Error) CodeName() string { return codepb.Code(e.Code).String() }

// Error returns the code and the message.
func (e *Error) Error() string { return e.CodeName() + ": " + e.Message }

// GRPCStatus returns the status as it came, for the functions of package status.
func (e *Error) GRPCStatus() *status.Status { return e.status }

// Is tells whether the call ended as the context error target says.
func (e *Error) Is(target error) bool {
	return target == context.Canceled && e.Code == codes.Canceled ||
		target == context.DeadlineExceeded && e.Code == codes.DeadlineExceeded
}

// ErrorOf decodes the status of one result of a batch, or of one answer of a stream; nil if there is none.
func ErrorOf(s *statuspb.Status) *Error {
	if s == nil || codes.Code(s.GetCode()) == codes.OK {
		return nil
	}
	return decode(status.FromProto(s))
}

// asError makes an *Error of what gRPC returned.
func asError(err error) error {
	// gRPC wraps what its retries ended with, and status.FromError would mix its words into the message.
	var sent interface{ GRPCStatus() *status.Status }
	if errors.As(err, &sent) {
		return decode(sent.GRPCStatus())
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return decode(status.FromContextError(err))
	}
	return decode(status.New(codes.Unknown, err.Error()))
}

func decode(s *status.Status) *Error {
	e := &Error{Code: s.Code(), Message: s.Message(), status: s}
	for _, detail := range s.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			e.Reason, e.Domain, e.Metadata = detail.GetReason(), detail.GetDomain(), detail.GetMetadata()
		case *errdetails.BadRequest:
			for _, violation := range detail.GetFieldViolations() {
				e.FieldViolations = append(e.FieldViolations,
					FieldViolation{violation.GetField(), violation.GetDescription()})
			}
		case *errdetails.RetryInfo:
			e.Retryable, e.RetryDelay = true, detail.GetRetryDelay().AsDuration()
		}
	}
	return e
}
