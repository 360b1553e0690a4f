"""Checks of every text that players read in a match for mistakes in language, such as a doubled word."""

from __future__ import annotations

import html
import random
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from typing import Any

import numpy as np

from souq.bots.greedy import priors_of
from souq.engine.game import Game
from souq.engine.match.decision import NOBODY, SPECTATOR, seats
from souq.engine.match.hooks import answers, narrate, order
from souq.engine.match.match import Match
from souq.engine.present.scene import (
    Amount,
    Answer,
    Area,
    Context,
    Effect,
    Facts,
    Order,
    Panel,
    Pick,
    Pips,
    Prompt,
    Scene,
    Sprite,
    Stat,
    Tally,
    Tooltip,
)
from souq.engine.rules.composing import Composer, Limit, Money, Partner, Side
from souq.engine.rules.events import visible_events
from souq.engine.rules.twin import Twin
from souq.testing.base import LONGEST, begun, chooser, contract, played, said
from souq.testing.broken import fail

MATCHES = 2
"""Number of matches that the check reads; a game's own tests may read more (:func:`slips`)."""
READ = 0.06
"""Fraction of the decisions after which the whole scene is read; the story is read after every decision."""
WANTON = 0.3
"""Fraction of decisions made at random in matches that otherwise take the choice the evaluator prefers."""
NAMES = ("Amina", "Omar", "Leila", "Tariq", "Zaynab", "Idris")

Read = tuple[str, str]
"""A text and where it was read."""

_FIELDS: dict[type, tuple[str, ...]] = {
    Prompt: ("title", "detail"),
    Sprite: ("label", "art"),
    Pick: ("label", "hint", "commit", "more", "preview"),
    Tooltip: ("title", "hint", "preview"),
    Area: ("label", "ground", "sprites"),
    Stat: ("value", "title"),
    Pips: ("label",),
    Panel: ("score", "note", "stats", "pips"),
    Facts: ("title", "rows"),
    Tally: ("rows", "note", "total", "below"),
    Effect: ("text",),
    Amount: ("title", "label"),
    Order: ("amount",),
    Answer: ("title", "help", "say"),
    Limit: ("why",),
    Money: ("label", "why"),
    Side: ("title", "money", "limits", "empty"),
    Partner: ("title", "refused", "limits", "note"),
    Composer: ("partners", "sides", "say", "label", "apart"),
    Scene: ("areas", "panels", "prompt", "picks", "tooltips", "facts", "tally", "warning", "amount", "composer"),
}
"""For each class of which a scene consists, the fields that hold texts for players."""
_PRINTED = frozenset({"about", "aim", "alt", "caption", "done", "otherwise", "say", "text", "title"})
"""Keys of TOML files whose values players read."""
_DRAWN = re.compile(r"<text[^>]*>([^<]*)</text>")


def texts(match: Match, viewer: int) -> Iterator[Read]:
    """Yield every text that a viewer reads at the table now, such as labels, tooltips and standing orders on offer."""
    for layout in ("wide", "tall"):
        yield from _of(match.scene(viewer, layout), "Scene")
    if viewer != SPECTATOR:
        known = match.view(viewer)
        yield from _of(order(match.game, known, viewer, match.called), "Order")
        yield from _of(answers(match.game, known, viewer, match.called), "Answer")


def narrated(match: Match, viewer: int) -> Iterator[Read]:
    """Yield the texts in which a viewer reads what the last decision did: the story, and labels of animations."""
    events = visible_events(match.state[0], viewer)
    lines = narrate(match.game, events, match.called, viewer)
    yield from (("heading" if line.tone == "turn" else "story", line.text) for line in lines)
    made_by = getattr(match.game.scene, "effects", None)
    if made_by is None:
        return
    for step in match.steps(max(0, match.ply - 1)):
        before, after = (Twin.of(match.game.bindings.hidden(state, viewer)) for state in (step.before, step.after))
        context = Context(viewer, match.called, (), "wide", dict(match.options), tuple(events))
        yield from _of(tuple(made_by(before, after, events, context)), "Effect")


