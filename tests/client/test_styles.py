"""Style sheets of one page do not style each other's classes by accident."""

import re
from itertools import combinations

import pytest

from souq.server.core.http.templating import STATIC

FEATURES = STATIC.parent / "features"
SHEETS = {path.name: path.read_text("utf-8") for path in (*STATIC.glob("*.css"), *FEATURES.glob("*/static/*.css"))}
ALONE = {"house.css", "offline.css", "theme.css", "tokens.css"}
"""What others build on, and what is the only sheet of its page."""
AT_TABLE = {"table.css", "finale.css", "ladder.css", "news.css", "words.css"}
AROUND = sorted({*SHEETS} - ALONE - {"table.css", "finale.css"})


def classes(sheet: str) -> set[str]:
    """Return the classes that a sheet styles wherever they are."""
    rules = re.findall(r"(?:^|[{}])\s*([^{}@]+)\{", re.sub(r"/\*.*?\*/", "", SHEETS[sheet], flags=re.DOTALL))
    selectors = {each.strip() for rule in rules for each in rule.split(",")}
    return {each[1:] for each in selectors if re.fullmatch(r"\.[\w-]+", each)}


@pytest.mark.parametrize("page", [sorted(AT_TABLE), AROUND], ids=["table", "other pages"])
def test_no_two_sheets_of_a_page_style_a_class_everywhere(page: list[str]) -> None:
    for one, other in combinations(page, 2):
        assert classes(one) & classes(other) == set(), (one, other)
