"""What is hidden and what can be taken back."""

from __future__ import annotations

from hypothesis import given

from souq.engine.decision import seats
from souq.engine.errors import NothingToUndo
from souq.engine.game import Game
from tests.contract.base import SEEDS, contract, often, played, somewhere


@contract
def nothing_unknown_changes_a_byte(game: Game) -> None:
    """``hide(redeal(s, v), v) == hide(s, v)`` for every seat and spectator, and so for everything sent; hiding twice
    changes nothing.
    """

    @given(SEEDS)
    @often(25)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for viewer in range(-1, match.players):
            seen = game.door.hidden(match.state, viewer)
            assert seen["key"].sum() == 0 and seen["draws"][0] == 0
            assert game.door.hidden(seen, viewer).tobytes() == seen.tobytes()
            other = game.door.redealt(match.state, viewer, (pick.getrandbits(32), pick.getrandbits(32)))
            assert game.door.hidden(other, viewer).tobytes() == seen.tobytes()
            assert game.door.deciders(other) == game.door.deciders(seen)
            if viewer in list(seats(match.deciders)):
                assert (game.door.legal(other, viewer) == [int(c) for c in match.legal(viewer)]).all()

    holds()


@contract
def standings_tell_nothing_hidden(game: Game) -> None:
    """Points and ranks follow from what everybody may know: ties by what is hidden are ties."""

    @given(SEEDS)
    @often(25)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for viewer in range(-1, match.players):
            other = game.door.redealt(match.state, viewer, (pick.getrandbits(32), pick.getrandbits(32)))
            for state in (other, game.door.hidden(match.state, viewer)):
                assert game.door.points(state) == match.points()
                assert game.door.ranks(state) == match.ranks()

    holds()


@contract
def undo_is_exact(game: Game) -> None:
    """Undo gives back the position before, to the byte, and never passes chance, a reveal or another's decision."""

    @given(SEEDS)
    @often(15)
    def holds(seed: int) -> None:
        trail: dict[int, bytes] = {}
        for match, pick in played(game, seed, 120):
            trail[match.ply] = match.state.tobytes()
            if pick.random() < 0.4:
                mark, shown = match.mark, [match.view(seat, match.mark).tobytes() for seat in range(-1, match.players)]
                while match.can_undo:
                    match.undo()
                    assert match.state.tobytes() == trail[match.ply]
                assert match.ply == mark
                try:
                    match.undo()
                except NothingToUndo:
                    pass
                else:
                    raise AssertionError("an undo went past the mark")
                assert shown == [match.view(seat).tobytes() for seat in range(-1, match.players)]

    holds()


@contract
def drafts_are_shown_to_nobody_else(game: Game) -> None:
    """While a seat drafts, every other view stays as it was at the mark."""

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        for match, _ in played(game, seed, 80):
            drafter = match.drafter
            for viewer in range(-1, match.players):
                if match.players == 1:
                    assert match.shown(viewer) == match.ply
                elif drafter is not None and viewer != drafter:
                    assert match.shown(viewer) == match.mark < match.ply
                    assert match.view(viewer).tobytes() == game.door.hidden(match.at(match.mark), viewer).tobytes()

    holds()
