"""OpenSpiel games. Skipped without OpenSpiel."""

import copy
import importlib
import json
import multiprocessing
import pickle
import random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")

from open_spiel.python import policy, rl_environment  # noqa: E402

import souq  # noqa: E402
from souq.engine import registry  # noqa: E402
from souq.engine.errors import BadOption, BadPlayers, IllegalChoice, UnknownGame  # noqa: E402
from souq.engine.match.branching import TooMany  # noqa: E402
from souq.engine.match.position import BadPosition  # noqa: E402
from souq.envs.errors import GameOver, UnknownSeat  # noqa: E402
from souq.envs.openspiel import load, policies  # noqa: E402
from souq.envs.openspiel.states import INNER  # noqa: E402
from souq.envs.small import UnknownSmall  # noqa: E402
from souq.testing.base import played, somewhere  # noqa: E402
from tests.envs.record import FOLDER, recorded  # noqa: E402
from tests.envs.record import GAMES as RECORDED  # noqa: E402

EACH = sorted(registry.installed())
GAMES = [("kairo", 2), ("desert_bazaar", 3)]


DEALT = json.dumps(souq.new("kairo", players=2, seed=1, options={"start": "suggested"}).position())


def wander(state, pick, decisions=10_000):
    """Make random choices; return the actions."""
    made = []
    while not state.is_terminal() and len(made) < decisions:
        action = pick.choice(state.legal_actions())
        state.apply_action(action)
        made.append(action)
    return made


def record(state):
    return state._node.record.tobytes()


@pytest.mark.parametrize("name", EACH)
def test_every_game_is_known_to_openspiel_by_its_name(name):
    game = pyspiel.load_game(f"souq_{name}(chance=exact,recall=False)")
    assert game.num_players() == registry.find(name).company
    assert game.num_distinct_actions() == registry.find(name).n_choices


