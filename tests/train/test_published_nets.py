"""The published nets, with the games that show how strong they are, in ``docs/learned``."""

from __future__ import annotations

from pathlib import Path

import pytest

from souq.arena import results
from souq.arena.report import report
from souq.arena.results import Results
from souq.bots.learned import Learned, basis
from souq.engine import registry

ROOT = Path(__file__).parents[2]
MATCHES = ROOT / "docs" / "learned"
SEATED = [path for game in registry.installed().values() for path in sorted(game.folder.glob("learned-*.npz"))]
"""The nets that the Sultan plays by."""
TRIED = sorted(MATCHES.glob("*.npz"))
"""Those that have still to show what they are worth."""


def match_of(path: Path) -> tuple[Learned, Results]:
    """Return a net, and the match that it played."""
    net = Learned.read(path)
    return net, results.read(MATCHES / f"{net.game}-{net.players}.jsonl")


@pytest.mark.parametrize("path", SEATED + TRIED, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_net_states_its_origin_and_its_opponents(path: Path) -> None:
    net, match = match_of(path)
    assert {"command", "seed", "hardware", "hours"} <= set(net.about)
    assert net.basis == basis(registry.find(net.game)), "it was learned with the weights there are"
    seat = registry.find(net.game).folder / f"learned-{net.players}.npz"
    bots = [bot for bot in match.tournament.bots if bot.startswith("learned:")]
    assert [bot.endswith(str(seat.relative_to(ROOT))) for bot in bots] == [True]
    assert path in (seat, MATCHES / f"{net.game}-{net.players}.npz")


@pytest.mark.parametrize("path", SEATED, ids=lambda path: path.parent.name)
def test_a_net_in_play_has_beaten_the_grand_vizier(path: Path) -> None:
    net, match = match_of(path)
    assert match.tournament.bots[0] == "search:6000", "the Grand Vizier"
    told = report(match)
    (met,) = told.rungs
    assert met.bot.startswith("learned:") and met.games >= 1_000 and met.above
    if net.players == 2:
        assert met.share.value >= 0.55
    else:
        (alone,) = (each.wins for each in told.alone if each.bot == met.bot)
        assert alone.value >= 0.40 and alone.low > 1 / net.players, "one among Grand Viziers"
    pace = {each.bot: each.mean for each in told.paces}
    assert pace[met.bot] <= pace[met.other], "in the same time"
