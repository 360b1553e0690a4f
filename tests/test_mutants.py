"""The contract finds mistakes in a game: the documentation's game, with one change at a time."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.rules.meaning import Count, Meaning, OneOf, Packed, SetOf
from souq.extras import install
from souq.testing import CHECKS, Broken, Contract, MissingCard, check
from souq.testing.fields import numbers_keep_to_their_bounds, seats_are_only_names
from tests.barter import GAME as BARTER
from tests.dash import GAME as DASH
from tests.docs.blocks import example_game
from tests.heaps import GAME as HEAPS
from tests.lot import GAME as LOT
from tests.toy import GAME as TOY


@dataclass(frozen=True)
class Mutant:
    """A game with a mistake: text in a file and its replacement, and the contract's message about it."""

    name: str
    file: str
    right: str
    wrong: str
    check: str
    says: tuple[str, ...]


MUTANTS = (
    Mutant(
        "a drawn card is told to all",
        "rules.py",
        "emit(s, CARD, 1 << seat, seat, g, 0, 0)",
        "emit(s, CARD, ALL, seat, g, 0, 0)",
        "events_follow_from_views",
        ("After “draw” by seat ", "sees the event CARD seat=", "Show it only to those who may know it (`1 << seat`)"),
    ),
    Mutant(
        "a dealt card is told to all",
        "rules.py",
        "emit(s, CARD, 1 << p, p, g, 0, 0)",
        "emit(s, CARD, ALL, p, g, 0, 0)",
        "events_of_the_setup_follow_from_views",
        (
            "At the beginning a spectator sees the event CARD seat=",
            "Show it only to those who may know it (`1 << seat`)",
        ),
    ),
    Mutant(
        "guesses contradict what everybody saw",
        "rules.py",
        "        known = 0\n",
        "        for g in range(SORTS):\n"
        "            if p != seat and s.over == 0:\n"
        "                s.basket[g] += s.hand[p][g]\n"
        "                s.hand[p][g] = 0\n"
        "        known = 0\n",
        "determinize_contradicts_nothing_seen",
        ("After “take ", "`determinize` for ", "makes `hand[", "Store in the position what everybody saw"),
    ),
    Mutant(
        "what is hidden twice is another thing",
        "rules.py",
        "s.basket[g] += s.hand[p][g] - s.seen[p][g]",
        "s.basket[g] += s.hand[p][g]",
        "nothing_unknown_changes_a_byte",
        ("of what is hidden from ", " already, should change nothing: `basket["),
    ),
    Mutant(
        "others' hands are shown",
        "rules.py",
        "            s.hand[p][g] = s.seen[p][g]\n",
        "            pass\n",
        "what_is_declared_hidden_is_hidden",
        ("`HIDDEN` names hand, but `hide` always shows ", " what it holds of seat "),
    ),
    Mutant(
        "a field is hidden that there is not",
        "state.py",
        'HIDDEN = ("basket", "hand")',
        'HIDDEN = ("bag", "hand")',
        "what_is_declared_hidden_is_hidden",
        ("`HIDDEN` names bag; State has no such field.",),
    ),
    Mutant(
        "a reason is of no declared kind",
        "reasons.py",
        'KINDS = ("many",)',
        "KINDS = ()",
        "reasons_are_true",
        ("A hint is about 'many', which is neither in GAUGES nor in KINDS of the module reasons.",),
    ),
    Mutant(
        "a rule is in no rulebook",
        "state.py",
        "    DA_F02 = 8\n",
        "    DA_F02 = 8\n    DA_F03 = 9\n",
        "every_rule_has_its_words",
        ("`Rule` has DA-F03, for which rulebook.toml has no text.",),
    ),
    Mutant(
        "a text is of no rule",
        "state.py",
        "    DA_F02 = 8\n",
        "",
        "every_rule_has_its_words",
        ("rulebook.toml has DA-F02, which `Rule` lacks.",),
    ),
    Mutant(
        "points count hidden cards",
        "rules.py",
        "worth(s.hand[p]) if s.over == 1 else worth(s.seen[p])",
        "worth(s.hand[p])",
        "standings_tell_nothing_hidden",
        ("For all that a spectator knows, points are [", "Nothing hidden should count until it is revealed."),
    ),
    Mutant(
        "legal forgets a choice",
        "rules.py",
        "    out[n] = DRAW\n    return n + 1",
        "    return n",
        "legal_is_what_is_not_refused",
        ("`legal` forgets “draw” for seat 0, which `refusal` allows.", "exactly what `refusal` does not refuse"),
    ),
    Mutant(
        "legal lists a choice that is refused",
        "rules.py",
        "        if s.tray[g] > 0:",
        "        if s.tray[g] >= 0:",
        "legal_is_what_is_not_refused",
        ("`legal` lists “take ", "for seat 0, which `refusal` forbids."),
    ),
    Mutant(
        "a refusal is no rule",
        "rules.py",
        "return NOT_THERE",
        "return 99",
        "legal_is_what_is_not_refused",
        ("`refusal` gives 99 to seat 0; it should be the number of a Rule.",),
    ),
    Mutant(
        "a field is misspelt",
        "rules.py",
        "s.tray[taken] -= 1",
        "s.traay[taken] -= 1",
        "somebody_always_decides",
        ("rules.py, line ", "in apply: AttributeError: the record has no field 'traay'"),
    ),
    Mutant(
        "an open game hides something",
        "state.py",
        'HIDDEN = ("basket", "hand")',
        "HIDDEN = ()",
        "what_is_not_hidden_is_visible",
        ("`HIDDEN` is empty, but an event is not visible to ",),
    ),
    Mutant(
        "a card is lost",
        "rules.py",
        "        s.hand[seat][g] += 1\n        emit(s, DREW",
        "        emit(s, DREW",
        "positions_that_are_reached_are_sound",
        ("BadPosition: hand: there are 5 ", "in all; there should be 6."),
    ),
    Mutant(
        "the list of events is short",
        "state.py",
        "arr(i16, 16, WIDTH)",
        "arr(i16, 4, WIDTH)",
        "it_is_narrated",
        ("The list of events is full: `event` in State has 4 rows. Make it longer.",),
    ),
    Mutant(
        "a field does not say what it is",
        "state.py",
        "player = num(i8, SEAT)",
        "player = num(i8)",
        "every_field_says_what_it_is",
        ("`player` of State does not say what its numbers are. Say it where it is declared: `num(i8, SEAT)`",),
    ),
    Mutant(
        "an axis of seats is too short",
        "state.py",
        "basket = arr(i8, SORTS, of=Count(CARDS, each=NAMES))",
        "basket = arr(i8, SORTS - 1, of=Count(CARDS), seats=0)",
        "every_field_says_what_it_is",
        ("Axis 0 of `basket` counts seats, but has 3 places for 4.",),
    ),
    Mutant(
        "a field follows from others or not",
        "state.py",
        "player = num(i8, SEAT)",
        "player = num(i8, SEAT, derived=True)",
        "every_field_says_what_it_is",
        ("State says that player follows from other fields; `DERIVED` of positions.py does not.",),
    ),
    Mutant(
        "there may be more than is said",
        "state.py",
        "tray = arr(i8, SORTS, of=Count(TRAY, each=NAMES))",
        "tray = arr(i8, SORTS, of=Count(1))",
        "numbers_keep_to_their_bounds",
        ("in `tray`, which is declared as Count(1): numbers from 0 to 1. Declare what it may really hold",),
    ),
    Mutant(
        "more is shown than is said",
        "rules.py",
        "s.basket[g] += s.hand[p][g] - s.seen[p][g]",
        "s.basket[g] += 9 * s.hand[p][g]",
        "numbers_keep_to_their_bounds",
        (" sees ", " in `basket`, which is declared as Count(6): numbers from 0 to 6."),
    ),
    Mutant(
        "positions may hold more than is said",
        "positions.py",
        '"seen": cards}',
        '"seen": range(99)}',
        "numbers_keep_to_their_bounds",
        ("positions.py allows 98 in `seen`, which is declared as Count(6)",),
    ),
    Mutant(
        "an axis of seats is not said",
        "state.py",
        "seen = arr(i8, SEATS, SORTS, of=Count(CARDS, each=NAMES), seats=0)",
        "seen = arr(i8, SEATS, SORTS, of=Count(CARDS, each=NAMES))",
        "seats_are_only_names",
        ("If everybody moves on by some seats, ", "say which numbers are seats (`SEAT`), and which axes count them"),
    ),
    Mutant(
        "an axis of seats is not said where chance is drawn",
        "state.py",
        "held = arr(i8, SEATS, of=Count(SORTS * CARDS), seats=0)",
        "held = arr(i8, SEATS, of=Count(SORTS * CARDS))",
        "seats_are_only_names",
        ("If everybody moves on by some seats, “", "” does something else: `held["),
    ),
    Mutant(
        "a seat is a mere number",
        "state.py",
        "player = num(i8, SEAT)",
        "player = num(i8, Count(SEATS))",
        "seats_are_only_names",
        ("If everybody moves on by some seats, `deciders` gives {",),
    ),
    Mutant(
        "the order goes by the number of a seat",
        "rules.py",
        "    s.player = (s.player + 1) % s.players\n",
        "    s.player = s.player + 1 if s.player == 0 else 0\n",
        "seats_are_only_names",
        ("does something else: `player` is ", "where somebody comes first, keep who it is in a field."),
    ),
    Mutant(
        "a field is not judged",
        "positions.py",
        '"seen": cards}',
        "}",
        "every_field_is_judged",
        ("positions.py and State disagree about seen",),
    ),
    Mutant(
        "the setup leaves a field as it was",
        "rules.py",
        "    s.over = s.player = 0\n",
        "    s.over = 0\n",
        "setup_writes_every_field",
        ("`setup` for 2 should write every field, because records are reused: `player` is 1 and not 0.",),
    ),
    Mutant(
        "the game begins again and again",
        "rules.py",
        "    s.over = 1 if s.left == 0 else 0  # DA-F01",
        "    if s.left == 0:\n        setup(s, 0)",
        "somebody_always_decides",
        ("The game is not over after 100 decisions at random; every game should come to an end.",),
    ),
    Mutant(
        "the story does not bend its verbs",
        "story.py",
        "{seat:takes} a",
        "{seat} takes a",
        "a_story_speaks_to_its_reader",
        ("The story says “You takes” in “You takes a **", "has the right form."),
    ),
    Mutant(
        "the story has a space too many",
        "story.py",
        "{seat:takes} a",
        "{seat:takes}  a",
        "what_is_read_is_well_written",
        ("Some texts have slips:", "a doubled space: “", "(story; seed "),
    ),
    Mutant(
        "a choice cannot be clicked",
        "scene.py",
        '            made.append(Pick(DRAW, "Draw", ("basket",), "Only you will see it."))',
        "            pass",
        "it_can_be_drawn",
        ("The scene offers seat ", " no way to choose “draw”; each legal choice needs a Pick."),
    ),
    Mutant(
        "a pick is on a sprite that is not there",
        "scene.py",
        '("basket",), "Only',
        '("bakset",), "Only',
        "it_can_be_drawn",
        ("“Draw” is on bakset for seat ", "but there is no such sprite."),
    ),
    Mutant(
        "a group is never opened",
        "scene.py",
        '("basket",), "Only you will see it."',
        '("basket",), "Only you will see it.", group="basket"',
        "it_can_be_drawn",
        ("There are picks of the `group` basket, but no pick `opens` it.",),
    ),
    Mutant(
        "what is opened is empty",
        "scene.py",
        '("basket",), "Only you will see it."',
        '("basket",), "Only you will see it.", opens="basket"',
        "it_can_be_drawn",
        ("A pick `opens` basket, but no pick has that as its `group`.",),
    ),
    Mutant(
        "a sprite lies beside its area",
        "scene.py",
        '340, 70, label=f"the basket',
        '440, 70, label=f"the basket',
        "it_can_be_drawn",
        ("The sprite basket lies at 440, 70, outside the area 'board', which is 400 by 140.",),
    ),
    Mutant(
        "a sprite means two things",
        "scene.py",
        'made.append(Pick(DRAW, "Draw", ("basket",), "Only you will see it."))',
        'made += [Pick(DRAW, each, ("basket",), "Only you will see it.") for each in ("Draw", "Take")]',
        "it_can_be_drawn",
        ("Several picks are on basket; a sprite means one thing at a time.",),
    ),
    Mutant(
        "a drop means two things",
        "scene.py",
        'made.append(Pick(DRAW, "Draw", ("basket",), "Only you will see it."))',
        'made += [Pick(DRAW, each, drag=("basket",), onto=("basket",)) for each in ("Draw", "Take")]',
        "it_can_be_drawn",
        ("Several picks are made by dragging basket to basket; a drop means one thing.",),
    ),
    Mutant(
        "drawing changes the view",
        "scene.py",
        "    areas = [Area(",
        "    view.left = 0\n    areas = [Area(",
        "it_can_be_drawn",
        ("`scene` for ", " should leave the view as it is: `left` is 0 and not "),
    ),
    Mutant(
        "markup is not whole",
        "scene.py",
        '{use("date", -12, -26, 24, 32)}</g>\'',
        '{use("date", -12, -26, 24, 32)}\'',
        "it_can_be_drawn",
        ("The scene has markup that is not well-formed (no element found: ",),
    ),
    Mutant(
        "a place is no number",
        "scene.py",
        "text(str(left), 0, 8, 24",
        "text(str(left), float('nan'), 8, 24",
        "it_can_be_drawn",
        ("The scene has 'nan' where a number should be: ",),
    ),
    Mutant(
        "an effect is of a sprite that is not there",
        "scene.py",
        'Effect("home", keys=("basket",)',
        'Effect("home", keys=("bakset",)',
        "effects_have_a_place",
        ("`effects` makes a 'home' of bakset, but ", " has no such sprite, neither before nor after."),
    ),
    Mutant(
        "a chip has a word on it",
        "scene.py",
        "Stat(NAMES[g][0], str(n)",
        "Stat(NAMES[g], str(n)",
        "it_can_be_drawn",
        ("The panel of seat ", " has a chip “", "”, on which only one letter fits. Say the rest in its `title`."),
    ),
    Mutant(
        "seats have other signs than on the card",
        "scene.py",
        'EMBLEMS = ("crescent", "star", "camel", "palm")',
        'EMBLEMS = ("rose", "star", "camel", "palm")',
        "it_can_be_drawn",
        ("The panel of seat 0 has the emblem 'rose'; where a table is opened, the seat has 'crescent'.", "`emblems`"),
    ),
    Mutant(
        "a colour is misspelt",
        "scene.py",
        "var(--paper)",
        "var(--papper)",
        "it_can_be_drawn",
        ("The scene has the colour var(--papper), which does not exist; perhaps --paper.", "theme.css"),
    ),
    Mutant(
        "a colour of the theme is misspelt",
        "theme.css",
        "--accent: light-dark(#7a3b1d, #e0a074);",
        "--accent: var(--acent-ink);",
        "what_it_is_drawn_with_exists",
        ("theme.css of Dates has the colour var(--acent-ink), which does not exist; perhaps --accent-ink.",),
    ),
    Mutant(
        "a symbol is misspelt",
        "scene.py",
        'use("date"',
        'use("dat"',
        "it_can_be_drawn",
        ("The scene has the symbol #dat, which does not exist; perhaps date.", "symbols.svg"),
    ),
    Mutant(
        "the card has a symbol that is not there",
        "card.py",
        'use("date"',
        'use("fig"',
        "it_has_a_card",
        ("The card's scene has the symbol #fig, which does not exist",),
    ),
    Mutant(
        "a picture is of an area there is not",
        "primer.toml",
        'area = "hand"\nalt = "Your hand',
        'area = "hands"\nalt = "Your hand',
        "pictures_can_be_drawn",
        ("The primer’s 'The goal': There is no area 'hands'; there are: board, hand.",),
    ),
    Mutant(
        "a picture points at what is not there",
        "primer.toml",
        'point = ["basket"]',
        'point = ["bucket"]',
        "pictures_can_be_drawn",
        ("The primer’s 'Or draw one': There is no sprite 'bucket'; there are: tray-",),
    ),
    Mutant(
        "a picture is of a moment nobody comes to",
        "primer.toml",
        'log = ["0 take deglet", "1 draw"',
        'log = ["0 take deglet", "0 draw"',
        "pictures_can_be_drawn",
        ("The primer’s 'How it ends': its position cannot be reached: Decision 2 of the log: ",),
    ),
    Mutant(
        "a primer is cut short",
        "primer.toml",
        'text = "When the basket is empty, all hands are shown. The most points win."\n',
        "",
        "pictures_can_be_drawn",
        ("primer.toml: sections.3: 'text' is a required property.",),
    ),
    Mutant(
        "a figure stands beside no rule",
        "figures.toml",
        'rule = "DA-F02"',
        'rule = "DA-F09"',
        "figures_can_be_tried",
        ("The figure third belongs to DA-F09, which the rulebook lacks.",),
    ),
    Mutant(
        "a figure is tried by who waits",
        "figures.toml",
        'setting = "beginning"\n',
        'setting = "beginning"\nseat = 1\n',
        "figures_can_be_tried",
        ("The figure third is to be tried, but seat 1 cannot choose there;",),
    ),
    Mutant(
        "a word is never said",
        "glossary.toml",
        'term = "basket"',
        'term = "bucket"',
        "words_are_said_in_the_rules",
        ("The glossary explains 'bucket', which the rulebook never uses;",),
    ),
    Mutant(
        "a caption is said to him",
        "figures.toml",
        "You hold two Deglets, worth 3 points.",
        "He holds two Deglets, worth 3 points.",
        "pictures_and_words_keep_to_the_voice",
        ("The figure third says “He” in “He holds two", "avoid he and she"),
    ),
    Mutant(
        "a lesson waits for what cannot be chosen",
        "lessons/first.toml",
        'choose = ["take medjool"]',
        'choose = ["take zahidi"]',
        "lessons_can_be_played",
        ("The lesson first, step 5: ", "There is no Zahidi on the tray."),
    ),
    Mutant(
        "a lesson is short",
        "lessons/first.toml",
        '[[steps]]\ntitle = "All is shown"\n'
        'say = "You have 21 for Deglets, 10 for Medjools and 1 for a Halawi: **32**. Rosa has 26. You win!"\n'
        'point = ["seat 0", "seat 1"]\n',
        "",
        "lessons_can_be_played",
        ("The lesson first has 7 steps; it should have 8 to 14.",),
    ),
    Mutant(
        "a lesson names one player too few",
        "lessons/first.toml",
        'names = ["You", "Rosa"]',
        'names = ["You"]',
        "lessons_can_be_played",
        ("The lesson first is for 2 players; it should name each of them",),
    ),
    Mutant(
        "a lesson cannot be read",
        "lessons/first.toml",
        'choose = ["draw"]\ndone',
        "done",
        "lessons_can_be_played",
        ("first.toml: steps.3: 'choose' is a dependency of ",),
    ),
    Mutant(
        "a lesson leaves its learner waiting",
        "lessons/first.toml",
        ', "0 draw", "1 draw", "0 draw", "1 draw"]',
        ', "0 draw", "1 draw"]',
        "lessons_can_be_played",
        ("At the end of the lesson first seat 0, the learner, cannot choose;",),
    ),
    Mutant(
        "a lesson points at what is not there",
        "lessons/first.toml",
        'point = ["tray-0-0"]',
        'point = ["tray-0-0", "tray-3-*"]',
        "lessons_point_at_what_exists",
        ("The lesson first, step 5, points at 'tray-3-*', which is not there when its text appears (wide); there",),
    ),
    Mutant(
        "a lesson says nothing to another choice",
        "lessons/first.toml",
        'otherwise = "One more of what you have most of brings most: a sixth Deglet is worth 6."',
        "",
        "lessons_answer_every_choice",
        ("The lesson first, step 7, waits for “take deglet” and says nothing to “take halawi”, “draw”; each needs",),
    ),
    Mutant(
        "a lesson answers what nobody can choose",
        "lessons/first.toml",
        '{ choice = "draw", say = "That',
        '{ choice = "drow*", say = "That',
        "lessons_answer_every_choice",
        ("The lesson first, step 2, has an answer to “drow*”, which cannot be chosen there.",),
    ),
    Mutant(
        "a lesson is about a rule that is not there",
        "lessons/first.toml",
        'rules = ["DA-T03"]',
        'rules = ["DA-T03", "DA-T04"]',
        "lessons_cite_their_rules",
        ("The lesson first, step 4, is about DA-T04, which the rulebook lacks.",),
    ),
    Mutant(
        "lessons say nothing of a chapter",
        "lessons/first.toml",
        'rules = ["DA-F01", "DA-F02"]',
        'rules = ["DA-T01"]',
        "lessons_cite_their_rules",
        ("The lessons of Dates teach nothing of The end; together they should touch every chapter",),
    ),
    Mutant(
        "a lesson speaks of what is not there",
        "lessons/first.toml",
        "a Medjool and two Deglets",
        "a Medjool and two Khalas",
        "lessons_name_what_exists",
        ("The lesson first, step 1, speaks of Khalas in “Collect dates", "nothing is so called on the table"),
    ),
    Mutant(
        "a lesson does not bend its verbs",
        "lessons/first.toml",
        "You hold three cards",
        "You holds three cards",
        "lessons_keep_to_the_voice",
        ("The lesson first, step 1, says “. You holds” in “Collect dates", "a verb has the form that goes with “you”"),
    ),
    Mutant(
        "a lesson has straight apostrophes",
        "lessons/first.toml",
        "Rosa won’t know",
        "Rosa won't know",
        "lessons_keep_to_the_voice",
        ("The lesson first, step 4, says “'” in “There is no", "quotation marks and apostrophes are “ ” and ’"),
    ),
    Mutant(
        "a lesson speaks of a woman it does not know",
        "lessons/first.toml",
        "Rosa has 26.",
        "She has 26.",
        "lessons_keep_to_the_voice",
        ("The lesson first, step 8, says “She” in “You have 21", "avoid he and she: repeat the name"),
    ),
)


