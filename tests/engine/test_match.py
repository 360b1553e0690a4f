"""A match: log, drafts, views, errors, saving."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import souq
from souq.engine.errors import (
    BadOption,
    BadPlayers,
    CorruptMatch,
    IllegalChoice,
    NothingToUndo,
    NotYourTurn,
    UnknownGame,
    WrongVersion,
)
from souq.engine.match import saved, secret
from souq.engine.match.decision import Decision
from souq.engine.match.match import Match
from souq.engine.match.position import BadPosition
from tests.toy import GAME as TOY


def toy(**settings: object) -> Match:
    return Match(TOY, 2, seed=3, **settings)  # type: ignore[arg-type]


def test_the_same_seed_deals_the_same_cards() -> None:
    assert toy().state.tobytes() == toy().state.tobytes() != Match(TOY, 2, seed=4).state.tobytes()


def test_without_a_seed_chance_is_fresh() -> None:
    assert Match(TOY).secret != Match(TOY).secret


def test_a_card_is_seen_by_its_holder_alone() -> None:
    match = toy()
    assert match.view(0)["card"][0][0] == match.state["card"][0][0]
    assert match.view(1)["card"][0][0] == 0
    assert [row[0] for row in match.events(0, 0)] == [2] and match.events(0, -1) == []


def test_a_free_choice_is_a_draft_until_another_seat_chooses() -> None:
    match = toy()
    match.play("mark on")
    match.play("keep")
    assert match.mark == 0 and match.drafter == 0
    assert match.view(1)["marked"][0][0] == 0 and match.view(0)["marked"][0][0] == 1
    match.play("keep", 1)
    assert match.mark == 2 and match.drafter == 1


def test_chance_cannot_be_taken_back() -> None:
    match = toy()
    match.play("mark on")
    assert match.dry_run("swap").settles and not match.dry_run("keep").settles and match.dry_run("keep").ends_turn
    match.play("swap")
    assert match.mark == 2 and not match.can_undo
    with pytest.raises(NothingToUndo):
        match.undo()


def test_choices_in_a_race_are_final_and_reveal_cards() -> None:
    match = toy()
    match.play("keep")
    match.play("keep")
    assert match.deciders == 0b11 and match.dry_run("shout", 1).settles
    match.play("shout", 1)
    assert match.over and match.mark == 3 and match.winners()
    assert match.view(-1)["card"][0].tolist() == match.state["card"][0].tolist()


def test_undo_and_confirm() -> None:
    match = toy()
    before = match.state.tobytes()
    match.play("mark on")
    assert match.undo().choice == TOY.choices.parse("mark on") and match.state.tobytes() == before
    match.play("mark on")
    match.confirm()
    assert not match.can_undo and match.mark == 1


def test_a_dry_run_does_not_reveal_the_dice() -> None:
    seen = set()
    for seed in range(60):
        match = souq.new("desert_bazaar", players=3, seed=seed)
        while not match.legal()[0].text.startswith("take"):
            match.play(next((c for c in match.legal() if c.text == "roll"), match.legal()[0]))
        dry_run, seat = match.dry_run(match.legal()[0]), match.deciders
        match.play(match.legal()[0])
        seen.add((dry_run.settles, dry_run.ends_turn, match.deciders != seat))
    assert {ends for _, _, ends in seen} == {True, False}, "the dice do end some of these turns"
    assert {(settles, ends) for settles, ends, _ in seen} == {(True, False)}


def test_matches_may_be_played_in_threads() -> None:
    def final(seed: int) -> bytes:
        match = souq.new("desert_bazaar", players=3, seed=seed)
        while not match.over:
            match.play(match.legal()[seed % len(match.legal())])
        return match.state.tobytes()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(final, range(12))) == [final(seed) for seed in range(12)]


def test_in_a_race_every_seat_may_shout() -> None:
    match = toy()
    match.play("keep")
    match.play("keep")
    with pytest.raises(NotYourTurn, match="Say who"):
        match.play("shout")


@pytest.mark.parametrize("seat", [-1, -7, 9])
def test_seats_that_may_not_choose_are_refused(seat: int) -> None:
    match = toy()
    with pytest.raises(NotYourTurn):
        match.play("keep", seat)
    if seat == -1:
        assert match.legal(seat) == []
    else:
        with pytest.raises(NotYourTurn, match="0 to 1"):
            match.view(seat)


def test_a_secret_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Match(TOY, 2, secret=b"short")


def test_unplayable_positions_are_refused() -> None:
    with pytest.raises(BadPosition, match="players"):
        Match(TOY, 2, start={**toy().position(), "players": 3})


def test_refusals_name_the_rule() -> None:
    match = toy()
    with pytest.raises(IllegalChoice, match="TO-T03") as refused:
        match.play("shout")
    assert refused.value.rule is not None and refused.value.rule.id == "TO-T03"
    assert match.refusal("shout") == refused.value.rule and match.refusal("keep") is None
    with pytest.raises(NotYourTurn, match="Player 1’s turn"):
        match.play("keep", 1)
    with pytest.raises(IllegalChoice, match="keep"):
        match.play("kep")


@pytest.mark.parametrize(
    ("error", "arguments"),
    [
        (BadPlayers, {"players": 9}),
        (BadOption, {"options": {"high": 3}}),
        (BadOption, {"options": {"low": True}}),
        (BadOption, {"options": {"colour": "green"}}),
    ],
)
def test_invalid_arguments_are_refused(error: type[Exception], arguments: dict[str, object]) -> None:
    with pytest.raises(error):
        Match(TOY, **arguments)  # type: ignore[arg-type]


def test_an_unknown_game_suggests_the_nearest() -> None:
    with pytest.raises(UnknownGame, match="desert_bazaar"):
        souq.new("dessert bazar")


def test_a_game_is_suggested_by_part_of_its_title() -> None:
    with pytest.raises(UnknownGame, match="Did you mean 'grand_bazaar'"):
        souq.new("hafid")


def finished() -> Match:
    match = souq.new("desert_bazaar", seed=5)
    while not match.over:
        match.play(match.legal()[0])
    match.confirm()
    return match


def test_matches_can_be_saved_and_loaded(tmp_path: Path) -> None:
    match = finished()
    path = tmp_path / "evening.souq.json"
    match.save(path)
    again = souq.load(path)
    assert again.to_json() == match.to_json() and again.winners() == match.winners()
    assert souq.verify(path).commitment == match.commitment == secret.commitment(match.secret)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_file_of_another_version_is_refused() -> None:
    document = finished().to_json()
    document["rules_version"] = "0-00000000"
    with pytest.raises(WrongVersion, match="0-00000000"):
        Match.from_json(document)


def test_a_changed_decision_is_found_at_its_ply() -> None:
    document = finished().to_json()
    document["decisions"][4]["choice"] = document["decisions"][4]["choice"] + 1
    with pytest.raises(CorruptMatch, match="Decision 5") as found:
        Match.from_json(document)
    assert found.value.ply == 5


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"secret": "00" * 32}, "commitment"),
        ({"result": {"points": [1, 2, 3], "ranks": [3, 2, 1]}}, "result"),
        ({"result": None}, "result"),
        ({"players": 2}, "begin"),
        ({"mark": 99999}, "settled"),
        ({"mark": 20.0}, "mark"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_contradictions_are_found(change: dict[str, object], message: str) -> None:
    with pytest.raises(CorruptMatch, match=message):
        Match.from_json({**finished().to_json(), **change})


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"{", b"[" * 100_000, b"1e999", b"9" * 5000])
def test_files_that_are_no_match_are_refused(data: bytes) -> None:
    with pytest.raises(CorruptMatch):
        Match.from_json(saved.parse(data))


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CorruptMatch, match="cannot be read"):
        Match.load(tmp_path / "nothing.json")


def test_a_failed_save_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.json"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("souq.engine.match.saved.os.fsync", full)
    with pytest.raises(OSError):
        toy().save(path)
    assert path.read_text() == "old" and len(list(tmp_path.iterdir())) == 1


def test_the_document_fits_its_schema() -> None:
    assert json.loads(json.dumps(finished().to_json()))["format"] == saved.FORMAT


def test_a_choice_that_reveals_only_to_others_can_be_undone() -> None:
    match = toy()
    before, card = match.state.tobytes(), match.state["card"][0][0]
    assert not match.dry_run("show").settles
    match.play("show")
    assert match.mark == 0 and match.view(1)["card"][0][0] == 0, "nobody is shown a draft"
    match.undo()
    assert match.state.tobytes() == before
    match.play("show")
    match.confirm()
    assert match.view(1)["card"][0][0] == match.view(-1)["card"][0][0] == card


def test_a_choice_that_reveals_to_the_drafter_cannot_be_undone() -> None:
    match = toy()
    assert match.dry_run("peek").settles and match.dry_run("peek").shows
    match.play("peek")
    assert match.view(0)["card"][0][1] == match.state["card"][0][1]
    assert match.mark == 1 and not match.can_undo


def test_combined_decisions_are_undone_together() -> None:
    match = toy()
    match.play("show")
    before = match.state.tobytes()
    assert [d.choice for d in match.play_all(["mark on", "mark off", "keep"])] == [1, 2, 3]
    assert match.ply == 4 and match.drafter == 0 and match.undo() == Decision(0, 1)
    assert (match.ply, match.state.tobytes()) == (1, before)
    assert match.undo().choice == TOY.choices.parse("show")


def test_combined_decisions_are_atomic() -> None:
    match = toy()
    before = (match.state.tobytes(), match.log)
    with pytest.raises(IllegalChoice, match="TO-T02"):
        match.play_all(["mark on", "mark on", "keep"])
    with pytest.raises(NotYourTurn, match="Player 2’s turn"):
        match.play_all(["keep", "swap"])
    for shows in ("swap", "peek"):
        with pytest.raises(IllegalChoice, match="First see"):
            match.play_all([shows, "keep"])
    assert (match.state.tobytes(), match.log) == before
    match.play_all(["mark on", "swap"])
    assert match.mark == 2, "the last may draw"
    with pytest.raises(IllegalChoice, match="First see"):
        match.refusal("keep", 0, after=["swap"])


def test_a_refusal_explains_itself_from_the_position() -> None:
    match = toy()
    card = int(match.state["card"][0][0])
    with pytest.raises(IllegalChoice, match=f"Your {card} is not marked. TO-T02: A card is marked once") as refused:
        match.play("mark off")
    assert refused.value.why == match.why("mark off") == f"Your {card} is not marked."
    assert refused.value.plain == "'mark off' cannot be chosen now."
    assert match.why("shout") == "Player 1 and Player 2 still have to keep." and match.why("keep") == ""
    assert match.refusal("mark on") is None
    assert match.why("mark on", 0, after=["mark on"]) == f"Your {card} is marked."
    refusal = match.refusal("mark on", 0, after=["mark on"])
    assert refusal is not None and refusal.id == "TO-T02"