@pytest.mark.parametrize("name", EACH)
@pytest.mark.parametrize("chance", ["sampled", "exact"])
def test_openspiels_random_simulation_passes(name, chance):
    pyspiel.random_sim_test(load(name, chance=chance), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", EACH)
@pytest.mark.parametrize("outcomes", [0, 8])
def test_points_are_returned_on_request(name, outcomes):
    game = load(name, returns="points", outcomes=outcomes)
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM and game.utility_sum() is None
    pyspiel.random_sim_test(game, num_sims=1, serialize=outcomes > 0, verbose=False)
    told: list[float] = []
    for seed in range(5):
        state = game.new_initial_state()
        assert not any(state.returns())
        wander(state, random.Random(seed))
        held = state._record if outcomes == 0 else state._node.record
        assert state.returns() == game.shared.game.bindings.points(held)
        told += state.returns()
    assert max(told) > 1, "no shares of a victory"
    plain = load(name)
    assert plain.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM and plain.utility_sum() == 0


@pytest.mark.parametrize("name, seats", GAMES)
def test_applying_is_deterministic_where_chance_has_nodes(name, seats):
    pick = random.Random(1)
    state = load(name, seats).new_initial_state()
    chances = 0
    while not state.is_terminal():
        chances += state.is_chance_node()
        before = record(state)
        action = pick.choice(state.legal_actions())
        once, again = state.clone(), state.clone()
        once.apply_action(action)
        again.apply_action(action)
        assert record(once) == record(again)
        assert once.legal_actions() == again.legal_actions() and once.current_player() == again.current_player()
        assert record(state) == before
        state.apply_action(action)
    assert chances > 10
    assert sum(state.returns()) == pytest.approx(0) and max(state.returns()) <= 1


@pytest.mark.parametrize("name, seats", GAMES)
def test_outcomes_of_chance_nodes_differ(name, seats):
    pick = random.Random(2)
    state = load(name, seats, outcomes=16).new_initial_state()
    state.apply_action(5)
    differing = 0
    while not state.is_terminal():
        if state.is_chance_node():
            after = []
            for outcome, chance in state.chance_outcomes():
                assert chance == 1 / 16
                made = state.child(outcome)._node.record.copy()
                made["key"] = made["draws"] = 0
                after.append(made.tobytes())
            differing += len(set(after)) > 1
        state.apply_action(pick.choice(state.legal_actions()))
    assert differing > 5


@pytest.mark.parametrize("recall", [False, True])
@pytest.mark.parametrize("name, seats", GAMES)
def test_a_resampled_state_has_the_same_information_state(name, seats, recall):
    pick = random.Random(3)
    state = load(name, seats, recall=recall).new_initial_state()
    keys = set()
    while not state.is_terminal():
        if not state.is_chance_node():
            seat = state.current_player()
            guess = state.resample_from_infostate(seat, None)
            if recall:
                assert guess.information_state_string(seat) == state.information_state_string(seat)
                keys.add(tuple(guess._node.record["key"][0].tolist()))
            else:
                assert guess.hidden(seat).tobytes() == state.hidden(seat).tobytes()
                keys.add(tuple(guess._record["key"][0].tolist()))
            assert guess.legal_actions() == state.legal_actions() and len(guess.legal_actions()) > 1
        state.apply_action(pick.choice(state.legal_actions()))
    assert len(keys) > 50


def test_a_resampled_chance_node_is_a_chance_node():
    """With recall, hidden information is resampled first, and the pending draw is made afterwards."""
    state = load("kairo", 2).new_initial_state()
    while not state.is_chance_node() or state.move_number() < 10:
        state.apply_action(state.legal_actions()[-1])
    guess = state.resample_from_infostate(0)
    assert guess.is_chance_node() and guess.legal_actions() == state.legal_actions()
    guess.apply_action(3)
    assert not guess.is_chance_node() and str(guess) != str(state.child(3))
    start = load("kairo", 2).new_initial_state()
    assert str(start.resample_from_infostate(0)) == str(start)


@pytest.mark.parametrize("game, players", [("desert_bazaar", 3), ("kairo", 2)])
def test_without_recall_resampling_includes_the_pending_draw(game, players):
    """A state without history can be resampled anywhere: before the deal, and where a choice draws."""
    state, seen = load(game, players, recall=False).new_initial_state(), 0
    while not state.is_terminal() and seen < 4:
        if state.is_chance_node():
            guess, seen = state.resample_from_infostate(0), seen + 1
            assert not guess.is_chance_node() and not guess.is_terminal() and len(guess.legal_actions()) > 1
            while not guess.is_terminal():
                guess.apply_action(guess.legal_actions()[-1])
            assert sum(guess.returns()) == pytest.approx(0)
        state.apply_action(state.legal_actions()[-1])
    assert seen == 4


def test_legal_actions_of_others_follow_the_resampled_state():
    """The information resampled for the other seats decides what they may choose."""
    for recall in (True, False):
        state = load("desert_bazaar", 3, recall=recall).new_initial_state()
        pick = random.Random(4)
        for _ in range(60):
            if not state.is_chance_node():
                for one in (state, state.sampled()):
                    decider = one.current_player()
                    guess = one.resample_from_infostate((decider + 1) % 3)
                    record = guess._node.record if recall and one is state else guess._record
                    there = guess._node.rules if recall and one is state else guess._rules
                    assert guess.legal_actions() == there.bindings.legal(record, decider).tolist()
            state.apply_action(pick.choice(state.legal_actions()))


def test_returned_lists_are_copies():
    """OpenSpiel's own searches shuffle the list of outcomes that they receive."""
    state = load("kairo", 2).new_initial_state()
    assert state.is_chance_node()
    before = state.chance_outcomes()
    state.chance_outcomes().reverse()
    assert state.chance_outcomes() == before
    while state.is_chance_node():
        state.apply_action(3)
    for one in (state, state.sampled()):
        for told in (one.legal_actions(), one.legal_actions(one.current_player())):
            told.clear()
        assert len(one.legal_actions()) > 1


@pytest.mark.parametrize("recall", [False, True])
def test_resampling_uses_the_given_sampler(recall):
    state = load("kairo", 2, recall=recall).new_initial_state()
    for _ in range(16):
        state.apply_action(state.legal_actions()[0])
    while state.is_chance_node():
        state.apply_action(0)
    seat = state.current_player()
    guesses = [str(state.resample_from_infostate(seat, random.Random(seed).random)) for seed in (1, 1, 2)]
    assert guesses[0] == guesses[1]
    keys = [state.resample_from_infostate(seat, random.Random(seed).random) for seed in (1, 1, 2)]
    keys = [tuple((guess._node.record if recall else guess._record)["key"][0].tolist()) for guess in keys]
    assert keys[0] == keys[1] != keys[2]


def test_copies_have_independent_futures_under_sampled_chance():
    state = load("desert_bazaar", 3).new_initial_state().sampled()
    ends = set()
    for _ in range(5):
        copy = state.clone()
        wander(copy, random.Random(4))
        assert copy.is_terminal() and sum(copy.returns()) == pytest.approx(0)
        ends.add(copy._record.tobytes())
    assert len(ends) > 1


def test_without_chance_nodes_initial_states_differ():
    game = load("desert_bazaar", 3, outcomes=0)
    assert len({game.new_initial_state()._record.tobytes() for _ in range(5)}) > 1


@pytest.mark.parametrize("recall", [False, True])
def test_openspiel_clones_are_independent_states(recall):
    state = load("kairo", 2, recall=recall).new_initial_state()
    wander(state, random.Random(5), 40)
    copy = pyspiel.State.clone(state)
    assert record(copy) == record(state) and copy._node.rules is state._node.rules
    wander(copy, random.Random(6), 10)
    assert record(copy) != record(state)


@pytest.mark.parametrize("chance", ["sampled", "exact"])
def test_a_state_can_be_serialized_and_deserialized(chance):
    game = load("desert_bazaar", 3, chance=chance)
    state = game.new_initial_state()
    wander(state, random.Random(7), 60)
    read_game, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert read_game.get_parameters() == game.get_parameters()
    assert str(read) == str(state) and read.legal_actions() == state.legal_actions()
    assert [read.information_state_string(seat) for seat in range(3)] == [
        state.information_state_string(seat) for seat in range(3)
    ]
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    action = state.legal_actions()[0]
    assert str(read.child(action)) == str(state.child(action))


# ---- what a seat may know


@pytest.mark.parametrize("name", EACH)
def test_strings_can_be_printed_and_name_the_fields(name):
    state = load(name).new_initial_state()
    wander(state, random.Random(8), 30)
    for text in (str(state), state.observation_string(0), state.information_state_string(1)):
        assert text.isascii() and text.isprintable() and "players=" in text


def test_information_states_remember_what_was_seen_and_chosen():
    """They contain what a seat sees now, and a digest of everything before."""
    told = {}
    for recall in (True, False):
        state = load("chatuchak", 2, recall=recall).new_initial_state()
        wander(state, random.Random(1), 30)
        told[recall] = state.information_state_string(0)
        assert (" | after " in told[recall]) == recall
        assert told[recall].startswith(state.observation_string(0)) == recall


@pytest.mark.parametrize("name, seats", GAMES)
def test_information_states_have_perfect_recall(name, seats):
    """What a seat knows at a decision determines what it knew and chose at its last one."""
    game = load(name, seats)
    came_from = {}
    for seed in range(3):
        pick, state, last = random.Random(seed), game.new_initial_state(), {}
        state.apply_action(0)
        while not state.is_terminal():
            if not state.is_chance_node():
                seat = state.current_player()
                knows = state.information_state_string(seat)
                assert came_from.setdefault(knows, last.get(seat)) == last.get(seat)
                action = pick.choice(state.legal_actions())
                last[seat] = knows, action
            else:
                action = pick.choice(state.legal_actions())
            state.apply_action(action)
    assert len(came_from) > 200


@pytest.mark.parametrize("name", ["kairo", "grand_bazaar"])
def test_information_states_contain_nothing_hidden(name):
    """A state that a seat cannot distinguish has the same string, though another seat's differs."""
    state = load(name).new_initial_state()
    wander(state, random.Random(9), 25)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    seat = state.current_player()
    other = next(each for each in range(state.num_players()) if each != seat)
    guesses = [state.resample_from_infostate(seat, None) for _ in range(20)]
    assert {guess.information_state_string(seat) for guess in guesses} == {state.information_state_string(seat)}
    assert len({guess.information_state_string(other) for guess in guesses}) > 1


# ---- errors


@pytest.mark.parametrize(
    "name, parameters, kind, says",
    [
        ("kiaro", {}, UnknownGame, "Did you mean 'kairo'"),
        ("kairo", {"players": 9}, BadPlayers, "for 2 to 4 players, not 9"),
        ("chatuchak", {"players": 1}, BadPlayers, "2 to 5"),
        ("kairo", {"options": "colour:red"}, BadOption, "has no option 'colour'; it has: "),
        ("kairo", {"options": "red"}, BadOption, "name:value"),
        ("kairo", {"outcomes": 1025}, BadOption, "from 0 to 1024"),
        ("kairo", {"chance": "luck"}, BadOption, "'sampled', 'exact'"),
        ("kairo", {"returns": "fame"}, BadOption, "'victory', 'points'"),
        ("kairo", {"outcomes": -1}, BadOption, "from 0 to 1024"),
        ("kairo", {"small": "no_such"}, UnknownSmall, "no small game called 'no_such'"),
        ("kairo", {"start": "{"}, BadPosition, "as JSON"),
        ("kairo", {"start": DEALT, "chance": "exact"}, TooMany, "sample them"),
        ("kairo", {"start": '{"colours": 3}'}, BadPosition, "no field 'colours'"),
        ("grand_bazaar", {"window": -1}, BadOption, "it is 0, or after"),
        ("grand_bazaar", {"window": 5, "chance": "exact"}, BadOption, "chance is sampled"),
    ],
)
def test_errors_name_valid_values(name, parameters, kind, says):
    with pytest.raises(kind, match=says):
        load(name, **parameters)
    if name != "kiaro":
        with pytest.raises(Exception, match=says):
            pyspiel.load_game(f"souq_{name}", parameters)


@pytest.mark.parametrize(
    "given, says",
    [
        ({"players": "two"}, "'players' is a whole number, not 'two'"),
        ({"outcomes": 0.5}, "'outcomes' is a whole number, not '0.5'"),
        ({"window": None}, "'window' is a whole number"),
        ({"options": {"start": "suggested"}}, "said like 'name:value;name:value'"),
    ],
)
def test_parameters_of_the_wrong_type_are_refused_by_name(given, says):
    with pytest.raises(BadOption, match=says):
        load("kairo", **given)


def test_options_change_the_game():
    game = pyspiel.load_game("souq_chatuchak(players=3,options=play:speed)")
    assert game.shared.table.options["play"] == "speed"
    state = game.new_initial_state()
    state.apply_action(0)
    movers = set()
    for _ in range(6):
        movers.add(state.current_player())
        state.apply_action(state.legal_actions()[0])
    assert movers == {0, 1, 2}


# ---- OpenSpiel's own


@pytest.mark.parametrize("name", ["desert_bazaar", "kairo"])
@pytest.mark.parametrize("recall", [False, True])
def test_its_searches_choose_legal_actions(name, recall):
    from open_spiel.python.algorithms import ismcts, mcts

    game = load(name, recall=recall)
    state = game.new_initial_state()
    while state.is_chance_node() or state.move_number() < 4 > len(state.legal_actions()):
        state.apply_action(state.legal_actions()[0])
    draws = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, draws)
    bots = [mcts.MCTSBot(game, 2.0, 12, evaluator, random_state=draws)]
    if game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION:  # it wants no others
        bots.append(ismcts.ISMCTSBot(game, evaluator, 2.0, 12, random_state=draws))
    assert len(bots) == 1 + (name == "kairo")
    for bot in bots:
        before = str(state)
        assert bot.step(state) in state.legal_actions() and str(state) == before


