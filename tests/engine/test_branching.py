"""Outcomes of chance, listed instead of sampled."""

from collections import Counter
from fractions import Fraction
from itertools import islice, product

import pytest

from souq.engine import registry
from souq.engine.learn.playout import mixed
from souq.engine.match import branching
from souq.engine.match.branching import Draw, TooMany
from souq.engine.rules.record import clone

EACH = sorted(registry.installed())
DRAWING = {"marracash": {"souvenirs": True}}
"""Options without which nothing is drawn after the setup."""
KEYS = 2000


def positions(name, seed, most=400):
    """Yield positions of a random game in which a choice draws, with the seat that makes it."""
    game = registry.find(name)
    state = game.bindings.setup(game.company, game.option_numbers(game.check_options(DRAWING.get(name))), (seed, 1))
    state["n_events"] = -1
    for ply in range(most):
        mask = game.bindings.deciders(state)
        if not mask:
            return
        seat = mask.bit_length() - 1
        legal = game.bindings.legal(state, seat).tolist()
        choice = legal[mixed(seed * 1000 + ply) % len(legal)]
        before = clone(state)
        state["draws"] = 0
        game.bindings.step(state, seat, choice)
        if state["draws"][0]:
            yield before, seat, choice


def without_chance(state):
    made = clone(state)
    made["key"] = made["draws"] = 0
    return made.tobytes()


def expected(game, state, seat, choice, most=2000):
    """Return every outcome of a choice with its probability; None where there are too many."""
    made = Counter()
    for ways, (_, after, probability) in enumerate(branching.outcomes(game, state, seat, choice)):
        if ways > most:
            return None
        made[without_chance(after)] += probability
    return made


@pytest.mark.slow
@pytest.mark.parametrize("name", EACH)
def test_listed_outcomes_match_compiled_draws(name):
    """Probabilities add up to 1, and draws with many keys agree with them (chi-square, fixed keys)."""
    game, compared, forked = registry.find(name), 0, 0
    for state, seat, choice in (each for seed in range(8) for each in positions(name, seed)):
        listed = expected(game, state, seat, choice)
        if listed is None:
            continue
        assert sum(listed.values()) == Fraction(1)
        drawn = Counter()
        for key in range(KEYS):
            after = clone(state)
            after["key"], after["draws"] = (mixed(key), 7), 0
            game.bindings.step(after, seat, choice)
            drawn[without_chance(after)] += 1
        assert set(drawn) <= set(listed)
        square = sum((drawn[made] - KEYS * float(p)) ** 2 / (KEYS * float(p)) for made, p in listed.items())
        free = len(listed) - 1
        assert square <= free + 5 * (2 * free) ** 0.5 + 5
        compared, forked = compared + 1, forked + (len(listed) > 1)
        if compared == 6:
            break
    assert forked >= 3


@pytest.mark.parametrize("name", EACH)
def test_listed_setups_match_the_compiled_setup(name):
    """The first draw decides who begins, and every script leads to a complete position."""
    game = registry.find(name)
    script = ()
    while isinstance(came := branching.opening(game, game.company, script=script), Draw):
        assert came.n > 1
        script = (*script, len(script) % came.n)
    assert len(script) >= 1 and game.bindings.deciders(came)
    assert int(came["players"][0]) == game.company and int(came["draws"][0]) == 0


def test_three_dice_fall_in_216_ways():
    """Desert Bazaar, by hand: a throw is a number below 216, and 56 throws differ if order doesn't matter."""
    game = registry.find("desert_bazaar")
    state, seat, choice = next(
        each for each in positions("desert_bazaar", 1) if branching.after(game, *each) == Draw(216)
    )
    made = Counter()
    for script, after, probability in branching.outcomes(game, state, seat, choice):
        assert len(script) == 1 and probability == Fraction(1, 216)
        made[tuple(sorted(after["dice"][0].tolist()))] += probability
    assert sum(made.values()) == 1 and len(made) == 56
    assert made[0, 0, 0] == Fraction(1, 216) and made[0, 1, 2] == Fraction(6, 216) and made[1, 1, 3] == Fraction(3, 216)


def test_the_die_of_chatuchak_moves_the_tent_or_not():
    """By hand: with ``need`` or more the tent moves; each number has a probability of one in twelve."""
    game = registry.find("chatuchak")
    for state, seat, choice in positions("chatuchak", 3):
        need, tent = int(state["need"][0]), int(state["tent"][0])
        moved = sum(
            probability
            for _, after, probability in branching.outcomes(game, state, seat, choice)
            if int(after["tent"][0]) > tent
        )
        assert moved == Fraction(13 - need, 12)


def test_branching_does_not_change_the_position():
    state, seat, choice = next(positions("desert_bazaar", 2))
    before = state.tobytes()
    list(islice(branching.outcomes(registry.find("desert_bazaar"), state, seat, choice), 20))
    assert state.tobytes() == before


@pytest.mark.parametrize("name", EACH)
def test_a_redeal_looks_the_same_to_spectators(name):
    game = registry.find(name)
    state = next(positions(name, 5))[0]
    hidden = game.bindings.hidden(state, -1).tobytes()
    for ends in product((0, 1), repeat=2):
        script = ()
        while isinstance(came := branching.guess(game, state, -1, script), Draw):
            script = (*script, (came.n - 1) * ends[len(script) % 2])
        assert game.bindings.hidden(came, -1).tobytes() == hidden


def test_too_many_deals_are_not_listed():
    game = registry.find("kairo")
    with pytest.raises(TooMany, match="more than 50 ways"):
        branching.guesses(game, next(positions("kairo", 5))[0], -1, most=50)