(LEGAL,) = [mutant for mutant in MUTANTS if mutant.name == "legal forgets a choice"]


def written(folder: Path, name: str, mutant: Mutant | None = None) -> Game:
    """Return the page's game as a package of its own, mutated if given, with interpreted rules."""
    for title, text in example_game().items():
        if title.startswith("dates/"):
            file = title.removeprefix("dates/")
            if mutant is not None and file == mutant.file:
                assert mutant.right in text
                text = text.replace(mutant.right, mutant.wrong)
            path = folder / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    game: Game = importlib.import_module(name).GAME
    game.bindings.interpret()
    return game


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder on the import path."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("dates_")]:
        del sys.modules[name]


SEATS = (
    ("toy", "card", {"seats": ()}),
    ("toy", "seat", {"of": Count(4)}),
    ("lot", "inside", {"of": Count(15)}),
    ("dash", "at", {"seats": ()}),
    ("heaps", "last", {"of": Count(2)}),
    ("barter", "give", {"seats": (0,)}),
    ("chatuchak", "strength", {"seats": ()}),
    ("desert_bazaar", "owner", {"of": Count(4)}),
    ("grand_bazaar", "came", {"seats": (0,)}),
    ("kairo", "entry", {"seats": ()}),
    ("marracash", "signs", {"seats": ()}),
)
"""Games, a field of each, and what it says wrongly of seats."""

