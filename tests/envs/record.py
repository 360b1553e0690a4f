"""Playthroughs of small games, as OpenSpiel writes them: ``python -m tests.envs.record`` records them again."""

from pathlib import Path

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = (
    ("chatuchak", "one_move_each"),
    ("desert_bazaar", "five_sites"),
    ("grand_bazaar", "last_sale"),
    ("kairo", "last_stalls"),
    ("marracash", "four_shops"),
)


def recorded(name, small):
    from open_spiel.python.algorithms import generate_playthrough

    import souq.envs.openspiel  # noqa: F401

    game = f"souq_{name}(chance=exact,small={small})"
    return generate_playthrough.playthrough(game, action_sequence=None, seed=1)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, small in GAMES:
        (FOLDER / f"{name}-{small}.txt").write_text(recorded(name, small), encoding="utf-8")
