"""What can be said, left and worked out beside single choices: proposals, phrases, orders, answers, best ways, time."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from souq.engine.composing import Composer
from souq.engine.decision import NOBODY, SPECTATOR, seats
from souq.engine.errors import IllegalChoice
from souq.engine.game import Game
from souq.engine.match import Match
from souq.engine.rooms import answer, answers, clock, line, order, reply, solvable, weigh
from souq.engine.scene import to_json
from tests.contract.base import SEEDS, contract, often, options, played, somewhere
from tests.contract.showing import _amounts


def _composed(composer: Composer, pick: random.Random) -> tuple[Any, dict[str, int], tuple[int, int]]:
    """A random proposal, perhaps one that cannot be sent."""
    partner, items = pick.choice(composer.partners), dict[str, int]()
    for side in composer.sides:
        for item in pick.sample(side.items, min(len(side.items), pick.randint(0, 3))):
            items[item.key] = pick.randint(1, item.count)
    one, two = composer.most(partner)
    paid = pick.choice([(0, 0), (0, 0), (pick.randint(0, one), 0), (0, pick.randint(0, two))])
    return pick.choice([(partner, items, paid), (partner, dict(partner.start), partner.money)])


@contract
def proposals_can_be_sent(game: Game) -> None:
    """What a composer does not refuse can be chosen, as one; any proposal can be weighed."""

    @given(SEEDS)
    @often(40)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in seats(match.deciders):
            composer = match.scene(seat).composer if match.shown(seat) == match.ply else None
            for _ in range(8 if composer else 0):
                assert composer is not None
                partner, items, money = _composed(composer, pick)
                phrase = composer.phrase(partner, items, money)
                assert isinstance(weigh(game, match.view(seat), seat, phrase), str)
                try:
                    numbers = match.read((phrase,), seat)
                    assert match.check(numbers, seat) == seat and numbers[0] in composer.choices
                except IllegalChoice as error:
                    assert composer.refused(partner, items, money), (phrase, str(error), error.why)

    if game.phrases is not None:
        holds()


@contract
def phrases_are_played_whole(game: Game) -> None:
    """What can be said for several choices makes all of them, taken back as one, or is refused and changes nothing."""
    if game.phrases is None:
        return

    @given(SEEDS, st.integers(-10, 12_000), st.sampled_from(game.phrases.FORMS))
    @often(60)
    def holds(seed: int, number: int, form: str) -> None:
        match, pick = somewhere(game, seed)
        match.confirm()
        before, log = match.state.tobytes(), match.log
        phrase = form.replace("{}", str(pick.choice((number, number % 1_000, number - number % 5))))
        try:
            match.play(phrase, pick.choice([*seats(match.deciders), None]))
        except IllegalChoice as error:
            assert (match.state.tobytes(), match.log) == (before, log) and len(str(error)) > 10
        else:
            assert not match.log[-1].goes_on and all(made.goes_on for made in match.log[len(log) : -1])
            if match.can_undo:
                match.undo()
                assert (match.state.tobytes(), match.log) == (before, log)

    holds()


@contract
def nobody_waits_for_half_a_message(game: Game) -> None:
    """What a choice only begins is taken whole or not at all, so that in a race those who seem to decide do."""

    @given(SEEDS)
    @often(12)
    def holds(seed: int) -> None:
        for match, pick in played(game, seed, 120):
            if match.over or not match.racing:
                continue
            before, log = match.state.tobytes(), match.log
            assert match.deciders == game.door.deciders(game.door.hidden(match.state, SPECTATOR))
            seat = pick.choice(list(seats(match.deciders)))
            for choice in [each for each in match.legal(seat) if match.begins(each, seat)]:
                try:
                    match.play(choice, seat)
                except IllegalChoice as error:
                    assert "only the beginning" in str(error) and (match.state.tobytes(), match.log) == (before, log)
                else:
                    raise AssertionError(f"{choice} was taken alone")

    holds()


@contract
def standing_orders_can_be_carried_out(game: Game) -> None:
    """What a seat may order it may order by what it knows; when it is asked, what the order chooses can be chosen."""
    if not hasattr(game.orders, "offer"):
        return

    @given(SEEDS)
    @often(60)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in range(match.players):
            settled = match.view(seat, match.mark)
            offered = order(game, settled, seat, match.called)
            if offered is None:
                continue
            assert not settled["over"][0] and offered.about and len(offered.about) <= 80 and "{}" in offered.left
            assert offered.amount.ways is None and "{}" in offered.amount.say and to_json(offered)
            if match.drafter is not None or not match.deciders >> seat & 1:
                continue
            for amount in {offered.amount.low, offered.amount.high, pick.choice(_amounts(offered.amount))}:
                chosen = answer(game, match.view(seat), seat, amount)
                assert chosen is None or match.check(chosen, seat) == seat

    holds()


@contract
def the_best_way_can_be_gone(game: Game) -> None:
    """What a solver finds from anywhere leads one player alone to the end, choice by choice, and keeps its bound."""
    if game.solve is None or game.min_players > 1:
        return

    @given(SEEDS, st.integers(0, 12))
    @often(4)
    def holds(seed: int, made: int) -> None:
        pick = random.Random(seed)
        match = Match(game, 1, seed=seed, options=options(game, 1, pick))
        while match.ply < made and not match.over:
            match.play(pick.choice(match.legal()[: max(1, len(match.legal()) - 1)]))
        if match.over:
            assert not solvable(game, match.view(0), 0)
            return
        found = line(game, match.view(0), 0, 0.3)
        if found is not None:
            assert solvable(game, match.view(0), 0) and 0 <= found.bound <= len(found.choices)
            for choice in found.choices:
                assert not match.over
                match.play(choice)
            assert match.over

    holds()


@contract
def standing_answers_can_be_given(game: Game) -> None:
    """What a seat may switch on it may by what it knows; when it is asked, what the answers choose can be chosen."""

    @given(SEEDS)
    @often(60)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in range(match.players):
            offered = answers(game, match.view(seat, match.mark), seat, match.called)
            names = [each.name for each in offered]
            assert len(names) == len(set(names)) and all(0 < len(name) <= 80 for name in names)
            assert all(each.title for each in offered) and not (offered and match.over)
            if match.drafter is not None or not match.deciders >> seat & 1:
                continue
            for each in offered:
                chosen = reply(game, match.view(seat), seat, (each.name,))
                assert chosen or not each.say, f"{each.say!r} answers nothing"
            for switched in (tuple(names), tuple(name for name in names if pick.random() < 0.5)):
                chosen = reply(game, match.view(seat), seat, switched)
                assert chosen is None or match.check(chosen, seat) == seat

    if hasattr(game.orders, "answers"):
        holds()


@contract
def time_can_decide(game: Game) -> None:
    """While a clock runs its choice is legal for nobody; then the clock is another, or none."""

    @given(SEEDS)
    @often(40)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        running = clock(game, match.view())
        assert running == match.clock
        if running is None:
            return
        assert running.seconds > 0 and 0 < len(running.key) <= 80
        while match.can_undo:
            match.undo()
        assert running.choice in [int(c) for c in match.legal(NOBODY)]
        match.play(running.choice, NOBODY)
        assert not match.can_undo and match.drafter is None
        assert match.clock is None or match.clock.key != running.key

    if game.clock is not None:
        holds()