def test_its_exhaustive_search_finds_the_value_of_the_game():
    """Chatuchak's last moves hide nothing, so the best value equals that of an equilibrium."""
    from open_spiel.python.algorithms import expected_game_score, minimax

    game = load("chatuchak", small="one_move_each", chance="exact")
    root, trader = game.new_initial_state(), policies.of_bot(game, "trader")
    assert policies.nash_conv(game, trader) == pytest.approx(0)
    values = [minimax.expectiminimax(root, 10, None, seat)[0] for seat in range(2)]
    assert values == pytest.approx(expected_game_score.policy_value(root, [trader] * 2))


def test_every_game_has_a_recorded_playthrough():
    assert sorted(name for name, _ in RECORDED) == EACH


@pytest.mark.parametrize("name, small", RECORDED)
def test_recorded_playthroughs_are_reproduced(name, small):
    """``python -m tests.envs.record`` records them again."""
    path = FOLDER / f"{name}-{small}.txt"
    assert recorded(name, small) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EACH)
def test_tensors_contain_what_a_seat_may_know(name):
    from open_spiel.python.observation import make_observation

    game = load(name)
    state = game.new_initial_state()
    wander(state, random.Random(4), 6)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    seat = state.current_player()
    seen = make_observation(game)
    seen.set_from(state, seat)
    first = seen.tensor.copy()
    assert first.dtype == np.float32 and first.shape == (game.observation_tensor_size(),)
    assert np.array_equal(first, np.array(state.observation_tensor(seat), np.float32))
    assert np.isfinite(first).all() and first[:2].sum() <= 1 and set(seen.dict) > {"who looks"}
    for _ in range(3):
        seen.set_from(state.resample_from_infostate(seat), seat)
        assert np.array_equal(seen.tensor, first)
    seen.set_from(state, (seat + 1) % game.num_players())
    assert not np.array_equal(seen.tensor, first)
    public = make_observation(game, pyspiel.IIGObservationType(False, True, pyspiel.PrivateInfoType.NONE))
    public.set_from(state, seat)
    once = public.tensor.copy()
    public.set_from(state, (seat + 1) % game.num_players())
    assert np.array_equal(public.tensor, once)


