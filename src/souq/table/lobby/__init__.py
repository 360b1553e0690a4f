"""Company: tables that strangers may join or watch, waiting for others who like the same games, and the library.

A table is for friends unless it has a listing (:mod:`souq.table.lobby.listings`). What the lobby shows is kept in
memory by :mod:`souq.table.lobby.hall`; whoever waits stands in :mod:`souq.table.lobby.waiting`, and finished games in
:mod:`souq.table.lobby.library`.
"""
