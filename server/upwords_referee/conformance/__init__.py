"""Conformance: questions whose answers the rules give, put to a server or through a client."""
