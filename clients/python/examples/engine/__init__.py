"""Plays a whole game of Upwords against itself through a referee; see `__main__`."""
