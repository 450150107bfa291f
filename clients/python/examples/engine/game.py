"""A game that a program plays against itself."""

from random import Random

from upwords_referee_client import Client, board_notation, exchange, pass_turn, play_notation
from upwords_referee_client import messages as pb

RULESET = "standard-10x10"


class Player:
    """A player's nick, tiles and score; `exchanged`: whether the last turn was an exchange."""

    def __init__(self, nick: str, rack: list[str]) -> None:
        self.nick = nick
        self.rack = rack
        self.score = 0
        self.exchanged = False

    @property
    def tiles(self) -> str:
        """The tiles in hand, sorted."""
        return "".join(sorted(self.rack))


class Game:
    """Two players who always make the best play; `lines` is the record so far."""

    def __init__(self, client: Client, chance: Random) -> None:
        self._client = client
        self._chance = chance
        self._rules = client.get_ruleset(RULESET)
        self._bag = [kind.letter for kind in self._rules.tiles.kinds for _ in range(kind.count)]
        chance.shuffle(self._bag)
        self._board = board_notation("/".join([str(self._rules.columns)] * self._rules.rows))
        self._players = [Player(nick, self._draw(self._rules.rack_size)) for nick in ("ann", "bob")]
        self._passes = 0
        self._source: pb.Provenance | None = None
        self._events: list[str] = []

    def play(self) -> list[str]:
        """Play to the end and return the lines of the record."""
        turn = 0
        while True:
            player = self._players[turn % len(self._players)]
            self._take(player)
            if self._ended(player):
                break
            turn += 1
        for player in self._players:
            if player.rack:
                cost = self._rules.scoring.unplayed_tile * len(player.rack)
                self._note(player, f"({player.tiles})", cost)
        assert self._source
        return [
            "#character-encoding UTF-8",
            "#game-type upwords",
            f"#ruleset {self._source.ruleset}",
            f"#lexicon {self._source.lexicon}",
            f"#lexicon-digest {self._source.lexicon_digest}",
            *[f"#player{number} {player.nick}" for number, player in enumerate(self._players, start=1)],
            *self._events,
        ]

    def _draw(self, count: int) -> list[str]:
        drawn, self._bag = self._bag[:count], self._bag[count:]
        return drawn

    def _take(self, player: Player) -> None:
        """Make the best play; if there is none, exchange; if that cannot be, pass."""
        found = self._find(player)
        tiles = self._rules.exchange_tiles
        if found.plays:
            play = found.plays[0]
            verdict = self._confirm(player, play_notation(play.notation))
            self._board = verdict.position
            for placement in play.placements:
                player.rack.remove(placement.tile)
            player.rack += self._draw(len(play.placements))
        elif len(self._bag) >= tiles and len(player.rack) >= tiles and not player.exchanged:
            given = player.rack[:tiles]
            self._confirm(player, exchange("".join(given)))
            # Draw first, then give back.
            player.rack = player.rack[tiles:] + self._draw(tiles)
            self._bag += given
            self._chance.shuffle(self._bag)
            player.exchanged = True
            self._passes = 0
            return
        else:
            self._confirm(player, pass_turn())
            self._passes += 1
            player.exchanged = False
            return
        self._passes = 0
        player.exchanged = False

    def _find(self, player: Player, *, any_only: bool = False) -> pb.FindPlaysResponse:
        request = pb.FindPlaysRequest(
            ruleset=RULESET, board=self._board, rack=player.tiles, limit=1, any_only=any_only
        )
        return self._client.find_plays(request)

    def _confirm(self, player: Player, move: pb.Move) -> pb.JudgeMoveResponse:
        """Have a move judged, and write it down."""
        request = pb.JudgeMoveRequest(
            ruleset=RULESET,
            board=self._board,
            move=move,
            rack=player.tiles,
            bag_count=len(self._bag),
            include_position=True,
        )
        verdict = self._client.judge_move(request)
        if not verdict.valid:
            raise RuntimeError(f"the referee refuses {move}: {verdict.violations}")
        self._source = verdict.provenance
        self._note(player, verdict.notation, verdict.score)
        return verdict

    def _note(self, player: Player, action: str, score: int) -> None:
        player.score += score
        self._events.append(f">{player.nick}: {player.tiles or '-'} {action} {score:+} {player.score}")

    def _ended(self, last: Player) -> bool:
        if self._passes >= len(self._players) * self._rules.pass_rounds:
            return True
        if self._bag:
            return False
        if not last.rack:
            return True
        return not any(self._find(player, any_only=True).plays for player in self._players)
