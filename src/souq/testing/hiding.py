"""Checks that hidden information stays hidden, and that undo restores positions without revealing anything."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given

from souq.bots import levels
from souq.bots.acting import act
from souq.engine.errors import NothingToUndo
from souq.engine.game import Game
from souq.engine.match.decision import NOBODY, seats
from souq.engine.match.match import Match
from souq.engine.match.position import in_words
from souq.engine.rules.events import visible_events
from souq.engine.rules.record import clone
from souq.testing.base import SEEDS, begun, contract, often, played, somewhere
from souq.testing.broken import called, fail, listed, same, who
from souq.testing.worlds import apart, pairs


@contract
def nothing_unknown_changes_a_byte(game: Game) -> None:
    """Check that ``hide`` removes everything that a viewer can't know, and leaves everything else.

    ``hide(determinize(s, v), v)`` must equal ``hide(s, v)`` for every viewer, and hiding twice must change nothing.
    """

    @given(SEEDS)
    @often(25)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for viewer in range(-1, match.players):
            seen = game.bindings.hidden(match.state, viewer)
            if seen["key"].any() or seen["draws"].any():
                fail(f"The key of chance is left in the view of {who(viewer)}; `hide` should blank it.")
            again = f"`hide` for {who(viewer)}, of what is hidden from {who(viewer)} already, should change nothing"
            same(game.bindings.hidden(seen, viewer), seen, again)
            other = game.bindings.determinized(match.state, viewer, (pick.getrandbits(32), pick.getrandbits(32)))
            same(
                game.bindings.hidden(other, viewer),
                seen,
                f"{who(viewer).capitalize()} can tell two positions apart by something that it cannot know: "
                "either `hide` leaves it, or `determinize` changes what is known. What `hide` leaves should be the "
                "same before and after `determinize`",
            )
            if game.bindings.deciders(other) != game.bindings.deciders(seen):
                fail(f"Who decides depends on what {who(viewer)} cannot know; `deciders` should go by what all know.")
            legal = [int(c) for c in match.legal(viewer)] if viewer in list(seats(match.deciders)) else []
            if legal and legal != (found := game.bindings.legal(other, viewer).tolist()):
                fail(
                    f"{called(game, set(legal) ^ set(found))} can be chosen by {who(viewer)} or not, depending on what "
                    "that seat cannot know. What is legal should follow from what the seat that decides knows."
                )

    holds()


@contract
def what_is_declared_hidden_is_hidden(game: Game) -> None:
    """Check that a field in ``state.HIDDEN`` is at some moment hidden from every other seat and from spectators.

    A field without a seat axis is hidden from every seat at some moment.
    """
    names, fields = getattr(game.state, "HIDDEN", ()), game.State.fields
    if strange := [name for name in names if name not in fields]:
        fail(f"`HIDDEN` names {listed(strange)}; State has no such field.")
    hidden: dict[tuple[str, int, int], bool] = {}

    @given(SEEDS)
    @often(12)
    def holds(seed: int) -> None:
        for match, _ in played(game, seed, 60):
            for viewer in range(-1, match.players):
                seen = game.bindings.hidden(match.state, viewer)
                for name in names:
                    axis = min(fields[name].seats, default=None)
                    owners = range(match.players) if axis is not None else (NOBODY,)
                    for owner in owners:
                        if owner != viewer or owner == NOBODY:
                            truth, view = (_part(each[name][0], axis, owner) for each in (match.state, seen))
                            changed = bool(np.any(truth != view))
                            hidden[name, owner, viewer] = hidden.get((name, owner, viewer), False) or changed

    holds()
    for (name, owner, viewer), concealed in hidden.items():
        if not concealed:
            whose = "" if owner == NOBODY else f" of {who(owner)}"
            fail(f"`HIDDEN` names {name}, but `hide` always shows {who(viewer)} what it holds{whose}.")


@contract
def what_is_not_hidden_is_visible(game: Game) -> None:
    """Check that a game without hidden fields shows all viewers every event and every field except chance."""
    if getattr(game.state, "HIDDEN", None) != ():
        return

    @given(SEEDS)
    @often(12)
    def holds(seed: int) -> None:
        for match, _ in played(game, seed, 60):
            right = clone(match.state)
            right["key"], right["draws"] = 0, 0
            for viewer in range(-1, match.players):
                seen = game.bindings.hidden(match.state, viewer)
                if len(visible_events(match.state[0], viewer)) != match.state["n_events"][0]:
                    fail(f"`HIDDEN` is empty, but an event is not visible to {who(viewer)}.")
                seen["event"] = right["event"]
                same(seen, right, f"`HIDDEN` is empty, but something is hidden from {who(viewer)}")

    holds()


def _part(values: Any, axis: int | None, seat: int) -> Any:
    return values if axis is None else np.take(values, seat, axis)


@contract
def standings_tell_nothing_hidden(game: Game) -> None:
    """Check that points and ranks depend only on public information; even ties aren't broken by hidden cards."""

    @given(SEEDS)
    @often(25)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for viewer in range(-1, match.players):
            other = game.bindings.determinized(match.state, viewer, (pick.getrandbits(32), pick.getrandbits(32)))
            for state in (other, game.bindings.hidden(match.state, viewer)):
                found = game.bindings.points(state), game.bindings.ranks(state)
                if found != (match.points(), match.ranks()):
                    fail(
                        f"For all that {who(viewer)} knows, points are {found[0]} and ranks {found[1]}; in truth they "
                        f"are {match.points()} and {match.ranks()}. Nothing hidden should count until it is revealed."
                    )

    holds()


