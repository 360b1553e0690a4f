"""What is kept: logs, positions and files."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from souq.engine import saved
from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.match import Match
from souq.engine.position import from_position, position
from tests.contract.base import SEEDS, contract, often, somewhere


@contract
def the_log_replays(game: Game) -> None:
    """A match saved and loaded, at any moment, is the same to the byte; so is every position on the way."""

    @given(SEEDS)
    @often(15)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        document = json.loads(json.dumps(match.to_json()))
        again = Match.from_json(document)
        assert again.to_json() == match.to_json()
        assert again.state.tobytes() == match.state.tobytes()
        ply = pick.randint(0, match.ply)
        assert again.at(ply).tobytes() == match.at(ply).tobytes()
        assert saved.verify(document).plies == match.ply
        for step in match.steps(max(0, match.ply - 3)):
            assert step.before.tobytes() == match.at(step.ply - 1).tobytes()
            assert step.after.tobytes() == match.at(step.ply).tobytes()

    holds()


@contract
def positions_go_through_json(game: Game) -> None:
    """Every position can be written down by name and set up again; a match can begin from it."""

    @given(SEEDS)
    @often(10)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        fields = json.loads(json.dumps(position(match.state)))
        assert from_position(game, fields).tobytes() == match.state.tobytes()
        again = Match(game, match.players, seed=1, options=match.options, start=fields)
        assert again.legal() == match.legal()
        assert Match.from_json(again.to_json()).state.tobytes() == again.state.tobytes()

    holds()


@contract
def damaged_files_are_refused(game: Game) -> None:
    """Whatever is done to a saved match, loading it gives the same match, or an error that says what is wrong: never
    another.
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
            saved.from_json(saved.parse(bytes(broken)))
        except SouqError as error:
            assert len(str(error)) > 10

    holds()

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=8),
            lambda c: st.lists(c, max_size=3) | st.dictionaries(st.sampled_from([*match.to_json()]), c),
            max_leaves=8,
        ),
        st.sampled_from([*match.to_json()]),
    )
    @often(150)
    def fields_hold(value: Any, field: str) -> None:
        document = match.to_json()
        document[field] = value
        try:
            Match.from_json(document)
        except SouqError as error:
            assert len(str(error)) > 10

    fields_hold()
