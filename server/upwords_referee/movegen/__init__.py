"""Finding plays: all that a rack can do on a board."""
