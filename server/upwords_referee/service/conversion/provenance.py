"""What was judged by, as a message."""

from upwords.referee.v1 import verdict_pb2
from upwords_referee.lexicons.lexicon import Lexicon
from upwords_referee.lexicons.overlay import Overlay
from upwords_referee.rules.ruleset import Ruleset
from upwords_referee.version import __version__


def fill_provenance(
    into: verdict_pb2.Provenance, ruleset: Ruleset, lexicon: Lexicon, overlay: Overlay
) -> None:
    """Fill in ids, digests, the lexicon's edition and the server's version."""
    into.ruleset = ruleset.id
    into.ruleset_digest = ruleset.digest
    into.lexicon = lexicon.id
    into.lexicon_digest = lexicon.digest
    into.lexicon_edition = lexicon.edition
    into.overlay_digest = overlay.digest
    into.server_version = __version__
