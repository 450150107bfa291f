// Engine plays a whole game of Upwords against itself through a referee, and prints its record.
//
//	engine HOST:PORT [SEED]
//
// The same seed draws the same tiles.
package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"time"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 {
		fmt.Fprintln(os.Stderr, "usage: engine HOST:PORT [SEED]")
		os.Exit(2)
	}
	seed := uint64(1)
	if len(os.Args) == 3 {
		var err error
		if seed, err = strconv.ParseUint(os.Args[2], 10, 64); err != nil {
			fmt.Fprintln(os.Stderr, "engine: the seed must be a whole number from 0")
			os.Exit(2)
		}
	}
	if err := run(context.Background(), os.Args[1], seed); err != nil {
		fmt.Fprintln(os.Stderr, "engine:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, target string, seed uint64) error {
	client, err := referee.New(target, referee.WithDeadline(10*time.Second))
	if err != nil {
		return err
	}
	defer client.Close()
	record, err := playGame(ctx, client, rand.New(rand.NewPCG(seed, 0)))
	if err != nil {
		return err
	}
	return record.write(os.Stdout)
}
