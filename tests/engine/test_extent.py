"""The extent of markup and of sprites."""

import pytest

from souq.engine.present.scene import Sprite, text, use
from souq.engine.teach.extent import around, extent, reach


@pytest.mark.parametrize(
    ("markup", "box"),
    [
        ('<path d="M-30 -40H30V40H-30Z"/>', (-30, -40, 30, 40)),
        ('<path d="m10 10 l5 0 0 5 z l-3 -3"/>', (7, 7, 15, 15)),
        ('<path d="M0 0c2 8 4 8 6 0"/>', (0, 0, 6, 8)),
        ('<path d="M-9 0A9 9 0 1 0 9 1"/>', (-9, 0, 9, 1)),
        ('<circle cx="5" cy="5" r="3"/>', (2, 2, 8, 8)),
        ('<ellipse cx="0" cy="0" rx="4" ry="2"/>', (-4, -2, 4, 2)),
        ('<line x1="1" y1="2" x2="-3" y2="4"/>', (-3, 2, 1, 4)),
        ('<polygon points="0,0 4,1 2,9"/>', (0, 0, 4, 9)),
        (
            '<svg x="2" y="3" width="4" height="4" viewBox="0 0 200 200"><rect width="200" height="200"/></svg>',
            (2, 3, 6, 7),
        ),
        (use("date", -12, -26, 24, 32), (-12, -26, 12, 6)),
        ('<g transform="rotate(90)"><rect x="0" y="0" width="4" height="1"/></g>', (-1, 0, 0, 4)),
        ('<g transform="rotate(180 5 5)"><rect x="0" y="0" width="1" height="1"/></g>', (9, 9, 10, 10)),
        ('<g transform="matrix(1 0 0 2 3 4)"><rect x="0" y="0" width="1" height="1"/></g>', (3, 4, 4, 6)),
    ],
)
def test_the_extent_covers_all_points(markup, box):
    assert extent(markup) == pytest.approx(box)


def test_text_extends_by_its_width():
    left, top, right, bottom = extent(text("12", 10, 20, 10))
    assert left < 6 and right > 14 and (left + right) / 2 == pytest.approx(10)
    assert (top, bottom) == pytest.approx((12, 22.2))
    assert extent(text("a long line", 0, 0, 10, anchor="start", room=30))[2] == pytest.approx(30)


def test_invisible_markup_has_no_extent():
    assert extent("") is None
    assert extent('<defs><rect width="9" height="9"/></defs><title>no</title>') is None
    assert reach(Sprite("none", "", 4, 4)) is None


def test_the_extent_of_a_sprite_follows_its_transform():
    turned = Sprite("s", '<rect x="-2" y="-1" width="4" height="2"/>', 10, 20, rotation=90, scale=2)
    assert reach(turned) == pytest.approx((8, 16, 12, 24))
    assert around([(0, 1, 2, 3), (-1, 2, 1, 9)]) == (-1, 1, 2, 9)
