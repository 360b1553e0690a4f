"""Files of primers, figures and terms: what loads, and the errors of invalid ones."""

import pytest

from souq.engine.teach.glossary import BadGlossary
from souq.engine.teach.glossary import read as read_words
from souq.engine.teach.primer import BadPrimer, UnknownFigure, figure, primer, read
from tests.toy import GAME

SECTIONS = "".join(
    f"""
[[sections]]
title = "Part {nth}"
text = '''Some
words.'''
[sections.picture]
setting = "beginning"
alt = "Cards in a row."
margin = 8
"""
    for nth in range(4)
)
SETTING = """
[settings.beginning]
players = 3
"""
FIGURE = """
[[figures]]
name = "row"
rule = "TO-T01"
caption = "Cards in a row."
[figures.picture]
setting = "beginning"
alt = "Cards in a row."
"""
TERMS = """
[[terms]]
term = "token"
forms = ["tokens"]
text = "It walks along the cards."
rule = "TO-T01"

[[terms]]
term = "Bell"
text = '''It
rings.'''
rule = "TO-T02"
"""


@pytest.fixture
def written(tmp_path):
    def write(text, name="file.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_sections_and_figures_share_their_settings(written):
    made = read(written(SECTIONS), written(SETTING + FIGURE, "figures.toml"))
    assert [section.title for section in made.sections] == ["Part 0", "Part 1", "Part 2", "Part 3"]
    assert made.sections[0].text == "Some words."
    assert made.sections[0].picture.margin == 8
    assert len(made.pictures) == 5
    assert made.pictures[0].setting is made.pictures[-1].setting
    assert [each.name for each in made.beside("TO-T01")] == ["row"]
    assert made.beside("TO-T02") == ()


def test_a_game_without_primer_files_has_none():
    assert primer(GAME).pictures == ()
    with pytest.raises(UnknownFigure, match="has no figure 'row' to try; it has: none"):
        figure(GAME, "row")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SECTIONS, "Part 0: There is no setting 'beginning'; there are: none"),
        (SETTING + SECTIONS.replace("title = ", "titel = ", 1), "sections.0: "),
        (SETTING + SECTIONS.replace("words.", "words", 1), "sections.0.text: .* does not match"),
        (SETTING + SECTIONS.replace("words.", "words" + " and words" * 30 + ".", 1), "sections.0.text: .* is too long"),
        (SETTING + SECTIONS.replace("margin = 8", "margin = -8", 1), "sections.0.picture.margin: "),
        (SETTING.replace("3", '"three"') + SECTIONS, "settings.beginning.players: "),
        (SETTING + SECTIONS.partition('[[sections]]\ntitle = "Part 3"')[0], "sections: .* is too short"),
        ("[[sections", "cannot be read: "),
    ],
)
def test_mistakes_in_sections_are_explained(written, text, said):
    with pytest.raises(BadPrimer, match=f"file.toml.*{said}"):
        read(written(text), None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SETTING + FIGURE + FIGURE, "The figure 'row' is given twice"),
        (SETTING + FIGURE.replace("TO-T01", "T1"), "figures.0.rule: "),
        (SETTING + FIGURE.replace('"row"', '"Row!"'), "figures.0.name: "),
    ],
)
def test_mistakes_in_figures_are_explained(written, text, said):
    with pytest.raises(BadPrimer, match=said):
        read(None, written(text))


def test_terms_are_in_alphabetical_order(written):
    bell, token = read_words(written(TERMS))
    assert (bell.term, bell.text, bell.words) == ("Bell", "It rings.", ("Bell",))
    assert (token.rule, token.words) == ("TO-T01", ("token", "tokens"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"Bell"', '"Tokens"', "The word 'tokens' is given twice"),
        ("TO-T02", "T2", "terms.1.rule: "),
        ("along the cards.", "along", "terms.0.text: "),
        ('term = "token"', "", "terms.0: 'term' is a required property"),
        ("[[terms]]", "[[terms", "cannot be read: "),
    ],
)
def test_mistakes_in_terms_are_explained(written, old, new, said):
    with pytest.raises(BadGlossary, match=said):
        read_words(written(TERMS.replace(old, new, 1)))
