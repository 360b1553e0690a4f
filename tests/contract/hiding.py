"""What is hidden and what can be taken back."""

from __future__ import annotations

from hypothesis import given

from souq.bots import levels
from souq.bots.acting import act
from souq.engine.decision import seats
from souq.engine.errors import NothingToUndo
from souq.engine.game import Game
from tests.contract.base import SEEDS, begun, contract, often, played, somewhere
from tests.contract.worlds import apart, pairs


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


@contract
def taking_back_tells_nothing(game: Game) -> None:
    """Whether a decision can be taken back depends on nothing that the seat does not know, nor does what is a race."""

    @given(SEEDS)
    @often(12)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in seats(match.deciders):
            legal = [int(choice) for choice in match.legal(seat)]
            for choice in pick.sample(legal, min(5, len(legal))):
                worlds = apart(match, seat, pick)
                told = [world.outlook(choice, seat) for world in worlds]
                assert told[0] == told[1]
                for world in worlds:
                    world.replay(choice, seat)
                views = {world.view(seat).tobytes() for world in worlds}
                known = {(world.mark, world.can_undo, world.racing, world.drafter) for world in worlds}
                assert len(views) > 1 or len(known) == 1, (game.choices.name(choice), known)

    holds()


@contract
def an_act_is_one_entry(game: Game) -> None:
    """However many decisions an act took: whoever cannot tell two worlds apart counts the same entries, told alike."""

    @given(SEEDS)
    @often(25)
    def holds(seed: int) -> None:
        for viewer, *worlds in pairs(game, seed):
            one, other = worlds
            assert one.moments(viewer) == other.moments(viewer) == len(one.entries) == len(other.entries)
            assert one.story(viewer) == other.story(viewer)
            assert one.context(viewer).recent == other.context(viewer).recent

    holds()


@contract
def entries_are_kept(game: Game) -> None:
    """Entries end where others are shown what was decided; undo takes none back, and none is without decisions."""

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        before: list[int] = []
        for match, pick in played(game, seed, 80):
            ends = list(match.entries)
            assert ends == sorted(set(ends)) and (match.players == 1 or ends[: len(before)] == before)
            assert all(0 < end <= match.ply for end in ends)
            if match.players > 1:
                assert match.drafter is None or match.mark == match.at_moment(len(ends))
                assert {match.moments(seat) for seat in range(-1, match.players) if seat != match.drafter} == {
                    len(ends)
                }
                before = ends
            for seat in range(-1, match.players):
                assert match.at_moment(match.moments(seat)) == match.shown(seat)
            if match.can_undo and pick.random() < 0.3:
                match.undo()

    holds()


@contract
def an_observation_is_of_one_moment(game: Game) -> None:
    """What a seat is asked and what it is shown belong together, also while another's draft stood."""

    @given(SEEDS)
    @often(6)
    def holds(seed: int) -> None:
        for match, pick in played(game, seed, 80):
            for seat in seats(match.deciders):
                asked = match.observe(seat)
                assert asked.seat == seat and asked.view.tobytes() == game.door.hidden(match.state, seat).tobytes()
                assert list(asked.legal) == [int(choice) for choice in match.legal(seat)]
                guess = game.door.redealt(asked.view, seat, (pick.getrandbits(32), pick.getrandbits(32)))
                assert tuple(game.door.legal(guess, seat)) == asked.legal

    holds()


@contract
def bots_can_be_asked(game: Game) -> None:
    """The loop of a program that lets bots play: whole games, without an error."""
    bot = levels.get("trader")

    @given(SEEDS)
    @often(2)
    def holds(seed: int) -> None:
        match, pick = begun(game, seed)
        while not match.over:
            asked = match.observe(pick.choice(list(seats(match.deciders))))
            said = act(bot, game, asked.view, asked.seat, asked.legal, seed + match.ply, racing=match.racing)
            match.play_all(said, asked.seat)

    holds()