def test_the_reinforcement_learning_environment_runs():
    env = rl_environment.Environment(load("desert_bazaar", 3))
    env.seed(1)
    pick, step, steps = np.random.RandomState(1), env.reset(), 0
    while not step.last():
        seat = step.observations["current_player"]
        step = env.step([int(pick.choice(step.observations["legal_actions"][seat]))])
        steps += 1
    assert steps > 20 and sum(step.rewards) == pytest.approx(0)


@pytest.mark.parametrize("name", EACH)
def test_shimmy_can_wrap_it(name):
    shimmy = pytest.importorskip("shimmy", reason="Shimmy is not installed")
    from pettingzoo.test import api_test

    env = shimmy.OpenSpielCompatibilityV0(game_name=f"souq_{name}", config={"players": registry.find(name).company})
    api_test(env, num_cycles=60)


# ---- games of other packages


@pytest.mark.parametrize("chance", ["sampled", "exact"])
@pytest.mark.parametrize("package", ["barter", "dash", "heaps", "lot", "toy"])
def test_games_of_other_packages_work(package, chance, monkeypatch):
    game = importlib.import_module(f"tests.{package}").GAME
    monkeypatch.setitem(registry._added, game.name, game)
    loaded = load(game.name, chance=chance)
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=True, verbose=False)
    with pytest.raises(UnknownSmall, match="It has: none"):
        load(game.name, small="tiny")