def printed(game: Game) -> Iterator[Read]:
    """Yield the texts in a game's TOML files, such as rules and lessons, each with its file and key."""
    for path in sorted(game.folder.rglob("*.toml")):
        yield from _printed(tomllib.loads(path.read_text(encoding="utf-8")), path.relative_to(game.folder).as_posix())


def _printed(value: Any, where: str) -> Iterator[Read]:
    """Yield the texts in a part of a TOML file, under the keys that hold texts for players."""
    if isinstance(value, list):
        for each in value:
            yield from _printed(each, where)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key in _PRINTED and isinstance(each, str):
                yield f"{where} {key}", each.strip()
            else:
                yield from _printed(each, where)


def refused(match: Match, seat: int, choices: Iterable[int]) -> Iterator[Read]:
    """Yield the texts that tell a seat why it can't make these choices."""
    for choice in choices:
        if match.refusal(choice, seat):
            yield f"why {match.game.choices.name(choice)!r} is refused", match.why(choice, seat)


def _of(value: Any, where: str) -> Iterator[Read]:
    """Yield every text in a part of a scene, with the class and field that hold it."""
    if isinstance(value, str):
        if value.startswith("<"):
            yield from ((f"{where}, drawn", html.unescape(drawn)) for drawn in _DRAWN.findall(value))
        elif value:
            yield where, value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _of(each, where)
    elif is_dataclass(value):
        for name in _FIELDS.get(type(value), ()):
            yield from _of(getattr(value, name), f"{type(value).__name__}.{name}")


# ---- what is wrong in any game

