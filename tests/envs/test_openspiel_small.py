"""Small games in OpenSpiel: their trees, CFR+, and the exploitability of bots."""

import doctest
import re
from collections import Counter

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra 'openspiel'")

from open_spiel.python.algorithms import cfr, exploitability  # noqa: E402
from open_spiel.python.policy import UniformRandomPolicy  # noqa: E402

import souq.envs.openspiel  # noqa: E402
from bench import exploitability as bench  # noqa: E402
from souq.engine import registry  # noqa: E402
from souq.engine.errors import BadOption, BadPlayers  # noqa: E402
from souq.envs import small  # noqa: E402
from souq.envs.openspiel import load, policies, small_games  # noqa: E402
from tests.docs.blocks import ROOT, blocks  # noqa: E402
from tests.support import ours  # noqa: E402

EVERY = [(name, tiny) for name, names in small_games().items() for tiny in names]
SOLVED = [
    ("grand_bazaar", "last_sale"),
    ("desert_bazaar", "five_sites"),
    ("marracash", "four_shops"),
    ("chatuchak", "one_move_each"),
    pytest.param("grand_bazaar", "last_sales", marks=pytest.mark.slow),
    pytest.param("chatuchak", "three_moves", marks=pytest.mark.slow),
    pytest.param("kairo", "last_stalls", marks=pytest.mark.slow),
]


def tree(game):
    """Yield every node."""
    waiting = [game.new_initial_state()._node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.child(action) for action in node.legal)


@pytest.mark.parametrize("name, tiny", EVERY)
def test_the_tree_has_the_documented_size(name, tiny):
    game = load(name, small=tiny, chance="exact")
    kinds = Counter()
    for node in tree(game):
        kinds["chance" if node.player == -2 else "over" if node.player == -1 else "choice"] += 1
        if node.player == -2:
            assert sum(chance for _, chance in node.chances) == pytest.approx(1, abs=1e-12)
        elif node.player == -1:
            assert sum(game.state(node).returns()) == pytest.approx(0)
        else:
            assert len(node.legal) > 1
    assert kinds.total() == small.find(game.shared.game, tiny).nodes <= small.LARGEST
    assert kinds["choice"] and kinds["over"]


@pytest.mark.parametrize("name, tiny", EVERY)
def test_information_states_have_perfect_recall_everywhere(name, tiny):
    """In the whole tree, an information state follows one own choice at one earlier information state."""
    game, came_from = load(name, small=tiny, chance="exact"), {}
    waiting = [(game.new_initial_state()._node, {})]
    while waiting:
        node, last = waiting.pop()
        knows = node.history.trail(node.player) if node.player >= 0 else None
        if knows is not None:
            before = last.get(node.player)
            assert came_from.setdefault((node.player, knows), (before, node.legal)) == (before, node.legal)
        for action in node.legal:
            own = {**last, node.player: (knows, action)} if knows is not None else last
            waiting.append((node.child(action), own))


def test_deals_have_the_probabilities_of_cards():
    """Grand Bazaar, by hand: each of 72 deals has a share of all ways to draw the hidden cards."""
    root = load("grand_bazaar", small="last_sale", chance="exact").new_initial_state()
    chances = [chance for _, chance in root.chance_outcomes()]
    assert root.is_chance_node() and len(chances) == 72 and sum(chances) == pytest.approx(1)
    assert root.action_to_string(0) == "deal 0"


def test_a_die_has_twelve_equally_likely_outcomes():
    """Chatuchak, by hand: the last roll shows one of twelve numbers, and ends the game whatever it shows."""
    state = load("chatuchak", small="one_move_each", chance="exact").new_initial_state()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.chance_outcomes() == [(number, 1 / 12) for number in range(12)]
    assert all(state.child(number).is_terminal() for number in range(12))


@pytest.mark.parametrize("name, tiny", SOLVED)
def test_cfr_plus_drives_exploitability_towards_zero(name, tiny):
    game = load(name, small=tiny, chance="exact")
    found = dict(policies.cfr_plus(game, (1, 10, 300)))
    assert found[1] > 0.15 and found[10] < found[1] / 2 and found[300] < 0.01
    assert found[1] == pytest.approx(policies.nash_conv(game, UniformRandomPolicy(game)), abs=1e-9)


@pytest.mark.parametrize("name, tiny", SOLVED[:2])
def test_the_python_solver_agrees(name, tiny):
    game = load(name, small=tiny, chance="exact")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    found = exploitability.nash_conv(game, solver.average_policy())
    assert found < 0.02 and found == pytest.approx(dict(policies.cfr_plus(game, (30,)))[30], abs=0.01)


def test_a_policy_has_the_frequencies_of_a_bots_choices():
    game = load("grand_bazaar", small="last_sale", chance="exact")
    random, trader = policies.of_bot(game, "random", draws=40), policies.of_bot(game, "trader", draws=3)
    assert len(random.table) == len(policies.decisions(game)) == 12
    for name, state in policies.decisions(game).items():
        for played in (random, trader):
            chances = played.action_probabilities(state)
            assert sorted(chances) == state.legal_actions() and sum(chances.values()) == pytest.approx(1)
        assert max(random.table[name].values()) < 1
    assert policies.nash_conv(game, random) > 0.7 and sum(policies.gains(game, random)) > 0.7
    assert policies.of_bot(game, "random", draws=40).table == random.table


def test_sampled_chance_redeals_a_small_game():
    game = load("kairo", small="last_stalls")
    root = game.new_initial_state()
    assert root.is_chance_node() and len(root.chance_outcomes()) == 1024
    seen = {root.child(outcome).information_state_string(1) for outcome in range(64)}
    assert 2 < len(seen) <= 4


def test_the_bench_reports_its_measurements():
    found = bench.measured("grand_bazaar", "last_sale", ["trader"], draws=2)
    assert found["nodes"] == 361 and found["information_states"] == 12
    assert found["bots"]["uniform"]["nash_conv"] == pytest.approx(1.0) and found["bots"]["trader"]["nash_conv"] >= 0
    report = bench.markdown(found)
    assert "| CFR+, 1,000 iterations | 0.0000 | |" in report and "| uniform | 1.0000 | 0.000, 1.000 |" in report
    assert bench._chosen(["kairo", "grand bazaar:last_sale"]) == [
        ("kairo", "last_stalls"),
        ("grand_bazaar", "last_sale"),
    ]


def test_a_small_game_fixes_its_players_and_start():
    with pytest.raises(BadPlayers, match="is for 2, not 3"):
        load("kairo", 3, small="last_stalls")
    with pytest.raises(BadOption, match="leave 'start' and 'options' out"):
        load("kairo", small="last_stalls", options="money:open")
    assert load("kairo", 2, small="last_stalls").num_players() == 2
    assert registry.find("kairo").company == 2


def test_the_page_has_working_examples_and_every_small_game():
    page = ROOT / "docs" / "reference" / "small-games.md"
    text = page.read_text(encoding="utf-8")
    for block in (each for each in blocks(page) if each.language == "python"):
        exec(compile(block.text, str(page), "exec"), {})
    rows = [
        f"| {game.title} | `{tiny.name}` | {tiny.players} | {tiny.nodes:,} | {tiny.about} |"
        for game in ours()
        for tiny in small.listed(game).values()
    ]
    assert [row for row in rows if row not in text] == []
    assert len(re.findall(r"^\| .* \| `\w+` \| \d+ \| [\d,]+ \|", text, re.M)) == len(rows)


@pytest.mark.parametrize("module", [souq.envs.openspiel, policies], ids=["openspiel", "policies"])
def test_examples_run(module):
    assert doctest.testmod(module).failed == 0