def length(state, seed):
    pick, made = random.Random(seed), 0
    while not state.is_terminal():
        state.apply_action(pick.choice(state.legal_actions()))
        made += 1
    return made


@pytest.mark.parametrize("outcomes", [0, 8])
def test_the_window_limits_decisions_under_a_clock(outcomes):
    timed, endless = (
        [
            length(
                load("grand_bazaar", 3, options="trading:open", window=n, outcomes=outcomes).new_initial_state(), seed
            )
            for seed in range(6)
        ]
        for n in (4, 0)
    )
    assert sum(timed) < sum(endless)


def test_copies_keep_the_elapsed_window():
    pick = random.Random(3)
    state = load("grand_bazaar", 3, options="trading:open", window=30).new_initial_state()
    while not state.is_terminal() and not state._node.waited:
        state.apply_action(pick.choice(state.legal_actions()))
    assert state._node.waited
    for other in (state.clone(), pickle.loads(pickle.dumps(state)), state.sampled()):
        assert getattr(other, "_waited", None) == state._node.waited or other._node.waited == state._node.waited


@pytest.mark.parametrize("name", ["kairo", "grand_bazaar"])
def test_sampled_chance_redeals_any_position(name):
    match = souq.new(name, players=3, seed=7)
    for _ in range(40):
        match.play(match.legal()[0])
    state = load(name, 3, start=json.dumps(match.position())).new_initial_state()
    assert state.is_chance_node() and len(state.chance_outcomes()) == 1024
    dealt = {record(state.child(outcome)) for outcome in range(8)}
    assert len(dealt) > 1
    state.apply_action(0)
    wander(state, random.Random(1), 30)


