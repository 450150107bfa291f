// Package referee asks an Upwords referee whether a move is legal and what it scores.
//
// A Client keeps one gRPC channel and is safe for use by many goroutines. Its methods take and return the
// messages of package refereev1. A move that breaks a rule is a verdict whose Valid is false, never an
// error; what cannot be understood or answered is an *Error.
package referee
