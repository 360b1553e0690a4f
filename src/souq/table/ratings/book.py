"""The parts of the records, made for a house."""

from __future__ import annotations

from souq.table.ratings.leaders import Leaders
from souq.table.ratings.profiles import Profiles
from souq.table.ratings.recording import Recording
from souq.table.ratings.records import Records
from souq.table.stored.engines import Database


class Book:
    """How every game ended, and what follows from it."""

    def __init__(self, database: Database) -> None:
        self.recording = Recording(database)
        self.records = Records(database)
        self.profiles = Profiles(database)
        self.leaders = Leaders(database)
