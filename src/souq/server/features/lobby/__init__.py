"""Company: tables that strangers may join or watch, and waiting for others who like the same games.

A table is for friends unless it has a listing (:mod:`souq.server.core.db.listings`). What the lobby shows is kept in
memory by :mod:`souq.server.features.lobby.hall`; whoever waits stands in :mod:`souq.server.features.lobby.waiting`.
"""