def views(match: Match, ply: int | None = None) -> list[bytes]:
    """Return what a spectator and each seat see, as bytes, now or after decision number ``ply``."""
    return [match.view(seat, ply).tobytes() for seat in range(-1, match.players)]


@contract
def undo_is_exact(game: Game) -> None:
    """Check that undo restores the position exactly, and never undoes chance, a reveal or another seat's decision."""

    @given(SEEDS)
    @often(15)
    def holds(seed: int) -> None:
        trail: dict[int, bytes] = {}
        for match, pick in played(game, seed, 120):
            trail[match.ply] = match.state.tobytes()
            if pick.random() < 0.4:
                mark, before = match.mark, views(match, match.mark)
                while match.can_undo:
                    match.undo()
                    if match.state.tobytes() != trail[match.ply]:
                        fail(f"After Undo, decision {match.ply} is not as it was; the position should be the same.")
                if match.ply != mark:
                    fail(f"Undo went back to decision {match.ply}; it should stop at {mark}.")
                try:
                    match.undo()
                except NothingToUndo:
                    pass
                else:
                    fail("Undo took back a decision that other seats have seen; it should stop before.")
                for seat, (one, two) in enumerate(zip(before, views(match), strict=True), -1):
                    if one != two:
                        fail(f"Undo changed the view of {who(seat)}; no other seat should see a draft.")

    holds()


@contract
def drafts_are_shown_to_nobody_else(game: Game) -> None:
    """Check that decisions a seat can still undo (its draft) change nothing in what others see."""

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        for match, _ in played(game, seed, 80):
            drafter = match.drafter
            for viewer in range(-1, match.players):
                if match.players == 1 and match.visible_ply(viewer) != match.ply:
                    fail(f"A single player sees decision {match.visible_ply(viewer)} of {match.ply}, not the last.")
                elif match.players > 1 and drafter is not None and viewer != drafter:
                    if not match.visible_ply(viewer) == match.mark < match.ply:
                        fail(f"{who(viewer).capitalize()} sees the draft of {who(drafter)}.")
                    settled = game.bindings.hidden(match.at(match.mark), viewer)
                    same(match.view(viewer), settled, f"{who(viewer)} sees something of the draft of {who(drafter)}")
                    if match.in_words(seat=viewer) != in_words(game, settled):
                        fail(f"The position in words tells {who(viewer)} something of the draft of {who(drafter)}.")
                    if match.context(viewer).finished != bool(settled["over"][0]):
                        fail(f"{who(viewer).capitalize()} can see that the draft of {who(drafter)} ends the game.")

    holds()


