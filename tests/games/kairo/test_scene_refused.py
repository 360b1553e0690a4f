"""Scenes before a refusal or a build: seats and customers a site would cut off, and what a moved stall leaves."""

import pytest

from souq.engine.rules.twin import Twin
from souq.games.kairo import story
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.previews import arrival_words, detours
from souq.games.kairo.state import CHOICES, Act, Phase
from tests.games.kairo.play import strange
from tests.games.kairo.positions import Table, table
from tests.games.kairo.reference import Board, at, number, spread
from tests.games.kairo.test_refusing import SEALED, SEALERS
from tests.games.kairo.test_scene import PEOPLE, context, drawn
from tests.games.scenes import sprites, tooltip_on
from tests.support import rules


@rules("KA-A01", "KA-E06")
def test_a_site_that_would_seal_an_entry_names_its_owner() -> None:
    """P1's entry on A1 must stay open: B1 would seal it."""
    people = "green E9 white L1 red G6 yellow F9 blue K11"
    position = table("1 white A2>A1", "0 red C1>C2", customers=people, hands=("1",), money={0: "5 red"})
    shown = drawn(position.play("expand", "colour red"))
    assert [pick.on for pick in shown.picks if pick.on] == [("site-D1",)] or "site-B1" not in {
        key for pick in shown.picks for key in pick.on
    }
    tooltip = tooltip_on(shown, "site-B1")
    view = Twin.of(position.state)
    assert tooltip.hint == story.why(view, 0, CHOICES.parse("site B1"), "KA-A01", lambda seat: PEOPLE[seat])
    assert tooltip.hint == "No customer could reach the entry of Omar’s white stall on A1 any more."
    assert tooltip.preview
    assert next(s for s in sprites(shown) if s.key == "site-B1").refused == CHOICES.parse("site B1")


@rules("KA-A01", "KA-B01")
def test_a_stand_that_cannot_grow_explains_why() -> None:
    t = table(*SEALED, hands=["6"], customers=SEALERS)
    assert tooltip_on(drawn(t), "stand-0-1").hint == ("It can’t grow without cutting somebody off, so it may move.")
    walled = table("0 green F3>F4", "1 red E2>D2 F2 E3", "1 blue G2>H2 G3")
    assert tooltip_on(drawn(walled), "stand-0-3").hint == "It has nowhere to grow, so it may move."


@rules("KA-A01", "KA-N06", "KA-E04")
def test_tooltips_and_refusals_of_cut_off_sites_agree() -> None:
    found = 0
    for players, seed in ((2, 40), (3, 41), (4, 42)):
        for state in strange(players, seed):
            if state["phase"][0] != Phase.SITE or state["act"][0] == Act.MOVE:
                continue
            t = Table(Twin.of(state))
            for tooltip in drawn(t).tooltips:
                if tooltip.title.endswith("would block the way"):
                    site = f"site {tooltip.title.split()[0]}"
                    said = story.why(Twin.of(state), t.player, CHOICES.parse(site), "KA-A01", lambda seat: PEOPLE[seat])
                    assert (t.refusal(site), tooltip.hint) == ("KA-A01", said)
                    found += 1
    assert found > 20


@rules("KA-B02", "KA-X17", "KA-L03")
@pytest.mark.parametrize("green", ["A1", "F1", "G5", "E4"])
def test_a_moving_stall_is_no_obstacle(green: str) -> None:
    """Its old site and entry do not affect walking distances, and it is no rival of itself."""
    people = f"green {green} white L1 red G6 yellow B11 blue K11"
    walls = ("0 green F3>F4", "1 red E2>D2 F2 E3", "1 blue G2>H2 G3", "1 green B3>B2", "2 white F7>F8")
    t = table(*walls, hands=["2 5 6"], customers=people).play("move", "colour green")
    desk = Desk(Twin.of(t.state), context(t, 0))
    mine, board = desk.at[0, 3], Board.of(desk.view)
    for site, entry in sorted(board.moves(0, 3)):
        ground = board.lifted(0, 3).walkable - {site}
        away = spread(board.customers[3], ground)
        nearer = away[at(desk.at[1, 3].entry)] < away[entry]
        said = arrival_words(desk, 3, number(site), number(entry), mine)
        assert said.startswith(f"The green customer would be {away[entry]} step"), (site, entry)
        assert ("one other stall nearer" in said) == nearer
        for detour in detours(desk, number(site), mine):
            assert detour.goal.stand != mine
            assert detour.steps == spread(board.customers[detour.customer], ground)[at(detour.goal.stand.entry)]
