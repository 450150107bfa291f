"""Caching of lookups: an LRU in the process over Redis over a lexicon that is slow to ask."""