@contract
def taking_back_tells_nothing(game: Game) -> None:
    """Check that a player can't learn hidden facts from a dry run, from whether undo is possible, or from a race."""

    @given(SEEDS)
    @often(12)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in seats(match.deciders):
            legal = [int(choice) for choice in match.legal(seat)]
            for choice in pick.sample(legal, min(5, len(legal))):
                worlds = apart(match, seat, pick)
                found = [world.dry_run(choice, seat) for world in worlds]
                if found[0] != found[1]:
                    fail(
                        f"The dry run of {called(game, [choice])}, {found[0]}, depends on what {who(seat)} cannot "
                        f"know: {found[1]}. Whether something is drawn or shown should follow from what the seat knows."
                    )
                for world in worlds:
                    world.replay(choice, seat)
                seen = {world.view(seat).tobytes() for world in worlds}
                known = {(world.mark, world.can_undo, world.racing, world.drafter) for world in worlds}
                if len(seen) == 1 and len(known) > 1:
                    fail(
                        f"Whether {called(game, [choice])} can be taken back depends on what {who(seat)} cannot know, "
                        "so trying it would reveal that. It should be confirmed in all these positions, or in none."
                    )

    holds()


@contract
def an_act_is_one_entry(game: Game) -> None:
    """Check that the log doesn't reveal how many secret steps a seat took before others saw the result."""

    @given(SEEDS)
    @often(25)
    def holds(seed: int) -> None:
        for viewer, *worlds in pairs(game, seed):
            one, other = worlds
            counts = {one.moments(viewer), other.moments(viewer), len(one.entries), len(other.entries)}
            if len(counts) > 1:
                fail(
                    f"{who(viewer).capitalize()} counts {listed(sorted(counts))} entries after the same act, "
                    "depending on what is hidden: the number of secret steps can be seen. It should be one entry."
                )
            if one.story(viewer) != other.story(viewer):
                fail(f"The story tells {who(viewer)} something about what that seat cannot know.")
            if one.context(viewer).recent != other.context(viewer).recent:
                fail(f"The last events tell {who(viewer)} something about what that seat cannot know.")

    holds()


@contract
def entries_are_stable(game: Game) -> None:
    """Check that a log entry ends where decisions become visible to others, and that undo never removes one."""

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        before: list[int] = []
        for match, pick in played(game, seed, 80):
            ends = list(match.entries)
            if ends != sorted(set(ends)) or not all(0 < end <= match.ply for end in ends):
                fail(f"Entries end after the decisions {ends} of {match.ply}; they should be ascending.")
            if match.players > 1:
                if ends[: len(before)] != before:
                    fail(f"Entries ended after {before} and end now after {ends}; what was visible should stay.")
                if match.drafter is not None and match.mark != match.at_moment(len(ends)):
                    fail(f"The last entry ends after decision {match.at_moment(len(ends))}, not at {match.mark}.")
                for seat in range(-1, match.players):
                    if seat != match.drafter and match.moments(seat) != len(ends):
                        fail(f"{who(seat).capitalize()} counts {match.moments(seat)} entries of {len(ends)}.")
                before = ends
            for seat in range(-1, match.players):
                if match.at_moment(match.moments(seat)) != match.visible_ply(seat):
                    fail(f"{who(seat).capitalize()} sees decision {match.visible_ply(seat)}, within an entry.")
            if match.can_undo and pick.random() < 0.3:
                match.undo()

    holds()


@contract
def an_observation_is_of_one_moment(game: Game) -> None:
    """Check that a seat's view and its legal choices belong to the same position, also while another seat drafts."""

    @given(SEEDS)
    @often(6)
    def holds(seed: int) -> None:
        for match, pick in played(game, seed, 80):
            for seat in seats(match.deciders):
                asked = match.observe(seat)
                now = game.bindings.hidden(match.state, seat)
                same(asked.view, now, f"{who(seat).capitalize()} decides about another position than it sees")
                if list(asked.legal) != [int(choice) for choice in match.legal(seat)]:
                    fail(f"{who(seat).capitalize()} is offered {called(game, asked.legal)}, which is not legal.")
                guess = game.bindings.determinized(asked.view, seat, (pick.getrandbits(32), pick.getrandbits(32)))
                if tuple(found := game.bindings.legal(guess, seat).tolist()) != asked.legal:
                    odd = set(found) ^ set(asked.legal)
                    fail(
                        f"In a guess that {who(seat)} makes from its view, {called(game, odd)} can "
                        "be chosen or not, other than in truth. `determinize` should also work on what `hide` has left."
                    )

    holds()


@contract
def bots_can_be_asked(game: Game) -> None:
    """Check that a program can ask bots for their choices and play whole games with them without an error."""
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
