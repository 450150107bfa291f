"""The handlers of LexiconService: messages in, messages out."""

from upwords.referee.v1 import lexicon_service_pb2 as pb
from upwords_referee.lexicons.none import NONE_ID
from upwords_referee.lexicons.overlay import EMPTY, Overlay, statuses
from upwords_referee.lexicons.registry import Registry
from upwords_referee.lexicons.rulings import over
from upwords_referee.service.conversion.faults import Faults
from upwords_referee.service.conversion.words import (
    find_lexicon,
    lexicon_message,
    read_overlay,
    read_words,
)
from upwords_referee.service.errors import NotFoundError, Reason
from upwords_referee.service.limits import MAX_WORDS
from upwords_referee.service.question import verdict_only


class LexiconHandlers:
    """Answers about words and lexica."""

    def __init__(self, lexicons: Registry, rulings: Overlay = EMPTY) -> None:
        self._lexicons = lexicons
        self._rulings = rulings

    def check_words(self, request: pb.CheckWordsRequest) -> pb.CheckWordsResponse:
        """Rule on words."""
        faults = Faults()
        lexicon = find_lexicon(self._lexicons, request.lexicon, "lexicon")
        if len(request.words) > MAX_WORDS:
            raise faults.stop("words", f"has {len(request.words)} words; at most {MAX_WORDS}")
        called = read_overlay(request.overlay, faults) if request.HasField("overlay") else EMPTY
        overlay = over(called, self._rulings)
        words = read_words(request.words, faults, "words")
        faults.raise_any()
        known = statuses(lexicon, overlay, words)
        response = pb.CheckWordsResponse(all_acceptable=not any(status.refused for status in known.values()))
        if not verdict_only(request.detail):
            for word in words:
                response.words.add(word=word, status=known[word])
        return response

    def list_lexicons(self, _request: pb.ListLexiconsRequest) -> pb.ListLexiconsResponse:
        """List all lexica."""
        return pb.ListLexiconsResponse(lexicons=[lexicon_message(lexicon) for lexicon in self._lexicons])

    def get_lexicon(self, request: pb.GetLexiconRequest) -> pb.GetLexiconResponse:
        """Describe one lexicon; "none" is the absence of one."""
        lexicon = find_lexicon(self._lexicons, request.id, "id")
        if not request.id or lexicon.id == NONE_ID:
            known = ", ".join(self._lexicons.ids())
            raise NotFoundError(
                f"id: there is no lexicon {request.id!r} to describe; known are {known}",
                Reason.UNKNOWN_LEXICON,
                metadata={"known": known},
            )
        return pb.GetLexiconResponse(lexicon=lexicon_message(lexicon))