def at_a_choice(name="kairo", **how):
    state = load(name, **how).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    return state


KINDS = pytest.mark.parametrize("how", [{}, {"recall": False}, {"outcomes": 0}], ids=["recall", "without", "drawn"])
"""Every kind of state there is."""


@KINDS
def test_an_illegal_action_changes_nothing_and_names_the_rule(how):
    state = at_a_choice(**how)
    before, wrong = str(state), next(each for each in range(525) if each not in state.legal_actions())
    with pytest.raises(IllegalChoice, match=r" cannot be chosen now\. KA-"):
        state.apply_action(wrong)
    for none in (525, 10**6):  # OpenSpiel itself knows of -1
        with pytest.raises(IllegalChoice, match=f"no action {none}: they go from 0 to 524"):
            state.apply_action(none)
    assert str(state) == before
    state.apply_action(np.int64(state.legal_actions()[0]))
    assert str(state) != before


@KINDS
def test_a_terminal_state_has_no_legal_actions(how):
    state = at_a_choice("marracash", **how)
    wander(state, random.Random(1))
    with pytest.raises(GameOver, match=r"new_initial_state\(\) begins another"):
        state.apply_action(0)


def test_impossible_chance_outcomes_are_refused():
    with pytest.raises(IllegalChoice, match="its outcomes go from 0 to 1023"):
        load("kairo").new_initial_state().apply_action(1024)


@KINDS
def test_an_absent_seat_cannot_observe(how):
    from open_spiel.python.observation import make_observation

    state = at_a_choice(**how)
    asked = [state.information_state_string, state.observation_string, state.resample_from_infostate]
    for ask in (*asked, lambda seat: make_observation(state.get_game()).set_from(state, seat)):
        with pytest.raises(UnknownSeat, match="seats 0 to 1, and -1"):
            ask(2)


COPIES = [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]


