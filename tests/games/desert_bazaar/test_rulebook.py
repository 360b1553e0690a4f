"""The rules of Desert Bazaar in words: all of them, short, whole, and fit to be shown alone."""

from souq.games.desert_bazaar import GAME

BOOK = GAME.rulebook


def test_chapters_follow_the_rulebook() -> None:
    assert [chapter.title for chapter in BOOK.chapters] == [
        "Setup",
        "Your turn",
        "Rolling",
        "Building",
        "Paying",
        "Markers",
        "Scoring",
        "Display",
        "Game end",
        "Final scoring",
        "What is hidden",
    ]
    for chapter in BOOK.chapters:
        numbers = [rule.id for rule in chapter.rules]
        assert numbers == [f"{numbers[0][:4]}{i:02}" for i in range(1, len(numbers) + 1)]
