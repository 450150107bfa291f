package main

import (
	"cmp"
	"fmt"
	"io"

	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

// record is a game in the notation of game records.
type record struct {
	provenance *pb.Provenance
	nicks      []string
	events     []string
}

func (r *record) add(nick string, held rack, action string, score, total int32) {
	r.events = append(r.events,
		fmt.Sprintf(">%s: %s %s %+d %d", nick, cmp.Or(held.String(), "-"), action, score, total))
}

func (r *record) write(out io.Writer) error {
	lines := []string{
		"#character-encoding UTF-8",
		"#game-type upwords",
		"#ruleset " + r.provenance.GetRuleset(),
		"#lexicon " + r.provenance.GetLexicon(),
		"#lexicon-digest " + r.provenance.GetLexiconDigest(),
	}
	for i, nick := range r.nicks {
		lines = append(lines, fmt.Sprintf("#player%d %s", i+1, nick))
	}
	for _, line := range append(lines, r.events...) {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}
