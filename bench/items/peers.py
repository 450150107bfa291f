"""The two npm packages that judge and find plays of Upwords."""

from bench import peers
from bench.aim import Aim
from bench.figure import Figure, Figures
from bench.item import NotHereError
from bench.lab import Lab
from bench.peers import finding, judging
from bench.peers.contest import Turns, core_ratios, rate_ratios
from bench.report import heading
from bench.rounds import Spread

TITLE = "Against upwords-toolkit and upwords-solver"
ABOUT = """The same plays are judged, and plays are found for the same racks, by this server, by its
library in process, and by two npm packages in a process of Node.js; time is compared only where both
sides agree on the plays and their points. Judging over the wire is compared per CPU second. Finding is
each position's ratio over the positions."""

_AIMS = {judging.SERVER: Aim(1.5), judging.LIBRARY: Aim(5), finding.LIBRARY: Aim(10), finding.SERVER: Aim(5)}


def measure(lab: Lab) -> peers.Results:
    """Measure both sides."""
    try:
        return peers.measure(lab.rounds)
    except peers.PeersMissingError as error:
        raise NotHereError(str(error)) from None


def figures(found: peers.Results) -> Figures:
    """Return the ratios."""
    judged, toolkit = found.judging, found.judging[judging.TOOLKIT]
    return Figures(
        [
            Figure(
                f"{judging.SERVER}, against the toolkit, per core",
                core_ratios(judged[judging.SERVER], toolkit),
                _AIMS[judging.SERVER],
            ),
            Figure(
                f"{judging.LIBRARY}, against the toolkit",
                rate_ratios(judged[judging.LIBRARY], toolkit),
                _AIMS[judging.LIBRARY],
            ),
            *(
                Figure(
                    f"{name}, against solver and check",
                    Spread.of([_ratio(turns, name) for turns in found.finding.values()]),
                    _AIMS[name],
                )
                for name in (finding.LIBRARY, finding.SERVER)
            ),
        ]
    )


def tables(found: peers.Results) -> str:
    """Return all that the comparison tells."""
    return f"{heading(found.facts)}\n\n{peers.tables(found)}"


def _ratio(turns: Turns, name: str) -> float:
    return rate_ratios(turns[name], turns[finding.SOLVER]).middle
