"""Checks of what is stored: logs, positions and files."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.match import saved
from souq.engine.match.match import Match
from souq.engine.match.position import from_position, position
from souq.testing.base import SEEDS, contract, often, somewhere
from souq.testing.broken import called, counted, fail, same


@contract
def the_log_replays(game: Game) -> None:
    """Check that a saved and loaded match is the same, byte for byte, and so is every earlier position."""

    @given(SEEDS)
    @often(15)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        document = json.loads(json.dumps(match.to_json()))
        again = Match.from_json(document)
        loaded = "A match that was saved and loaded should be the same"
        if again.to_json() != match.to_json():
            fail(f"{loaded}, but its file is different.")
        same(again.state, match.state, loaded)
        if list(again.entries) != list(match.entries) or again.log != match.log:
            fail(f"{loaded}, but its decisions are grouped differently.")
        ply = pick.randint(0, match.ply)
        same(again.at(ply), match.at(ply), f"{loaded}, also after {counted(ply, 'decision')}")
        if (plies := saved.verify(document, Match).plies) != match.ply:
            fail(f"{plies} decisions of a saved match are verified as legal, of {match.ply} that were made.")
        for step in match.steps(max(0, match.ply - 3)):
            same(step.before, match.at(step.ply - 1), f"There should be one position before decision {step.ply}")
            same(step.after, match.at(step.ply), f"There should be one position after decision {step.ply}")
        if match.can_undo:
            match.undo(), again.undo()
            same(again.state, match.state, f"{loaded}, also after an undo")

    holds()


@contract
def positions_go_through_json(game: Game) -> None:
    """Check that a position can be written to JSON, read again, and used as the beginning of a match."""

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        fields = json.loads(json.dumps(position(match.state)))
        same(from_position(game, fields), match.state, "A position written and read again should be the same")
        again = Match(game, match.players, seed=1, options=match.options, start=fields)
        if odd := set(again.legal()) ^ set(match.legal()):
            fail(f"{called(game, odd)} can be chosen or not, depending on whether a match began from this position.")
        loaded = Match.from_json(again.to_json())
        same(loaded.state, again.state, "A match from a position should be loaded as it was saved")

    holds()


@contract
def damaged_files_are_refused(game: Game) -> None:
    """Check that a damaged saved match is refused with a reason, or loads as a match that survives saving and loading.

    Some damage gives another valid match, for example changed names or last decisions: no format can detect that.
    """
    match = somewhere(game, 77)[0]
    whole = json.dumps(match.to_json()).encode()

    @given(st.data())
    @often(150)
    def holds(data: st.DataObject) -> None:
        broken = bytearray(whole)
        for _ in range(data.draw(st.integers(1, 4))):
            at = data.draw(st.integers(0, len(broken) - 1))
            how = data.draw(st.sampled_from(["set", "cut", "drop", "repeat"]))
            if how == "set":
                broken[at] = data.draw(st.integers(0, 255))
            elif how == "cut":
                del broken[at:]
            elif how == "drop":
                del broken[at : at + data.draw(st.integers(1, 40))]
            else:
                broken[at:at] = broken[max(0, at - 30) : at]
            if not broken:
                break
        try:
            loaded = Match.from_json(saved.parse(bytes(broken)))
        except SouqError as error:
            check_message(error)
            return
        again = Match.from_json(json.loads(json.dumps(loaded.to_json())))
        same(again.state, loaded.state, "A damaged file that loads should be saved again as it was read")

    holds()

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=8),
            lambda c: st.lists(c, max_size=3) | st.dictionaries(st.sampled_from([*match.to_json()]), c),
            max_leaves=8,
        ),
        st.sampled_from([*match.to_json()]),
    )
    @often(150, smallest=True)
    def fields_hold(value: Any, field: str) -> None:
        document = match.to_json()
        document[field] = value
        try:
            Match.from_json(document)
        except SouqError as error:
            check_message(error)

    fields_hold()


def check_message(error: SouqError) -> None:
    """Check that an error message is long enough to say what is wrong.

    Raises:
        Broken: its message is too short.
    """
    if len(str(error)) <= 10:
        fail(f"{type(error).__name__} says only {str(error)!r}; it should say what is wrong in a sentence.")
