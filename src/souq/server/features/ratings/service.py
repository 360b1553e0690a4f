"""The parts of the records, made for a house."""

from __future__ import annotations

from souq.server.core.db.engines import Database
from souq.server.features.ratings.history import Records
from souq.server.features.ratings.leaders import Leaders
from souq.server.features.ratings.profiles import Profiles
from souq.server.features.ratings.recording import Recording


class Book:
    """How every game ended, and what follows from it."""

    def __init__(self, database: Database) -> None:
        self.recording = Recording(database)
        self.records = Records(database)
        self.profiles = Profiles(database)
        self.leaders = Leaders(database)
