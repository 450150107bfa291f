"""Shows what this client sees of a server; see `__main__`."""
