package main

import (
	"math/rand/v2"
	"slices"
	"strings"

	pb "github.com/upwords-referee/upwords-referee/clients/go/upwords/referee/v1"
)

// bag holds the tiles that nobody has drawn, in the order in which they come out, last first.
type bag struct {
	tiles  []string
	chance *rand.Rand
}

func newBag(kinds []*pb.TileKind, chance *rand.Rand) *bag {
	b := &bag{chance: chance}
	for _, kind := range kinds {
		for range kind.GetCount() {
			b.tiles = append(b.tiles, kind.GetLetter())
		}
	}
	b.shuffle()
	return b
}

func (b *bag) shuffle() {
	b.chance.Shuffle(len(b.tiles), func(i, j int) { b.tiles[i], b.tiles[j] = b.tiles[j], b.tiles[i] })
}

// draw takes a number of tiles, or all if there are fewer.
func (b *bag) draw(count int) []string {
	rest := max(0, len(b.tiles)-count)
	drawn := slices.Clone(b.tiles[rest:])
	b.tiles = b.tiles[:rest]
	return drawn
}

func (b *bag) giveBack(tiles []string) {
	b.tiles = append(b.tiles, tiles...)
	b.shuffle()
}

// rack is what a player holds.
type rack []string

func (r rack) String() string { return strings.Join(slices.Sorted(slices.Values(r)), "") }

// remove takes one tile away.
func (r *rack) remove(tile string) {
	at := slices.Index(*r, tile)
	*r = slices.Delete(*r, at, at+1)
}
