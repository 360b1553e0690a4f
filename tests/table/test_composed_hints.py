"""Hints that fill the composer of proposals."""

from __future__ import annotations

from collections import Counter

from souq.bots.greedy import GreedyBot
from souq.engine import registry
from souq.engine.match.match import Match
from souq.server.core.jobs.hinting import _proposal


def test_a_proposal_is_found_in_whatever_order_its_goods_are_named() -> None:
    match, bot = Match(registry.find("grand_bazaar"), 3, seed=1), GreedyBot()
    while (composer := match.scene((now := match.observe()).seat).composer) is None:
        match.replay(bot.choose(match.game, now.view, now.seat, now.legal, match.ply), now.seat)
    give, want = (side.items for side in composer.sides)
    given = {item.word for item in give[:2]}
    items = Counter(item.key for item in (*give[:2], *[item for item in want if item.word not in given][:2]))
    first, *goods, sent = match.read((composer.phrase(composer.partners[0], items, (0, 0)),), now.seat)
    wanted = {"partner": 0, "items": dict(items), "money": [0, 0]}
    for line in ((first, *goods, sent), (first, *goods), (first, *reversed(goods)), (first, *goods[2:], *goods[:2])):
        assert _proposal(match, now.seat, composer, line) == wanted
    assert _proposal(match, now.seat, composer, (first, *goods, goods[0])) != wanted
