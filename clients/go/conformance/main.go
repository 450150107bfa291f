// Conformance shows what this client sees of a server: it reads one question in JSON a line from standard
// input and writes one answer a line to standard output, in any order.
//
//	conformance HOST:PORT
package main

import (
	"context"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: conformance HOST:PORT")
		os.Exit(2)
	}
	clients := newPool(os.Args[1])
	defer clients.close()
	if err := serve(context.Background(), clients, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}
