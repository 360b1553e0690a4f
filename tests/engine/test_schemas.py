"""A browser's check of saved matches, compared with jsonschema's."""

from __future__ import annotations

import copy
import functools
import json
import random
from typing import Any

from souq.engine.browser.schemas import errors
from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.engine.match.saved import schema, to_json
from souq.engine.schemas import first_error
from tests.toy import GAME as TOY

INSTEAD: tuple[Any, ...] = (None, True, -1, 5.0, 10**12, "", "x" * 5_000, [], {}, [[]], {"odd": 1})


@functools.cache
def text() -> str:
    match, luck = Match(TOY, 2, seed=1), random.Random(1)
    while not match.over:
        seat = next(seats(match.deciders))
        match.play(luck.choice(match.legal(seat)), seat)
    return json.dumps(to_json(match))


def saved() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(text())
    return made


def test_a_saved_match_is_valid() -> None:
    assert first_error(schema(), saved()) is None and not list(errors(schema(), saved()))


def test_a_changed_match_is_valid_for_both_or_for_neither() -> None:
    luck = random.Random(1)
    for _ in range(300):
        whole: Any = saved()
        document, within, at = whole, whole, ""
        while isinstance(whole, dict | list) and whole:
            within, at = whole, luck.choice(list(whole) if isinstance(whole, dict) else range(len(whole)))
            whole = within[at]
            if luck.random() < 0.4:
                break
        change = luck.choice(("replace", "remove", "add"))
        if change == "remove":
            del within[at]
        elif change == "add" and isinstance(within, dict):
            within["odd"] = copy.copy(luck.choice(INSTEAD))
        else:
            within[at] = copy.copy(luck.choice(INSTEAD))
        wrong, found = first_error(schema(), document), list(errors(schema(), document))
        assert (wrong is None) == (not found), (change, at, wrong, found)
        if wrong:
            assert wrong.path in [path for path, _ in found]