@pytest.mark.parametrize("copied", COPIES, ids=["copy", "deepcopy", "pickle"])
@pytest.mark.parametrize(
    "name, given",
    [
        *((name, {}) for name in EACH),
        ("kairo", {"players": 3, "options": "start:suggested", "chance": "exact", "recall": False}),
        ("grand_bazaar", {"options": "trading=open; start_player=seat 1", "window": 4, "returns": "points"}),
        ("kairo", {"start": DEALT, "outcomes": 3}),
        ("marracash", {"small": "four_shops", "chance": "exact"}),
    ],
)
def test_a_game_is_copied_with_its_parameters(name, given, copied):
    game = load(name, **given)
    again = copied(game)
    assert str(again) == str(game) and again.get_parameters() == game.get_parameters()
    assert again.shared is game.shared and again.get_type().short_name == f"souq_{name}"
    assert str(again.new_initial_state()) == str(game.new_initial_state()) or game.shared.outcomes == 0
    read = pyspiel.load_game(str(game))
    assert read.shared is game.shared


def test_objects_that_hold_a_game_can_be_pickled():
    small = load("grand_bazaar", small="last_sale", chance="exact")
    held, _ = pickle.loads(pickle.dumps({"game": small, "state": small.new_initial_state()})).values()
    assert held.shared is small.shared
    assert pickle.loads(pickle.dumps(policy.UniformRandomPolicy(small))).game.shared is small.shared
    solver = pyspiel.CFRPlusSolver(small)
    for _ in range(3):
        solver.evaluate_and_update_policy()
    again = pickle.loads(pickle.dumps(solver))
    values = [pyspiel.nash_conv(small, each.average_policy()) for each in (solver, again)]
    assert values[0] == pytest.approx(values[1])


def test_another_process_can_continue_a_game():
    game = load("kairo", start=DEALT)
    state = game.new_initial_state()
    wander(state, random.Random(1), 9)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(str, [state]) == [str(state)]
        assert pool.map(str, [game]) == [str(game)]


@pytest.mark.parametrize("name", EACH)
@pytest.mark.parametrize("chance", ["sampled", "exact"])
def test_a_game_with_a_start_position_can_be_serialized(name, chance):
    *_, (match, _) = played(registry.find(name), 2, 12)
    match = match if match.players > 1 else souq.new(name, seed=2)
    start = json.dumps(match.position())
    try:
        game = load(name, match.players, start=start, chance=chance, outcomes=4)
        game.new_initial_state()
    except TooMany:
        assert chance == "exact"
        return
    assert "," not in game.get_parameters()["start"]
    assert pyspiel.load_game(str(game)).shared is game.shared
    assert load(
        name, match.players, start=json.dumps(match.position(), indent=1), chance=chance, outcomes=4
    ).shared is (game.shared)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state = game.new_initial_state()
    wander(state, random.Random(1), 15)
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) and again.current_player() == state.current_player()
    read, back = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(read) == str(game) and str(back) == str(state)


@pytest.mark.parametrize("name", EACH)
def test_the_declared_information_matches_what_hide_does(name):
    """A game of perfect information hides nothing under any options; in the others some seat doesn't know something."""
    found, seen = registry.find(name), 0
    for seed in range(30):
        match, _ = somewhere(found, seed)
        true = match.state
        for seat in range(-1, match.players):
            view = match.game.bindings.hidden(true, seat)
            seen += any((view[each] != true[each]).any() for each in true.dtype.names if each not in INNER)
    perfect = pyspiel.GameType.Information.PERFECT_INFORMATION
    kinds = [each for each in pyspiel.registered_games() if each.short_name == f"souq_{name}"]
    kinds.append(load(name).get_type())
    assert {kind.information == perfect for kind in kinds} == {seen == 0}
    assert {kind.provides_information_state_tensor for kind in kinds} == {False}


def test_information_state_tensors_fall_back_on_observations():
    game = load("chatuchak")
    seen = rl_environment.Environment(game).reset().observations["info_state"]
    assert [len(row) for row in seen] == 2 * game.observation_tensor_shape()
