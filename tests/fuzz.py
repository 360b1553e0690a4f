"""Untrusted saved matches: damaged, edited, made up. Each gives a match or a sentence, in limited time.

``python -m tests.fuzz kairo --files 2000`` tries two thousand, the same every time; ``--first 123 --files 1`` is one of
them again. What can be loaded is told, drawn, played on from, and thought about by a bot. Half of the files begin from
a position. A file that takes longer than five minutes ends the run, with the place where it stood.

``--wild`` gives positions that nobody has judged to the compiled rules themselves. They may come to an error, for their
bounds are checked, but they come to an end: nothing holds up compiled code, not even Ctrl-C.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import random
import sys
import traceback
from collections import Counter
from functools import cache
from typing import Any

import numpy as np

from souq.bots import levels
from souq.engine import registry
from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.match import hooks, saved
from souq.engine.match.decision import NOBODY, seats
from souq.engine.match.match import Match
from souq.engine.present import draw
from souq.testing.base import chooser, somewhere

LONGEST = 300
"""Seconds a file may take on a busy machine, where rules and bots may have to be compiled first."""
STORIES = 10
"""Matches of each kind that files are made of."""
JUNK: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 5, 15, 127, -128, 2**31, 2**63 - 1, -(2**63), 2**70, 1.5, "", "x", "\x1b[2J\u202e",
    "<script>&", [], {}, [0], [[]], {"a": 1},
)  # fmt: skip
NUDGES = (-1, 1, -1, 1, 2, -2, 7, 64, -100, 127)


@cache
def story(game: Game, nth: int) -> tuple[str, str]:
    """Return a saved match, and one that begins from a position of it."""
    match, pick = somewhere(game, nth)
    again = Match(game, match.players, seed=nth, options=match.options, start=match.position())
    for _ in range(pick.randint(0, 12)):
        if not again.over:
            seat = chooser(again, pick)
            again.play(pick.choice(again.legal(seat)), seat)
    return json.dumps(match.to_json()), json.dumps(again.to_json())


def file(game: Game, number: int) -> bytes:
    """Return a file that nobody saved."""
    pick = random.Random(f"{game.name} {number}")
    document = json.loads(story(game, pick.randrange(STORIES))[number % 2])
    if document["start"] is not None:
        if pick.random() < 0.6:
            document |= {"decisions": [], "mark": 0, "result": None}
        other = json.loads(story(game, pick.randrange(STORIES))[1])["start"]
        for _ in range(pick.choice((1, 1, 1, 2, 3, 6))):
            spoil_position(document["start"], other, pick)
    if document["start"] is None or pick.random() < 0.2:
        for _ in range(pick.choice((1, 1, 2))):
            spoil(document, pick)
    data = json.dumps(document).encode()
    return damaged(data, pick) if pick.random() < 0.08 else data


def spoil_position(start: dict[str, Any], other: dict[str, Any], pick: random.Random) -> None:
    """Change something in a position."""
    if not start:
        return
    name = pick.choice([name for name in start if name != "event"])
    how = pick.random()
    if how < 0.6:
        row, at = place_in(start, name, pick)
        if isinstance(row[at], int):
            row[at] += pick.choice(NUDGES) if pick.random() < 0.6 else -row[at] + pick.choice((0, -1, 1, 3, 30, 127))
    elif how < 0.75:
        start[name] = other.get(name, 0)
    elif how < 0.85:
        one, at = place_in(start, name, pick)
        two, to = place_in(start, name, pick)
        one[at], two[to] = two[to], one[at]
    elif how < 0.95:
        del start[name]
    else:
        start[name] = pick.choice(JUNK)


def place_in(root: Any, name: Any, pick: random.Random) -> tuple[Any, Any]:
    """Return a place within a field: its container and its index or key."""
    holder, at = root, name
    while isinstance(holder[at], (list, dict)) and holder[at] and pick.random() < 0.95:
        holder, at = holder[at], pick.choice(list(keys(holder[at])))
    return holder, at


def keys(value: Any) -> Any:
    """Return the indices of a list or the keys of a table."""
    return value if isinstance(value, dict) else range(len(value))


def spoil(document: dict[str, Any], pick: random.Random) -> None:
    """Change something in a document."""
    holder, at = place_in(document, pick.choice(list(document)), pick)
    how = pick.random()
    if how < 0.3 and isinstance(holder[at], int):
        holder[at] += pick.choice(NUDGES)
    elif how < 0.5:
        del holder[at]
    elif how < 0.6 and isinstance(holder, list):
        holder.insert(at, holder[pick.randrange(len(holder))])
    elif how < 0.7 and isinstance(holder, list):
        holder[at] = holder[pick.randrange(len(holder))]
    else:
        holder[at] = pick.choice(JUNK)


def damaged(data: bytes, pick: random.Random) -> bytes:
    """Return the text of a file with a few bytes changed."""
    broken = bytearray(data)
    for _ in range(pick.randint(1, 4)):
        at = pick.randrange(max(1, len(broken) - 1))
        how = pick.randrange(4)
        if how == 0:
            broken[at : at + 1] = bytes([pick.randrange(256)])
        elif how == 1:
            del broken[at : at + pick.randint(1, 40)]
        elif how == 2:
            broken[at:at] = broken[max(0, at - 30) : at]
        else:
            del broken[max(1, len(broken) - pick.randint(1, 400)) :]
    return bytes(broken)


def tried(data: bytes, pick: random.Random) -> str:
    """Return the outcome of a file: "refused" with a sentence, or "played"; raise anything else."""
    try:
        match = Match.from_json(saved.parse(data))
    except SouqError as error:
        assert len(str(error)) > 10
        return f"refused ({type(error).__name__})"
    display(match)
    for ply in range(8):
        if match.over:
            break
        seat = chooser(match, pick)
        if ply % 4 == 3 and seat != NOBODY:
            level = "merchant" if pick.random() < 0.02 else "trader"
            match.confirm()  # so that the seat sees what it decides about
            legal = match.game.bindings.legal(match.state, seat).copy()
            match.play(levels.get(level).choose(match.game, match.view(seat), seat, legal, ply), seat)
        else:
            match.play(pick.choice(match.legal(seat)), seat)
        display(match)
    assert match.verify(allow_position=True).plies == match.ply
    return "played"


def display(match: Match) -> None:
    """Do what ``souq show``, a table and a notebook do with a match."""
    game = match.game
    for viewer in range(-1, match.players):
        match.story(viewer)
        scene = match.scene(viewer)
        if viewer <= 0:
            for area in scene.areas:
                draw.svg(scene, game, area=area.name)
    for seat in seats(match.deciders):
        view = match.view(seat)
        hooks.order(game, view, seat, match.called)
        hooks.answers(game, view, seat, match.called)
        hooks.solvable(game, view, seat)
        for choice in range(0, game.n_choices, 7):
            match.why(choice, seat)


def wild(game: Game, number: int) -> str:
    """Play on from an unchecked position with arbitrary numbers; return "errors" or "ends"."""
    pick = random.Random(f"{game.name} wild {number}")
    match, bindings = somewhere(game, pick.randrange(STORIES))[0], game.bindings
    state = match.state.copy()
    names = [name for name in game.State.fields if name not in ("event", "players", "key", "draws")]
    for name in pick.sample(names, pick.choice((1, 1, 2, 4))):
        flat = state[name].reshape(-1)
        limits = np.iinfo(flat.dtype)
        flat[pick.randrange(len(flat))] = pick.choice((0, -1, 1, 7, 15, 64, limits.min, limits.max))
    try:
        for ply in range(20):
            asked = list(seats(bindings.deciders(state) & (1 << match.players) - 1))
            seat = pick.choice(asked or [0])
            bindings.hidden(state, seat)
            bindings.determinized(state, seat, (number, ply))
            legal = bindings.legal(state, seat)
            if not len(legal):
                break
            chosen = int(pick.choice(legal))
            bindings.refusal(state, seat, chosen)
            bindings.apply(state, seat, chosen, (number, ply))
            bindings.ranks(state)
    except (ArithmeticError, LookupError, ValueError):
        return "errors"
    return "ends"


def run(game: Game, first: int, files: int, unjudged: bool = False) -> tuple[Counter[str], list[str]]:
    """Count the files by outcome, and collect what went wrong."""
    counted, wrong = Counter[str](), []
    for number in range(first, first + files):
        sys.stderr.write(f"\r{game.name} {number} ")  # which one it was, if the process dies
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        try:
            counted[wild(game, number) if unjudged else tried(file(game, number), random.Random(number))] += 1
        except Exception as error:
            counted["failed"] += 1
            at = traceback.extract_tb(error.__traceback__)[-1]
            wrong.append(f"{game.name} {number}: {error!r} in {at.filename.rpartition('/')[2]}:{at.lineno} ({at.name})")
        faulthandler.cancel_dump_traceback_later()
    return counted, wrong


def main() -> int:
    """Try files of some games; return 1 if one led to anything but a match or a sentence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(registry.games()))
    parser.add_argument("--files", type=int, default=2000, help="for each game")
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    parser.add_argument("--wild", action="store_true", help="positions that are not judged")
    asked = parser.parse_args()
    failed = False
    for name in asked.games:
        counted, wrong = run(registry.find(name), asked.first, asked.files, asked.wild)
        told = ", ".join(f"{n} {what}" for what, n in sorted(counted.items()))
        sys.stdout.write("\n".join([f"{name}: {told}", *wrong, ""]))
        sys.stdout.flush()
        failed = failed or bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
