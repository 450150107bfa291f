"""Boards drawn as pictures."""
