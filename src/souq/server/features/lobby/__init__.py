"""Company: tables that strangers may join or watch, waiting for others who like the same games, and the library.

A table is for friends unless it has a listing (:mod:`souq.server.core.db.listings`). What the lobby shows is kept in
memory by :mod:`souq.server.features.lobby.hall`; whoever waits stands in :mod:`souq.server.features.lobby.waiting`, and
finished games in :mod:`souq.server.features.library.service`.
"""
