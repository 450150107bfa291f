"""Messages to values of the domain and back: the only place where the two meet."""
