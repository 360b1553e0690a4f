"""Accessibility (KA-A01): the local test and the search, compared with graphs of random squares."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace

import networkx

from souq.engine.rules.bits import members, words
from souq.engine.rules.twin import interpreted
from souq.games.kairo.box import beside
from souq.games.kairo.rules.access import connected, locally_connected
from souq.games.kairo.rules.sites import MARKET
from souq.games.kairo.state import SITES
from tests.support import rules

SQUARE = networkx.Graph((site, other) for site in range(SITES) for other in beside(site))
GROUND = members(MARKET)


def parts(open_sites: set[int]) -> list[set[int]]:
    """Return the connected parts of open sites."""
    return list(networkx.connected_components(SQUARE.subgraph(open_sites)))


def joined(some: set[int], open_sites: set[int]) -> bool:
    """Return whether some sites are in the same part."""
    return any(some <= part for part in parts(open_sites))


def squares(number: int) -> Iterator[tuple[random.Random, set[int]]]:
    """Yield sets of open sites: about half of the market, or nearly all of it."""
    for seed in range(number):
        luck = random.Random(seed)
        share = luck.choice((0.5, 0.62, 0.7, 0.8, 0.9, 0.97))
        yield luck, {site for site in GROUND if luck.random() < share}


@rules("KA-A01")
def test_a_site_with_connected_neighbours_cuts_nothing() -> None:
    round_one = 0
    for _, open_sites in squares(40):
        loose = set(members(interpreted(locally_connected)(words(open_sites, 3))))
        assert loose <= open_sites
        for site in loose:
            near = set(SQUARE[site]) & open_sites
            assert not near or joined(near, open_sites - {site})
            ring = set(networkx.ego_graph(SQUARE, site, 2)) - {site}
            round_one += bool(near) and not joined(near, open_sites & ring)
    assert round_one > 50, "ways round what stands at a corner are found as well"


@rules("KA-A01", "KA-A02")
def test_a_search_finds_the_part_with_everybody_if_there_is_one() -> None:
    met = set()
    for luck, open_sites in squares(100):
        reach = max(parts(open_sites), key=len)
        if len(reach) < 12:
            continue
        goals = set(luck.sample(sorted(reach), luck.choice((1, 2, 4))))
        view = SimpleNamespace(reach=words(reach, 3), loose=(0, 0, 0), doors=(0, 0, 0), crowd=words(goals, 3))
        for site in luck.sample(sorted(reach - goals), min(12, len(reach) - len(goals))):
            if not set(SQUARE[site]) & reach:
                continue
            without = parts(reach - {site})
            holding = [part for part in without if part & goals]
            found = set(members(interpreted(connected)(view, site)))
            assert found == (holding[0] if len(holding) == 1 else set())
            met.add((len(without), len(holding)))
    assert {(1, 1), (2, 1), (2, 2), (3, 1), (3, 2)} <= met
