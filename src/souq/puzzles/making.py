"""Selection of puzzles from games between bots: which moments to examine, and which puzzles to keep.

A quick search plays the games, and its own estimates say which moments are worth a closer look. The puzzles kept are
spread over themes and levels, and no two teach the same. Everything follows from the seed, so that an interrupted run
can be continued.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from souq.bots.base import mixed
from souq.bots.hints import Hint, hint
from souq.bots.search import Thought, think
from souq.engine.match.match import Match
from souq.engine.present.reasons import mention
from souq.engine.teach.setting import Setting
from souq.puzzles.grading import level_of, misses
from souq.puzzles.looking import DEEP, MARGIN, Spot, proved
from souq.puzzles.playing_on import sequels
from souq.puzzles.puzzle import LEVELS, Puzzle, pairs
from souq.puzzles.saying import called, instead, is_said
from souq.puzzles.themes import Themes

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.match.decision import Observation

STRENGTH = 150
"""Iterations per decision of the bots that play the games; they are better than a Merchant (one of souq's levels)."""
EACH = 4
"""Maximum number of puzzles from one game."""
MOMENTS = 12
"""Maximum number of moments of a game that are examined closely."""
QUICK = 3
"""Divisor of the bots' tries (:data:`souq.puzzles.grading.TRIES`) for a first guess at a moment's difficulty."""
LEAST = 5
"""Minimum number of puzzles with the same theme; themes with fewer are left out."""
HOPELESS = 0.12
"""Minimum chance of winning in a puzzle; where every choice loses, a player learns nothing."""
PATIENCE = 150
"""Number of games after which twice as many puzzles are accepted per theme, difficulty and best choice."""
SHARE = 0.4
"""Maximum share of puzzles with the same theme; it grows with the number of games (:data:`PATIENCE`)."""
ALIKE = 4
"""Maximum number of puzzles with the same best choice; it grows with the number of games (:data:`PATIENCE`)."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game that may become a puzzle."""

    ply: int
    seat: int
    worth: float
    """How promising the moment is; the most promising moments of a level are searched first."""
    level: int
    """The difficulty, by a quick guess."""
    best: int
    """The best choice, by a quick guess."""


@dataclass(frozen=True)
class Plan:
    """The settings with which puzzles are made: the game, its themes, the number of puzzles, and the random seed."""

    game: Game
    themes: Themes
    count: int
    seed: int

    def setting(self, nth: int) -> tuple[int, int]:
        """Return the seed and the number of players with which the ``nth`` game is played."""
        return self.seed * 100_000 + nth, self.themes.players[nth % len(self.themes.players)]

    def has_room(self, existing: Sequence[Puzzle], nth: int, theme: str, level: int, best: int) -> bool:
        """Return whether another puzzle with this theme, difficulty and best choice is wanted.

        ``existing`` are the puzzles so far, after ``nth`` games; the limits grow with the number of games.
        """
        per_theme, per_level = Counter(each.theme for each in existing), Counter(each.level for each in existing)
        patience = 1 + nth / PATIENCE
        if sum(each.best == best for each in existing) >= ALIKE * patience:
            return False
        most = self.count * patience
        return per_theme[theme] < SHARE * most and per_level[level] < most / len(LEVELS)

    def usable(self, existing: Sequence[Puzzle]) -> list[Puzzle]:
        """Return the puzzles without those of themes that have too few."""
        per_theme = Counter(each.theme for each in existing)
        least = min(LEAST, max(1, self.count // len(self.themes.titles)))
        return [each for each in existing if per_theme[each.theme] >= least]


@dataclass(frozen=True)
class Played:
    """A game that bots have played, and its moments that could be puzzles."""

    seed: int
    match: Match
    moments: list[Moment]


def made_of(plan: Plan, nth: int, existing: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """Play the ``nth`` game and yield the puzzles found in it, if more puzzles of their kind are wanted."""
    game, found = played(plan, nth), list[Puzzle]()
    left = list(game.moments)
    for _ in range(MOMENTS):
        known = [*existing, *found]
        if len(found) >= EACH or len(plan.usable(known)) >= plan.count:
            return
        wanted = partial(plan.has_room, known, nth)
        left = [each for each in left if _fits(plan, each, found, wanted)]
        if not left:
            return
        per_level = Counter(each.level for each in known)
        moment = min(left, key=lambda each: (per_level[each.level], -each.worth))
        left.remove(moment)
        puzzle = _puzzle(plan, game, moment, wanted)
        if puzzle is not None and _is_new(plan, puzzle, known):
            puzzle = _played_on(plan, puzzle)
            found.append(puzzle)
            yield puzzle


def _fits(plan: Plan, moment: Moment, found: Sequence[Puzzle], wanted: Callable[[str, int, int], bool]) -> bool:
    """Return whether a moment may make a wanted puzzle that isn't close to another one from the same game."""
    near = any(abs(len(each.log) // 2 - moment.ply) < 8 for each in found)
    return not near and any(wanted(title, moment.level, moment.best) for title in _titles(plan, moment.best))


def _titles(plan: Plan, choice: int) -> list[str]:
    """Return the themes that a puzzle with this best choice may have."""
    group = plan.game.choices.group_of(choice)[0]
    return [theme.title for theme in plan.themes.themes if group in theme.groups]


def same_lesson(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles teach the same: the same choice instead of the same one, or for the same reason."""
    if one.theme != other.theme or one.choice != other.choice:
        return False
    return one.instead == other.instead or _words(one.why) == _words(other.why)


def gives_away(game: Game, puzzle: Puzzle) -> bool:
    """Return whether the text about the wrong choice names the best one."""
    name = game.choices.name(puzzle.best)
    return puzzle.choice in puzzle.why_not or (len(name) > 6 and name in puzzle.why_not)


def _is_new(plan: Plan, puzzle: Puzzle, existing: Sequence[Puzzle]) -> bool:
    """Return whether a puzzle keeps its answer to itself and teaches something that no existing one does."""
    return not gives_away(plan.game, puzzle) and not any(same_lesson(puzzle, each) for each in existing)


def _words(text: str) -> str:
    """Return a text without its numbers."""
    return re.sub(r"[\d,.]+", "", text)


def played(plan: Plan, nth: int) -> Played:
    """Play the ``nth`` game and collect its candidate moments."""
    seed, players = plan.setting(nth)
    match, moments = Match(plan.game, players, seed=seed, options=dict(plan.themes.options)), list[Moment]()
    while not match.over:
        now = match.observe(_first(match.deciders))
        if len(now.legal) == 1 or match.racing:
            match.replay(now.legal[mixed(seed + match.ply) % len(now.legal)], now.seat)
            continue
        drawn = mixed(seed ^ match.ply << 20) >> 2
        thought = think(plan.game, now.view, now.seat, now.legal, drawn, iterations=STRENGTH)
        worth = _promise(plan, thought, now.seat)
        if worth > 0:
            level = _first_level(plan, now, thought.choice)
            moments.append(Moment(match.ply, now.seat, worth, level, thought.choice))
        match.replay(thought.choice, now.seat)
    return Played(seed, match, moments)


def _first(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _promise(plan: Plan, thought: Thought, seat: int) -> float:
    """Return how promising a moment is as a puzzle: by how much its best choice leads; 0 if it can't be one."""
    if plan.game.choices.group_of(thought.choice)[0] not in plan.themes.groups:
        return 0.0
    worth = np.where(thought.visits > 0, thought.values[:, seat], -1.0)
    best = thought.legal.index(thought.choice)
    chance, second = float(worth[best]), float(np.delete(worth, best).max())
    if chance < HOPELESS or second < 0 or chance - second < MARGIN:
        return 0.0
    return chance - second


def _first_level(plan: Plan, now: Observation, best: int) -> int:
    """Return the difficulty of a moment by a quick guess."""
    return level_of(misses(plan.game, now.view, now.seat, now.legal, (best,), 1, QUICK))


def _puzzle(plan: Plan, game: Played, moment: Moment, wanted: Callable[[str, int, int], bool]) -> Puzzle | None:
    """Try to make a puzzle of a moment in a game; return None if no choice is clearly best or it isn't wanted."""
    log = [number for made in game.match.log[: moment.ply] for number in (made.seat, made.choice)]
    begins = Setting(game.match.players, game.seed, plan.themes.options, log=pairs(log))
    before = begins.begin(plan.game)
    before.names = [mention(seat) for seat in range(before.players)]  # the labels name the players at a puzzle's table
    now = before.observe(moment.seat)
    spot = Spot(plan.game, now.view, now.seat, now.legal, mixed(begins.seed << 16 | moment.ply) >> 8)

    def hopeful(choice: int, level: int) -> bool:
        titles = _titles(plan, choice)
        return any(wanted(title, level, choice) for title in titles) and is_said(before, spot.seat, choice)

    proof = proved(spot, hopeful)
    if proof is None or len(proof.best) > 1 or proof.chance < HOPELESS:
        return None
    advice = hint(plan.game, now.view, now.seat, now.legal, spot.seed, iterations=DEEP, seconds=None)
    if advice.choice != proof.best[0] or not advice.because:
        return None
    theme = plan.themes.of(plan.game.choices.group_of(advice.choice)[0], *advice.kinds[:1])
    level = level_of(proof.missed)
    if not theme or not wanted(theme, level, advice.choice):
        return None
    chances = proof.chance, proof.chance - proof.costs[proof.wrong]
    return Puzzle(
        begins.seed,
        begins.players,
        dict(begins.options),
        log,
        spot.seat,
        advice.choice,
        proof.wrong,
        round(proof.chance, 3),
        round(proof.margin, 3),
        round(proof.error, 4),
        {str(choice): round(cost, 3) for choice, cost in sorted(proof.costs.items())},
        theme,
        level,
        called(before, spot.seat, advice.choice),
        called(before, spot.seat, proof.wrong),
        _why(advice),
        instead(spot, advice.pv, (proof.wrong,), chances),
        proof.missed,
    )


def refreshed(plan: Plan, puzzle: Puzzle, existing: Sequence[Puzzle]) -> Puzzle | None:
    """Return a puzzle with new grades, reasons and continuations.

    Return None if hints no longer give a reason for its best choice, if that would be given away, or if an existing
    puzzle teaches the same.
    """
    before = puzzle.setting.begin(plan.game)
    now = before.observe(puzzle.seat)
    about = plan.game, now.view, now.seat, now.legal
    spot = Spot(*about, mixed(puzzle.seed << 16 | len(puzzle.log) // 2) >> 8)
    advice = hint(*about, spot.seed, iterations=DEEP, seconds=None)
    theme = plan.themes.of(plan.game.choices.group_of(puzzle.best)[0], *advice.kinds[:1])
    if advice.choice != puzzle.best or not advice.because or not theme:
        return None
    missed = misses(*about, (puzzle.best,), spot.seed)
    chances = puzzle.chance, puzzle.chance - puzzle.costs[str(puzzle.wrong)]
    why, why_not = _why(advice), instead(spot, advice.pv, (puzzle.wrong,), chances)
    made = replace(puzzle, theme=theme, level=level_of(missed), missed=missed, why=why, why_not=why_not)
    return _played_on(plan, made) if _is_new(plan, made, existing) else None


def _why(advice: Hint) -> str:
    """Return the reason in a hint, without the search's estimates, which a puzzle states more exactly."""
    return " ".join(filter(None, (advice.does, advice.because)))


def _played_on(plan: Plan, puzzle: Puzzle) -> Puzzle:
    """Add to a puzzle how the game could go on."""
    chances = puzzle.chance, puzzle.chance - puzzle.costs[str(puzzle.wrong)]
    after = sequels(plan.game, puzzle.setting, puzzle.seat, (puzzle.best, puzzle.wrong), chances)
    return replace(puzzle, after_best=after.best, after_wrong=after.wrong, after_seed=after.seed)
