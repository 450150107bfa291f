"""The rules of the game, pure: no I/O, no protobuf, nothing of ours below."""
