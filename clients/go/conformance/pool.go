package main

import (
	"sync"

	referee "github.com/upwords-referee/upwords-referee/clients/go"
)

// pool keeps one client for each key.
type pool struct {
	target  string
	mutex   sync.Mutex
	clients map[string]*referee.Client
}

func newPool(target string) *pool {
	return &pool{target: target, clients: map[string]*referee.Client{}}
}

func (p *pool) client(key string) (*referee.Client, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if client, found := p.clients[key]; found {
		return client, nil
	}
	client, err := referee.New(p.target, referee.WithKey(key))
	if err == nil {
		p.clients[key] = client
	}
	return client, err
}

func (p *pool) close() {
	for _, client := range p.clients {
		client.Close()
	}
}
