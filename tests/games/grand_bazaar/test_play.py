"""Random games against the reference and the interpreted twin, and the figures of the specification."""

from __future__ import annotations

import numpy as np
import pytest

from souq.engine.learn.playout import playout
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.state import CHOICES, CODES, GOODS, N_EVENTS, N_LEGAL, Event, Phase
from tests.games.grand_bazaar.play import games, strange
from tests.games.grand_bazaar.positions import spelt
from tests.games.grand_bazaar.reference import BUYERS, Bazaar, Proposal, Watcher
from tests.support import rules

TRADING = ("floor", "open", "off")
KINDS = [
    *((games, players, 10 + players, {"trading": TRADING[players % 3]}) for players in range(2, 7)),
    *((strange, players, 30 + players, {"trading": TRADING[players % 2]}) for players in range(2, 7)),
]


SKIPPED = {Phase.BID, Phase.CLAIM, *range(Phase.GIVE, Phase.BORROW + 1), *range(Phase.QUANTITY, Phase.DISCARD + 1)}
"""What is not asked when there is but one answer (specification, section 5)."""


def named(state, seat):
    return {CHOICES.name(int(choice)) for choice in GAME.bindings.legal(state, seat)}


def expected(bazaar: Bazaar, s: Twin) -> set[str] | None:
    """Return the legal choices by the reference, or None while a sale is composed."""
    seat, phase = s.player, Phase(s.phase)
    if phase == Phase.BID:
        return bazaar.bids(seat)
    if phase == Phase.LOOK:
        return bazaar.looks()
    if phase == Phase.TAKE:
        draw = {"draw"} if bazaar.pile or bazaar.discard else set()
        return {f"take {code}" for code in bazaar.discard} | draw | {"nothing"}
    if phase == Phase.CLAIM:
        return {f"claim {name}" for name, pair in zip(MARKETS, bazaar.markets, strict=True) if pair}
    if phase == Phase.FLOOR:
        return bazaar.moves(seat)
    if Phase.GIVE <= phase <= Phase.BORROW:
        return bazaar.steps(seat, s.partner, phase, said_so_far(s))
    if phase == Phase.SELL:
        return bazaar.sales(seat, bool(s.sold))
    fixed = {
        Phase.POLL: {"hold", "send"}, Phase.RIGHT: {"allow", "deny"}, Phase.DENIED: {"go on", "stop"},
        Phase.SEEK: {f"seek {code}" for code in CODES} | {"seek anything"}, Phase.INVITED: {"pass", "propose"},
    }  # fmt: skip
    return fixed.get(phase)


def said_so_far(s: Twin) -> Proposal:
    """Return the draft of a proposal."""
    give, want = (tuple(CODES[good] for good in side if good >= 0) for side in (s.giving, s.wanting))
    lend, borrow = (tuple(name for k, name in enumerate(BUYERS) if side >> k & 1) for side in (s.lending, s.borrowing))
    return Proposal(give, lend, s.paying, want, borrow)


MARKETS = ("Rome", "Egypt", "Arabia", "Babylonia", "The Orient", "Greece")


@rules(
    "GB-B02", "GB-B03", "GB-B04", "GB-B05", "GB-B08", "GB-B09", "GB-B10", "GB-B14", "GB-C02", "GB-C03", "GB-C05",
    "GB-T01", "GB-T02", "GB-T15", "GB-T17", "GB-T20", "GB-L02", "GB-L03", "GB-L04", "GB-L05", "GB-L06",
)  # fmt: skip
@pytest.mark.parametrize("kind, players, seed, chosen", KINDS)
def test_games_agree_with_the_reference(kind, players, seed, chosen):
    """Every decision has the reference's choices; the invariants hold; known cards follow from events."""
    watchers = {viewer: Watcher() for viewer in range(-1, players)}
    for state in kind(players, seed, **chosen):
        s = Twin.of(state)
        bazaar = Bazaar.of(s)
        bazaar.check()
        if not s.over:
            offered = expected(bazaar, s)
            if s.phase in SKIPPED:
                assert len(named(state, s.player)) > 1
            if offered is not None:
                assert named(state, s.player) == {spelt(choice) for choice in offered}
        for viewer, watcher in watchers.items():
            for kind_, _, *four in visible_events(state[0], viewer):
                watcher.observe(Event(kind_).name, *four)
            watcher.settle()
            for hand in range(players):
                if hand != viewer:
                    known = s.known[viewer if viewer >= 0 else 6][hand]
                    assert known == [watcher.known[hand][code] for code in CODES]
                    assert all(k <= n for k, n in zip(known, s.hand[hand], strict=True))
    assert s.over


@rules("GB-T25", "GB-T22")
def test_random_games_have_the_specified_figures():
    """Chapter 9: decisions of random games, and their winners; generous bounds round the printed means."""
    printed = {"off": (85, 91, 161, 249, 358), "floor": (103, 129, 268, 440, 695)}
    for trading, means in printed.items():
        for players, mean in zip(range(2, 7), means, strict=True):
            made = playout(GAME, 200, players=players, seed=4, options={"trading": trading})
            assert made.lengths.mean() == pytest.approx(mean, rel=0.08), (trading, players)
            assert made.lengths.max() <= 17_400
            assert (np.sort(made.ranks, axis=1)[:, 0] == 1).all()


def test_the_lists_of_events_and_choices_are_long_enough():
    """For the most events of a decision, and the most choices."""
    events = choices = 0
    for players, seed, chosen in ((6, 1, {}), (6, 2, {"trading": "off"}), (5, 3, {"trading": "open"})):
        for state in games(players, seed, **chosen):
            events = max(events, int(state["n_events"][0]))
            choices = max(choices, GAME.bindings.legal(state, int(state["player"][0])).size)
    assert events <= N_EVENTS
    assert choices <= N_LEGAL == 101
    assert GOODS + 1 <= N_LEGAL