_NUMBER = r"[1-9]\d*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_NUMBERED = re.compile(
    rf"(?<![\w.,+−·/-])(?P<number>{_NUMBER}) (?P<thing>[^\W\d_]{{3,}})(?P<after>.?)(?P<next>\w*)", re.IGNORECASE
)
_SLIPS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (what, re.compile(pattern))
    for what, pattern in {
        "a doubled space": r"  ",
        "a space before punctuation": r"\w [,.;:!?](?![.\d])",
        "a doubled word": r"\b(?i:([a-z]+) \1)\b",
        "doubled punctuation": r"(?<!\.)\.\.(?!\.)|[,;:]\.|\.[,;]|,,|;;|::|\?\?|!!",
        "empty brackets": r"\( *\)|\[ *\]|“”|\*\*\*\*",
        "a plural in brackets": r"\w\(s\)",
        "a value of Python": r"\b(?:None(?! of)|True|False|nan|inf)\b",
        "a placeholder": r"\{\w*\}|%[sd]\b",
        "a hyphen for a minus": r"(?<![\w)\]-])-\d",
        "a straight quote": r"['\"]",
        "a verb in the wrong form": r"\b[Yy]ou (?:is|has|was|does|goes|isn’t|hasn’t|doesn’t|wins)\b|\b(?:they|you)’s\b",
        "a stilted word": r"\b[Ww]hom?ever\b|\bquits\b|\bwhom\b",
        "“further” is meant": r"\bfarther\b",
        "“only” before none": r"\b(?:only|just) (?:none|no)\b",
        "“or” twice": r"\b(\w+) or \w+ or (?!\1)\w+\b",
        "a list that runs into the next clause": r"\band (?:\d+ )?\w+ and (?!\d)[a-z]+ ",
        "“more” after its noun": rf"\b(?:{_NUMBER}) \w+s more\b(?! than)",
        "several who share one thing": r"\b(?:and|or) \w+ have (?:made|bid|drawn|taken) an? ",
        "a number for an ordinal": r"^\d+\. [A-Z]",
        "a space before “%”": r"\d %",
        "he or she of a person": r"\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b",
        "a for an": r"(?:^A|[.!?] A|\ba) (?:(?!one\b|uni|us[eu]|eu)[aeiou][a-z]|(?:8|11|18)\b)",
        "an for a": r"\b[Aa]n (?!hour|honest|heir)[b-df-hj-np-tv-z][a-z]",
        "no comma in a large number": r"(?<![\w,.-])\d{4,}(?![\d-])",
        "no capital after a full stop": r"[a-z0-9][.!?] [a-z]",
    }.items()
)
"""Kinds of slips, with the patterns that find them."""
_FOREIGN: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (what, re.compile(pattern))
    for what, pattern in {
        "“for” in the sense of because": r"[,;:] for (?:after|it|nobody|now|then|there|they|this|you)\b",
        "“good for” what it allows": r"\bgood for (?:any|the|that)\b|\bcards? is good\b",
        "“look who” instead of “check who”": r"\blook (?:who|what|which)\b",
        "“along” at the end": r"\b(?:comes?|goes?|moves?|takes?)(?: \w+){0,3} along[.,;:]",
        "a question in place of its noun": r"\b[Ii]n which order\b",
        "“of which” or “of whom”": r"\bof wh(?:ich|om)\b",
        "“good thought” instead of “good idea”": r"\bgood thought\b",
        "“dear” instead of “expensive”": r"\btoo dear\b",
        "“matter” as a noun": r"\bis no matter\b",
        "“anew”": r"\banew\b",
        "“no more” instead of “no longer”": r"\b(?:is|are|has|have) no more\b(?! \w)",
        "“stand” twice": r"\bstands? stands?\b",
        "“with equal …” instead of a tie": r"\b[Ww]ith equal\b",
    }.items()
)
"""Phrases that sound as if they were translated from another language, with the patterns that find them."""
_SPOKEN = {"a stilted word", "a verb in the wrong form", "a list that runs into the next clause"}
"""Kinds of slips that are looked for only in texts composed by code; in a text written by hand they may be right."""
_SENTENCES = {"Prompt.detail", "Pick.hint", "Tooltip.hint", "Answer.help", "Limit.why", "why"}
"""Fields of a scene whose texts must be whole sentences."""
_CAPITALS = _SENTENCES | {"story", "heading", "Prompt.title", "Tooltip.title", "Pick.label", "Pick.commit", "Pick.more"}
"""Fields of a scene whose texts must begin with a capital letter."""
_MOST = {"story": 240, "Prompt.title": 60, "Prompt.detail": 140}
"""Maximum length in characters of texts for which the page has little space."""


def slip(where: str, text: str) -> str:
    """Return what is wrong with a text, in a few words; "" if nothing is.

    >>> slip("story", "Amina takes a barker , and  and lures."), slip("story", "You draw a card.")
    ('a doubled space', '')
    """
    written = ".toml " in where
    for what, pattern in (*_SLIPS, *_FOREIGN):
        if pattern.search(text) and not (written and what in _SPOKEN):
            return what
    kind = where.split(" ")[0]
    if kind in _CAPITALS and re.match(r"(?:\*\*)?[a-z]", text):
        return "no capital at the beginning"
    if len(text) > _MOST.get(kind, len(text)):
        return "too many words"
    if kind == "heading" and text.endswith("."):
        return "a full stop after a heading"
    if kind in _SENTENCES and text and not re.search(r"[.!?…”)]$", text):
        return "no full stop at the end"
    if not where.endswith("drawn") and any(text.count(one) != text.count(two) for one, two in _PAIRS):
        return "a bracket or quote without its other half"
    return "emphasis without an end" if text.count("**") % 2 else ""


