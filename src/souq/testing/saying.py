"""Checks of what a game may offer besides its rules: trades, typed phrases, automatic answers, solvers and clocks."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from souq.engine.errors import IllegalChoice
from souq.engine.game import Game
from souq.engine.match.decision import NOBODY, SPECTATOR, seats
from souq.engine.match.hooks import answer, answers, assess, clock, order, reply, solution, solvable
from souq.engine.match.match import Match
from souq.engine.present.scene import to_json
from souq.engine.rules.composing import Composer
from souq.testing.base import SEEDS, contract, often, options, played, somewhere
from souq.testing.broken import called, fail, listed, who
from souq.testing.showing import amounts


def _composed(composer: Composer, pick: random.Random) -> tuple[Any, dict[str, int], tuple[int, int]]:
    """Return a random proposal of a trade (partner, items, money), which may break the rules."""
    partner, items = pick.choice(composer.partners), dict[str, int]()
    for side in composer.sides:
        for item in pick.sample(side.items, min(len(side.items), pick.randint(0, 3))):
            items[item.key] = pick.randint(1, item.count)
    one, two = composer.most(partner)
    paid = pick.choice([(0, 0), (0, 0), (pick.randint(0, one), 0), (0, pick.randint(0, two))])
    return pick.choice([(partner, items, paid), (partner, dict(partner.start), partner.money)])


@contract
def proposals_can_be_sent(game: Game) -> None:
    """Check that every trade which the form for proposals accepts is a legal choice, and that any can be previewed."""

    @given(SEEDS)
    @often(40)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in seats(match.deciders):
            composer = match.scene(seat).composer if match.visible_ply(seat) == match.ply else None
            for _ in range(8 if composer else 0):
                assert composer is not None
                partner, items, money = _composed(composer, pick)
                phrase = composer.phrase(partner, items, money)
                if not isinstance(found := assess(game, match.view(seat), seat, phrase), str):
                    fail(f"`assess` gives {found!r} for “{phrase}” of {who(seat)}; it should be a text.")
                try:
                    numbers = match.read((phrase,), seat)
                    match.check(numbers, seat)
                except IllegalChoice as error:
                    if not composer.refused(partner, items, money):
                        fail(
                            f"The composer of {who(seat)} lets “{phrase}” through, but it is refused: {error} It "
                            "should say so itself, in `refused`, `cannot` or a Limit."
                        )
                else:
                    if numbers[0] not in composer.choices:
                        fail(f"“{phrase}” begins with {called(game, [numbers[0]])}, which is none of `choices`.")

    if game.phrases is not None:
        holds()


@contract
def phrases_are_played_whole(game: Game) -> None:
    """Check that a typed phrase plays all its choices, to be undone together, or is refused without any effect."""
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
            if (match.state.tobytes(), match.log) != (before, log):
                fail(f"“{phrase}” is refused, but some of it was carried out.")
            if len(str(error)) <= 10:
                fail(f"“{phrase}” is refused with {str(error)!r} only.")
        else:
            if match.log[-1].goes_on or not all(made.goes_on for made in match.log[len(log) : -1]):
                fail(f"The choices of “{phrase}” should be made as one.")
            if match.can_undo:
                match.undo()
                if (match.state.tobytes(), match.log) != (before, log):
                    fail(f"One Undo should take back all of “{phrase}”.")

    holds()


@contract
def a_message_is_complete(game: Game) -> None:
    """Check that a race (several seats may act at once) has public deciders and refuses incomplete messages."""

    @given(SEEDS)
    @often(12)
    def holds(seed: int) -> None:
        for match, pick in played(game, seed, 120):
            if match.over or not match.racing:
                continue
            before, log = match.state.tobytes(), match.log
            if match.deciders != game.bindings.deciders(game.bindings.hidden(match.state, SPECTATOR)):
                fail("Who decides in this race is not public; a message should be taken whole or not at all.")
            seat = pick.choice(list(seats(match.deciders)))
            for choice in [each for each in match.legal(seat) if match.begins(each, seat)]:
                try:
                    match.play(choice, seat)
                except IllegalChoice as error:
                    if "only the beginning" not in str(error):
                        fail(f"{called(game, [choice])} of {who(seat)} only begins something, but is refused: {error}")
                    if (match.state.tobytes(), match.log) != (before, log):
                        fail(f"{called(game, [choice])} of {who(seat)} is refused, but was carried out.")
                else:
                    fail(f"{called(game, [choice])} of {who(seat)} only begins something, but was taken alone.")

    holds()


@contract
def standing_orders_can_be_carried_out(game: Game) -> None:
    """Check that the standing orders offered to a seat are well-formed, and that the choices they make are legal."""
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
            to_json(offered)
            if settled["over"][0]:
                fail(f"`offer` offers {who(seat)} an order when the game is over; it should return None.")
            if not 0 < len(offered.about) <= 80:
                fail(f"An order of {who(seat)} is about {offered.about!r}; that should have 1 to 80 letters.")
            if "{}" not in offered.left or "{}" not in offered.amount.say:
                fail(f"{offered.left!r} and {offered.amount.say!r} should have {{}} where the amount goes.")
            if offered.amount.encoding is not None:
                fail("The amount of an order encodes no choices; leave out its `encoding`.")
            if match.drafter is not None or not match.deciders >> seat & 1:
                continue
            for amount in {offered.amount.low, offered.amount.high, pick.choice(amounts(offered.amount))}:
                _can_be_made(match, seat, answer(game, match.view(seat), seat, amount), f"the order up to {amount}")

    holds()


def _can_be_made(match: Match, seat: int, chosen: tuple[int, ...] | None, by: str) -> None:
    try:
        if chosen is not None:
            match.check(chosen, seat)
    except IllegalChoice as error:
        fail(f"{called(match.game, chosen or ())} is chosen for {who(seat)} by {by}, but is refused: {error}")


@contract
def a_solution_can_be_played(game: Game) -> None:
    """Check that a solver's choices can all be played and end the single player's game, with a valid lower bound."""
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
            if solvable(game, match.view(0), 0):
                fail("`solvable` says yes when the game is over.")
            return
        found = solution(game, match.view(0), 0, 0.3)
        if found is not None:
            if not solvable(game, match.view(0), 0):
                fail("`solution` finds a solution of a position for which `solvable` says no.")
            if not 0 <= found.bound <= len(found.choices):
                fail(f"A solution of {len(found.choices)} choices has the lower bound {found.bound}.")
            for nth, choice in enumerate(found.choices):
                if match.over:
                    fail(f"The game is over after {nth} choices of a solution of {len(found.choices)}.")
                match.play(choice)
            if not match.over:
                fail(f"The game is not over after the {len(found.choices)} choices of a solution.")

    holds()


@contract
def standing_answers_can_be_given(game: Game) -> None:
    """Check that the standing answers offered to a seat are well-formed, and that the choices they make are legal."""

    @given(SEEDS)
    @often(60)
    def holds(seed: int) -> None:
        match, pick = somewhere(game, seed)
        for seat in range(match.players):
            offered = answers(game, match.view(seat, match.mark), seat, match.called)
            names = [each.name for each in offered]
            if len(names) != len(set(names)) or not all(0 < len(name) <= 80 for name in names):
                fail(f"The answers of {who(seat)} are named {names}: each needs a name of its own, up to 80 letters.")
            if not all(each.title for each in offered):
                fail(f"An answer of {who(seat)} has no title.")
            if offered and match.over:
                fail(f"{who(seat).capitalize()} is offered {listed(names)} when the game is over.")
            if match.drafter is not None or not match.deciders >> seat & 1:
                continue
            for each in offered:
                if each.say and not reply(game, match.view(seat), seat, (each.name,)):
                    fail(f"{each.say!r} of {who(seat)} answers nothing; where it does not, `say` should be empty.")
            for switched in (tuple(names), tuple(name for name in names if pick.random() < 0.5)):
                chosen = reply(game, match.view(seat), seat, switched)
                _can_be_made(match, seat, chosen, f"the answers {listed(switched)}")

    if hasattr(game.orders, "answers"):
        holds()


@contract
def time_can_decide(game: Game) -> None:
    """Check that the choice of a running clock is legal for NOBODY (seat -1), and that playing it ends that clock."""

    @given(SEEDS)
    @often(40)
    def holds(seed: int) -> None:
        match, _ = somewhere(game, seed)
        running = clock(game, match.view())
        if running != match.clock:
            fail(f"`runs` gives {running} and then {match.clock} for the same position.")
        if running is None:
            return
        if running.seconds <= 0 or not 0 < len(running.key) <= 80:
            fail(f"The clock {running.key!r} runs {running.seconds} seconds; it should run, and have a short key.")
        while match.can_undo:
            match.undo()
        if running.choice not in [int(c) for c in match.legal(NOBODY)]:
            fail(f"{called(game, [running.choice])} should be legal for nobody (-1) while {running.key!r} runs.")
        match.play(running.choice, NOBODY)
        if match.can_undo or match.drafter is not None:
            fail(f"{called(game, [running.choice])}, which time chose, can be taken back.")
        if match.clock is not None and match.clock.key == running.key:
            fail(f"The clock {running.key!r} runs on after it has run out.")

    if game.clock is not None:
        holds()
