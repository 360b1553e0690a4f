"""Pictures of moments: crops, rings, previews, and errors."""

import re

import pytest

from souq.engine.teach.picture import BadPicture, Picture, draw
from souq.engine.teach.setting import Setting
from tests.toy import GAME

BEGINNING = Setting(players=3, seed=1)


def picture(**what) -> Picture:
    return Picture(what.pop("setting", BEGINNING), "Cards in a row.", **what)


def keys(drawn) -> int:
    return drawn.body.count('class="sprite')


def test_a_whole_area_is_drawn_as_at_the_table():
    drawn = draw(GAME, picture())
    assert drawn.view == "0 0 560 300"
    assert drawn.alt == "Cards in a row."
    scene = BEGINNING.begin(GAME).scene(0)
    for sprite in scene.areas[0].sprites:
        assert sprite.art in drawn.body
    assert "var(--paper)" in drawn.body and " style=" not in drawn.body


def test_a_picture_is_cropped_to_its_sprites():
    drawn = draw(GAME, picture(around=("card-0",), margin=10))
    assert drawn.box == pytest.approx((39, 39, 121, 141), abs=2)
    assert keys(drawn) < keys(draw(GAME, picture()))


def test_a_given_aspect_ratio_extends_the_crop_within_the_area():
    wide = draw(GAME, picture(around=("card-0",), margin=10), 2.0)
    assert wide.width / wide.height == pytest.approx(2.0)
    assert wide.box[0] >= -20 and wide.width > wide.height


def test_keys_may_contain_wildcards():
    assert draw(GAME, picture(around=("card-*",))).width > 260


def test_pointed_sprites_are_ringed():
    plain, ringed = draw(GAME, picture()), draw(GAME, picture(point=("card-1", "token")))
    assert "non-scaling-stroke" not in plain.body
    assert len(re.findall(r'stroke="var\(--lit\)" stroke-width="3.5"', ringed.body)) == 2


def test_a_shared_ground_is_drawn_separately():
    drawn = draw(GAME, picture(area="highest"))
    assert "Up to" in drawn.ground and "Up to" not in drawn.body
    assert drawn.ground_id == draw(GAME, picture(area="highest", seat=1)).ground_id
    assert draw(GAME, picture()).ground_id == ""


def test_a_seat_sees_what_it_may_know():
    mine, theirs = draw(GAME, picture(area="hand")), draw(GAME, picture(area="hand", seat=1))
    assert mine.body != theirs.body
    with pytest.raises(BadPicture, match="There is no area 'hand'; there are: board, "):
        draw(GAME, picture(area="hand", seat=-1))


def test_a_stated_position_is_completed_and_drawn():
    match = BEGINNING.begin(GAME)
    stated = Setting(players=3, start=match.position())
    assert draw(GAME, picture(setting=stated)).body == draw(GAME, picture()).body
    assert (
        draw(GAME, picture(setting=stated, area="hand", seat=1)).body == draw(GAME, picture(area="hand", seat=1)).body
    )


def test_pointing_shows_the_tables_preview():
    assert "M-36 -46H36" not in draw(GAME, picture()).body
    shown = draw(GAME, picture(hover="card-1", around=("line",), margin=0))
    assert "M-36 -46H36" in shown.body
    assert shown.box == pytest.approx((164, 44, 236, 136))


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"area": "shelf"}, "There is no area 'shelf'; there are: board, hand"),
        ({"point": ("hat",)}, "There is no sprite 'hat'; there are: card-0, card-1"),
        ({"around": ("hat-*",)}, r"There is no sprite 'hat-\*'"),
        ({"hover": "card-9"}, "Nothing appears where the pointer is at 'card-9'"),
        ({"setting": Setting(players=3, log=((0, "dance"),))}, "Decision 1 of the log: "),
    ],
)
def test_missing_sprites_are_reported(what, said):
    with pytest.raises(BadPicture, match=said):
        draw(GAME, picture(**what))
