"""The nets that are kept in ``docs/learned``, with the games that say how strong they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from souq.arena import results
from souq.bots.learned import Learned

FOLDER = Path(__file__).parents[2] / "docs" / "learned"
NETS = sorted(FOLDER.glob("*.npz"))


def test_there_are_some() -> None:
    assert NETS


@pytest.mark.parametrize("path", NETS, ids=lambda path: path.stem)
def test_a_net_says_how_it_was_made_and_its_games_whom_it_met(path: Path) -> None:
    net = Learned.read(path)
    assert path.stem == f"{net.game}-{net.players}"
    assert {"command", "seed", "hardware", "hours", "gate"} <= set(net.about)
    bots = results.read(path.with_suffix(".jsonl")).tournament.bots
    assert any(bot.startswith("learned:") and bot.endswith(f"docs/learned/{path.name}") for bot in bots)