def miscounted(found: Iterable[str]) -> dict[str, str]:
    """Return texts with a number and a noun that don't agree ("3 Camel"), each with these two words.

    Plurals are learned from the texts: if words after larger numbers occur with and without an s, the form with an s is
    the plural.

    >>> sorted(miscounted(["2 Camels", "3 Camel and 1 Silk.", "2 Silk", "1 Camels", "two Camel cards"]).values())
    ['1 Camels', '3 Camel']
    """
    counted = [(text, one) for text in found for one in _NUMBERED.finditer(text)]
    several = {one["thing"].lower() for _, one in counted if one["number"].lower() not in ("1", "one")}
    wrong = {}
    for text, one in counted:
        thing, alone = one["thing"].lower(), one["number"].lower() in ("1", "one")
        ends = not one["next"] or one["after"] != " " or bool(_LINKS.fullmatch(one["next"].lower()))
        if alone and thing in several and thing.endswith("s") and not thing.endswith(("ss", "wards")):
            wrong[text] = f"{one['number']} {one['thing']}"
        if not alone and f"{thing}s" in several and ends:
            wrong[text] = f"{one['number']} {one['thing']}"
    return wrong


_PAIRS = (("(", ")"), ("“", "”"), ("[[", "]]"))
_LINKS = re.compile("and|or|of|for|to|on|in|with|from|at|by|left|more|is|are|was|were|than|instead|that|each|if|but")
"""Words that mark the end of the noun phrase before them; any other word may continue it, as in "two stall cards"."""


def slips(game: Game, seeds: Iterable[int], share: float = READ) -> list[str]:
    """Return the mistakes found in the texts of random matches, with one example of each kind."""
    found: dict[str, tuple[str, int, int]] = {}
    for seed in seeds:
        pick = random.Random(seed)
        for match in _matches(game, seed):
            match.names[:] = NAMES[: match.players]
            viewers = range(SPECTATOR, match.players)
            for where, text in _read(match, viewers, pick, share):
                found.setdefault(text, (where, seed, match.ply))
    wrong: dict[tuple[str, str], str] = {}
    for text, (where, seed, ply) in found.items():
        if (what := slip(where, text)) and not _of_engine(game, where):
            wrong.setdefault((what, where), f"{what}: “{text}” ({where}; seed {seed}, after {ply} decisions)")
    for text, words in miscounted(found).items():
        where, seed, ply = found[text]
        wrong.setdefault(("number", words), f"“{words}” in “{text}” ({where}; seed {seed}, after {ply} decisions)")
    return list(wrong.values())


def _matches(game: Game, seed: int) -> Iterator[Match]:
    """Yield a match after every decision; for odd seeds, most decisions follow the evaluator instead of chance."""
    if seed % 2 == 0:
        yield from (match for match, _ in played(game, seed))
        return
    match, pick = begun(game, seed)
    yield match
    while not match.over and match.ply < LONGEST:
        seat = chooser(match, pick)
        if match.racing or seat == NOBODY or pick.random() < WANTON:
            match.play_all(said(match, pick, seat), seat)
        else:
            legal = [int(choice) for choice in match.legal(seat)]
            view = game.bindings.hidden(match.state, seat)  # unlike match.view, this includes drafts of others
            match.replay(legal[int(np.argmax(priors_of(game, view, seat, legal)))], seat)
        yield match


def _of_engine(game: Game, where: str) -> bool:
    """Return whether a game has no texts of this kind of its own, so that the engine writes simple ones."""
    return game.story is None if where in ("story", "heading") else game.scene is None


def _read(match: Match, viewers: Iterable[int], pick: random.Random, share: float) -> Iterator[Read]:
    """Yield the texts that viewers read after a decision: always the story, but only sometimes the whole scene."""
    for viewer in viewers:
        yield from narrated(match, viewer)
    if pick.random() >= share and not match.over and match.ply:
        return
    deciding = [] if match.over else list(seats(match.deciders))
    for viewer in {*deciding, pick.choice(list(viewers))} if not match.over else viewers:
        yield from texts(match, viewer)
    for seat in deciding:
        yield from refused(match, seat, pick.sample(range(match.game.n_choices), min(match.game.n_choices, 12)))


@contract
def what_is_read_is_well_written(game: Game) -> None:
    """Check that numbers agree with nouns, sentences begin and end correctly, and no placeholder is left."""
    if found := slips(game, range(MATCHES)):
        fail("Some texts have slips:\n" + "\n".join(found[:20]))
