"""Random games: against the reference, against the interpreted twin, and against the figures of the specification."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from souq.engine.learn.playout import playout
from souq.engine.rules.bits import members
from souq.engine.rules.events import rows, visible_events
from souq.engine.rules.twin import Twin, interpreted
from souq.games.kairo import GAME
from souq.games.kairo.rules.luring import goals, price, steps
from souq.games.kairo.rules.stalls import entries, places
from souq.games.kairo.rules.stands import blocked, growth, stand
from souq.games.kairo.state import CHOICES, N_EVENTS, N_LEGAL, Act, Event, Phase
from tests.games.kairo.accounts import Accounts
from tests.games.kairo.play import games, strange
from tests.games.kairo.reference import COPIES, Asked, Board, at, number, pack
from tests.support import rules

BOUND = {2: 650, 3: 1065, 4: 1540}
"""Most turns a game can last (KA-X31)."""


def sets(bits):
    return {at(n) for n in members(bits)}


def named(state):
    return {CHOICES.name(int(c)) for c in GAME.bindings.legal(state, int(state["player"][0]))}


def check_board(twin, board):
    """Compare every derived field of the board, and what the rules say about it, with searches."""
    assert sets(twin.solid) == set(board.tiles)
    assert sets(twin.doors) == set(board.entries)
    assert sets(twin.crowd) == set(board.customers.values())
    assert sets(twin.reach) == board.together()
    together = board.together()
    loose = {site for site in together if site not in board.taken and board.together(site)}
    assert sets(twin.loose) - board.taken <= loose
    for owner in range(5):
        for colour in range(6):
            size = twin.sizes[owner][colour]
            assert size == board.size(owner, colour)
            if size:
                assert sets(interpreted(stand)(twin, owner, colour)) == board.stand((owner, colour))
                assert sets(interpreted(growth)(twin, owner, colour)) == board.growth(owner, colour)
                assert interpreted(blocked)(twin, owner, colour) == board.blocked(owner, colour)
    for colour in range(6):
        pairs = set(board.pairs(colour))
        assert sets(interpreted(places)(twin, colour)) == {site for site, _ in pairs}
        for site in {site for site, _ in pairs}:
            found = sets(interpreted(entries)(twin, colour, number(site)))
            assert found == {entry for other, entry in pairs if other == site}
        for entry, cost in board.prices(colour).items():
            assert interpreted(price)(twin, colour, number(entry)) == cost
            assert interpreted(steps)(twin, colour, number(entry)) == board.steps(colour, entry)
        for seat in range(twin.players) if colour in board.customers else []:
            assert sets(interpreted(goals)(twin, seat, colour)) == board.goals(colour, twin.barkers[seat])


def check_pieces(twin):
    """Check that the number of pieces never changes."""
    cards = Counter(kind for stack in [twin.deck, twin.discards, *twin.hand] for kind in pack(stack))
    cards.update(kind for kind in twin.display if kind >= 0)
    assert cards == dict(enumerate(COPIES))
    assert twin.left == len(pack(twin.deck)) > 0
    assert twin.held == [len(pack(hand)) for hand in twin.hand]
    assert max(twin.held) <= (6 if twin.act == Act.DRAW else 4)
    for colour in range(6):
        grown = [owner[colour] - 1 for owner in twin.sizes if owner[colour]]
        assert sum(grown) + twin.supply[colour] == 6
        assert min(grown, default=0) >= 0
        assert max(grown, default=0) <= 6
    assert sum(twin.barkers) <= 7
    assert twin.stands.count(-1) == 1
    assert len({site for site in twin.stands if site >= 0}) == 5
    assert min(min(money) for money in twin.money) >= 0
    assert 0 <= twin.n_events < N_EVENTS


def check_medals(twin):
    """Check that both medals are held once a colour has an expansion, by owners of the largest stands (KA-M06)."""
    for colour in range(6):
        if twin.supply[colour] == 6:
            assert (twin.gold[colour], twin.silver[colour]) == (-1, -1)
        else:
            largest = max(sizes[colour] for sizes in twin.sizes)
            for holder in (twin.gold[colour], twin.silver[colour]):
                assert 0 <= holder < twin.players
                assert twin.sizes[holder][colour] == largest


def check_unused(twin):
    """Check the fields of absent seats and unused entries."""
    for seat in range(twin.players, 4):
        assert twin.money[seat] == [0] * 6
        assert (twin.score[seat], twin.barkers[seat], twin.held[seat]) == (0, 0, 0)
    assert all(size <= 1 for size in twin.sizes[4])
    assert twin.players == 2 or not any(twin.sizes[4])


KINDS = [(games, players, seed) for seed in range(2) for players in (2, 3, 4)]
KINDS += [(strange, players, 10 + 3 * seed + players) for seed in range(2) for players in (2, 3, 4)]


@rules(
    "KA-A01", "KA-N02", "KA-N03", "KA-N04", "KA-N05", "KA-N06", "KA-N07", "KA-N08", "KA-N09", "KA-E02", "KA-E03",
    "KA-E04", "KA-E06", "KA-B01", "KA-B02", "KA-L02", "KA-L03", "KA-L04", "KA-L05", "KA-M06", "KA-X22", "KA-X23",
)  # fmt: skip
@pytest.mark.parametrize("kind, players, seed", KINDS)
def test_games_agree_with_the_reference(kind, players, seed):
    """Every decision offers what the reference finds, and no decision is without an option."""
    board = None
    for ply, state in enumerate(kind(players, seed)):
        twin = Twin.of(state)
        board = board if board == Board.of(twin) else Board.of(twin)  # reuse its cached results
        check_pieces(twin)
        check_medals(twin)
        check_unused(twin)
        if twin.over:
            break
        asked = Asked(twin, board)
        assert board.together()
        options = named(state)
        assert options == asked.options()
        assert 1 <= len(options) <= (118 if twin.phase == Phase.SITE else 6) <= N_LEGAL
        if ply % 17 == 0:
            check_board(twin, board)


@rules(
    "KA-E07", "KA-E08", "KA-E09", "KA-E10", "KA-E11", "KA-E12", "KA-M01", "KA-M02", "KA-M03", "KA-M04", "KA-L06",
    "KA-L07", "KA-L08", "KA-L09", "KA-D01", "KA-D02", "KA-D03", "KA-C06", "KA-F01", "KA-F03", "KA-F04", "KA-F05",
    "KA-T03", "KA-X28", "KA-X30",
)  # fmt: skip
@pytest.mark.parametrize("kind, players, seed", KINDS)
def test_actions_have_the_results_of_the_accounts(kind, players, seed):
    """Money, points, medals, cards and turn order after each action, computed from its choices alone."""
    start, log, drawn, shuffled = None, [], [], False
    seat = 0
    for state in kind(players, seed, log=log):
        told = rows(Event, visible_events(state[0], seat))
        drawn += [row.card for row in told if row.kind == Event.CARD_DREW]
        shuffled = shuffled or any(row.kind == Event.SHUFFLED for row in told)
        twin = Twin.of(state)
        if twin.over or twin.phase == Phase.ACT:
            if start is not None and log:
                Accounts(start, log, drawn).check(twin, shuffled)
            start, drawn, shuffled = twin, [], False
            log.clear()
        seat = twin.player


@rules("KA-X31", "KA-F04", "KA-F06")
@pytest.mark.parametrize(
    "players, decisions, most", [(2, (445, 464), 1300), (3, (434, 453), 1300), (4, (487, 507), 1500)]
)
def test_random_games_have_the_specified_figures(players, decisions, most):
    played = playout(GAME, 1500, players, seed=17)
    assert decisions[0] < played.lengths.mean() < decisions[1]
    assert played.lengths.max() < most
    assert np.all(played.ranks.min(axis=1) == 1)
    last = [list(games(players, seed))[-1] for seed in range(30)]
    turns = {2: 113, 3: 111, 4: 123}[players]
    assert abs(np.mean([int(state["turn"][0]) for state in last]) - turns) < 12
    assert max(int(state["turn"][0]) for state in last) <= BOUND[players]
    expansions = np.mean([36 - int(state["supply"][0].sum()) for state in last])
    assert 18 < expansions < 22


def test_games_from_suggested_starts_can_be_played():
    for players in (2, 3, 4):
        played = playout(GAME, 200, players, seed=3, options={"start": "suggested"})
        assert played.lengths.min() > 100


def test_every_phase_occurs():
    seen = {Phase(int(s["phase"][0])) for seed in range(4) for s in strange(2 + seed % 3, seed) if not s["over"][0]}
    assert seen == set(Phase)


@rules("KA-E04", "KA-E07")
def test_tiles_belong_to_the_seat_that_placed_them():
    """A tile's stand can be seen by touch: stands of one colour never meet."""
    for seed in range(3):
        owners = {}
        for state in strange(2 + seed, 60 + seed):
            for row in rows(Event, visible_events(state[0], -1)):
                if row.kind in (Event.PLACED, Event.NEW, Event.EXPANDED, Event.MOVED):
                    stand = row.get("seat", row.get("owner")), row.colour
                    if row.kind == Event.MOVED:
                        owners = {site: key for site, key in owners.items() if key != stand}
                    owners[at(row.site)] = stand
                    if row.kind == Event.EXPANDED:
                        assert list(owners.values()).count(stand) == row.size
            if state["phase"][0] == Phase.ACT and state["turn"][0] > 1 and not seed % 2:  # suggested: no events
                assert Board.of(state[0]).tiles == owners
