"""Lobby: tables that strangers may join or watch, and a queue for finding players.

A table is for friends unless it has a listing (:mod:`souq.server.core.db.listings`). The tables shown are cached in
memory by :mod:`souq.server.features.lobby.open_tables`; the queue is in :mod:`souq.server.features.lobby.waiting`.
"""
