"""The referee beside two npm packages: upwords-toolkit judges plays, upwords-solver finds them."""

from bench.peers.comparison import measure
from bench.peers.missing import PeersMissingError
from bench.peers.results import Results
from bench.peers.tables import tables

__all__ = ["PeersMissingError", "Results", "measure", "tables"]
