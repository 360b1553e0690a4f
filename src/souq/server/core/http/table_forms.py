"""Forms for new tables: parsing their fields, filling the fields from a URL, and creating such URLs.

``/new/GAME?preset=daily&day=2026-11-21`` names a preset and its options, ``/new/GAME?players=2&play=speed`` only
options.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from souq.bots.characters import CHARACTERS
from souq.engine.errors import BadOption
from souq.engine.game import TODAY, Game, Option, OptionValue, Preset
from souq.engine.match.match import Match
from souq.server.core.live.seats import USUAL, Beginning, Wish
from souq.server.core.store.rows import Pace
from souq.server.errors import Malformed

GENTLEST = CHARACTERS[0].name
"""Name of the weakest bot. It plays the opponents of people who try a game after its lesson."""

Fields = Mapping[str, str]
"""Fields of a form: ``players``, ``seat-0`` …, and ``option-NAME`` for every option."""


def option_value(option: Option, fields: Fields) -> OptionValue:
    """Return the value of an option in a form. An option whose check box isn't ticked has no field, and is off.

    Raises:
        BadOption: the option can't have that value.
    """
    text = fields.get(f"option-{option.name}")
    if option.kind == "bool":
        return bool(text) and option.read(text or "")
    return option.default if text is None else option.read(text)


def idle(game: Game, players: int, fields: Fields) -> set[str]:
    """Return the names of the options that have no effect with a form's other values.

    An empty form means the default values.
    """
    values: dict[str, OptionValue] = {}
    for option in game.options if fields else ():
        try:
            values[option.name] = option_value(option, fields)
        except BadOption:
            continue
    return {option.name for option in game.options if not game.matters(option, players, values)}


def filled(game: Game, preset: Preset | None, asked: Mapping[str, str]) -> dict[str, str]:
    """Return the values of a form's fields as given by a preset and the query string; ignore unknown parameters.

    Raises:
        BadOption: an option can't have the given value.
    """
    wanted = {**(preset.options if preset else {})}
    wanted |= {o.name: o.read(asked[o.name]) for o in game.options if o.name in asked}
    if not wanted and preset is None and "players" not in asked:
        return {}
    made = game.check_options(wanted)
    players = asked.get("players", "")
    number = int(players) if players.isdecimal() and len(players) < 3 else game.company
    fields = {"players": str(preset.players if preset else number)}
    for option in game.options:
        value = made[option.name]
        fields[f"option-{option.name}"] = ("on" if value else "") if option.kind == "bool" else str(value)
    if preset:
        fields |= {f"seat-{seat}": "open" if seat else "me" for seat in range(preset.players)}
    return fields


def beside(game: Game, preset: Preset, asked: Mapping[str, str]) -> dict[str, OptionValue]:
    """Return the options to combine with a preset's own: those in the query string, and today's date if needed.

    Raises:
        BadOption: an option can't have the given value.
    """
    given = {o.name: o.read(asked[o.name]) for o in game.options if o.name in asked}
    return {**({preset.today: TODAY} if preset.today else {}), **given}


def at_once(game: Game, known: bool) -> tuple[int, Mapping[str, OptionValue]]:
    """Return the number of players and the options of the table that the button *Play* opens without a form.

    People who have never finished this game get the options recommended for a first game. Others (``known``) get the
    default options with the same number of players.
    """
    return game.opening.players, {} if known else game.opening.options


def again(game: Game, players: int, options: Mapping[str, OptionValue]) -> str:
    """Return the URL of the form for a new table, filled in like an existing table.

    If a preset has the same options, the URL names the preset.
    """
    settled = game.settled(players, options)
    for preset in game.presets:
        day = {preset.today: settled[preset.today]} if preset.today else {}
        same = preset.players == players and game.settled(players, {**preset.options, **day}) == settled
        if same and all(day.values()):
            return f"/new/{game.name}?{urlencode({'preset': preset.name, **day})}"
    chosen = {o.name: settled[o.name] for o in game.options if settled[o.name] != o.default}
    return f"/new/{game.name}?{urlencode({'players': players, **chosen})}"


def dated(game: Game, players: int, options: Mapping[str, OptionValue]) -> str:
    """Return a table's dates among its options in words, such as ``Puzzle of 21 November 2026``; "" without any."""
    settled = game.settled(players, options)
    return ", ".join(o.describe(settled[o.name]) for o in game.options if o.kind == "date" and settled[o.name])


def players_of(form: Mapping[str, str], least: int) -> int:
    """Return the number of players in a form; ``least`` if the field is missing.

    Raises:
        Malformed: it isn't a number from 1 to 16.
    """
    number = form.get("players", str(least))
    if not number.isdecimal() or not 1 <= int(number[:4]) <= 16:
        raise Malformed("Say how many players there are.")
    return int(number[:4])


def pace_of(text: str) -> Pace:
    """Parse the length of the pauses between bots' moves. An unknown value means the default, ``people``."""
    return "quick" if text == "quick" else "none" if text == "none" else "people"


def wanted(game: Game, form: Fields) -> tuple[list[Wish], dict[str, OptionValue]]:
    """Return who sits where, and the options, as a form says; fields that are missing mean the default.

    Raises:
        BadOption, Malformed: a field can't have that value.
    """
    wishes = [_wish(form.get(f"seat-{seat}", "bot")) for seat in range(players_of(form, game.company))]
    options = game.settled(len(wishes), {o.name: option_value(o, form) for o in game.options})
    kinds = {wish.kind for wish in wishes}
    if "open" in kinds and "me" not in kinds:
        raise Malformed("Take a seat first. Only people at the table get links to its open seats.")
    return wishes, options


def _wish(text: str) -> Wish:
    kind, _, level = text.partition(":")
    return Wish(kind, level or USUAL)


def against_bots(game: Game, form: Fields, known: bool) -> tuple[int, dict[str, OptionValue]]:
    """Return the number of players and the options of a table that opens at once, with a preset or the usual settings.

    Args:
        game: the game.
        form: the form's fields.
        known: whether the person has finished this game before (:func:`at_once`).

    Raises:
        BadOption, Malformed: a field can't have that value.
    """
    preset = game.preset(form["preset"]) if "preset" in form else None
    usual = (preset.players, preset.options) if preset else at_once(game, known)
    given = {o.name: option_value(o, form) for o in game.options if f"option-{o.name}" in form}
    return players_of(form, usual[0]), {**usual[1], **given}


def alone(
    match: Match,
    seat: int,
    origin: str,
    form: Fields,
    *,
    names: Sequence[str] = (),
    seeded: bool = False,
    posed: Mapping[str, Any] | None = None,
) -> tuple[list[Wish], Beginning]:
    """Return who sits at a table for one person against bots, and how it begins: with a match's current position.

    Args:
        match: the match. At the table, bots have all other seats; they are of the form's ``level`` or the weakest.
        seat: the person's seat.
        origin: where the position comes from, a kind and a name (:class:`souq.server.core.store.rows.TableRow`).
        form: the form's fields.
        names: names of the seats; the person's is ignored, and bots without a name get their usual ones.
        seeded: whether to keep the match's secret, and with it the random draws; otherwise a new secret is generated.
        posed: the puzzle at the table, if it isn't one of the game's own (:mod:`souq.puzzles.mistake`).
    """
    level, called = form.get("level", GENTLEST), [*names, *[""] * match.players]
    wishes = [Wish("me") if n == seat else Wish("bot", level, called[n]) for n in range(match.players)]
    return wishes, Beginning(match.position(), origin, match.secret if seeded else None, posed)