BOUNDS = (
    ("toy", "card", Count(8)),
    ("lot", "standing", Count(5)),
    ("dash", "at", Count(9)),
    ("heaps", "heap", Count(6)),
    ("barter", "net", Count(5)),
    ("chatuchak", "trail", OneOf(30)),
    ("desert_bazaar", "dice", OneOf(5, or_none=True)),
    ("grand_bazaar", "known", Count(7)),
    ("kairo", "hand", Packed(15, most=1)),
    ("marracash", "unseen", SetOf(24)),
)
"""Games, a field of each, and what it says it holds, which is less than it does."""

GAMES = {each.name: each for each in (*registry.games().values(), TOY, LOT, DASH, HEAPS, BARTER)}


@pytest.mark.parametrize(("game", "field", "said"), SEATS, ids=lambda each: each if isinstance(each, str) else "")
def test_undeclared_seats_are_found_in_every_game(
    game: str, field: str, said: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = GAMES[game].State.fields
    monkeypatch.setitem(fields, field, replace(fields[field], **said))
    with pytest.raises(Broken, match="If everybody moves on by some seats, "):
        seats_are_only_names(GAMES[game])


@pytest.mark.parametrize(("game", "field", "of"), BOUNDS, ids=lambda each: each if isinstance(each, str) else "")
def test_out_of_range_numbers_are_found_in_every_game(
    game: str, field: str, of: Meaning, monkeypatch: pytest.MonkeyPatch
) -> None:
    fields = GAMES[game].State.fields
    monkeypatch.setitem(fields, field, replace(fields[field], of=of))
    with pytest.raises(Broken, match=f"in `{field}`, which is declared as "):
        numbers_keep_to_their_bounds(GAMES[game])


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_is_found_and_explained(mutant: Mutant, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("souq.testing.base.LONGEST", 100)
    game = written(folder, f"dates_{MUTANTS.index(mutant)}", mutant)
    (one,) = [each for each in CHECKS if each.__name__ == mutant.check]
    with pytest.raises(Broken) as caught:
        one(game)
    said = str(caught.value)
    assert said.startswith(f"Dates breaks the contract: {mutant.check.replace('_', ' ')}.\n")
    for words in mutant.says:
        assert words in said


def test_a_missing_card_is_reported(folder: Path) -> None:
    game = written(folder, "dates_alone")
    (folder / "dates_alone" / "card.py").unlink()
    (has_card,) = [each for each in CHECKS if each.__name__ == "it_has_a_card"]
    with pytest.warns(MissingCard, match="Dates has no card.py, so it is not on the home page"):
        has_card(game)


def test_a_game_that_is_not_installed_names_the_install_command(folder: Path) -> None:
    (replays,) = [one for one in CHECKS if one.__name__ == "the_log_replays"]
    with pytest.raises(Broken, match=r"souq doesn't know dates_alone. .*dates_alone:GAME.*pip install --editable"):
        replays(written(folder, "dates_alone"))


def test_without_pytest_the_first_failure_is_raised(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = written(folder, "dates_first", LEGAL)
    monkeypatch.setattr("souq.testing.CHECKS", [each for each in CHECKS if each.__name__ == LEGAL.check])
    with pytest.raises(Broken, match="`legal` forgets “draw”"):
        check(game)


def test_a_test_class_is_all_that_a_game_needs() -> None:
    class TestGame(Contract):
        game = Game("tests.toy", "Toy", "", "", 2026, 2, 4)

    (mark,) = TestGame.test_it_holds.pytestmark  # type: ignore[attr-defined]
    assert mark.args == ("check", CHECKS)


def test_missing_test_dependencies_are_named() -> None:
    code = "import sys; sys.modules['hypothesis'] = None; import souq.testing"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    advice = f"Install souq's extra 'test': {install('test')}"
    assert f"souq.testing needs hypothesis, which isn't installed. {advice}" in ran.stderr


UNSPOILT = {
    "a_match_from_a_position_plays_on_alike",
    "an_act_is_one_entry",
    "an_observation_is_of_one_moment",
    "anything_can_be_asked",
    "bad_choices_change_nothing",
    "bots_are_honest",
    "bots_can_be_asked",
    "choices_have_names",
    "compiled_and_interpreted_agree",
    "damaged_files_are_refused",
    "decisions_made_as_one_are_taken_back_as_one",
    "drafts_are_shown_to_nobody_else",
    "entries_are_stable",
    "judgement_is_sound",
    "a_message_is_complete",
    "answers_use_only_what_is_known",
    "phrases_are_played_whole",
    "play_outs_are_the_same_games",
    "positions_go_through_json",
    "proposals_can_be_sent",
    "puzzles_are_spread",
    "puzzles_are_sure",
    "puzzles_can_be_solved",
    "puzzles_keep_to_the_voice",
    "refusals_have_reasons",
    "standing_answers_can_be_given",
    "standing_orders_can_be_carried_out",
    "taking_back_tells_nothing",
    "a_solution_can_be_played",
    "the_log_replays",
    "time_can_decide",
    "undo_is_exact",
    "what_is_offered_can_be_chosen",
    "what_was_learned_fits",
}
"""Checks that no mistake in the game of our page sets off: of the engine more than of a game, or of what it lacks."""


def test_every_check_has_a_mutant_or_an_exemption() -> None:
    spoilt = {mutant.check for mutant in MUTANTS}
    assert UNSPOILT.isdisjoint(spoilt)
    assert {check.__name__ for check in CHECKS} == spoilt | UNSPOILT
