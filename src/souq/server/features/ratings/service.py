"""The ratings feature's single entry point for its routes and pages."""

from __future__ import annotations

from souq.server.core.db.engines import Database
from souq.server.features.ratings.history import Records
from souq.server.features.ratings.leaders import Leaders
from souq.server.features.ratings.profiles import Profiles
from souq.server.features.ratings.recording import Recording


class Book:
    """The parts of the ratings feature: the worker that stores results, and the queries for the pages."""

    def __init__(self, database: Database) -> None:
        self.recording = Recording(database)
        self.records = Records(database)
        self.profiles = Profiles(database)
        self.leaders = Leaders(database)
