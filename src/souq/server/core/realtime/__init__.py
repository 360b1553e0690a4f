"""Live tables: what each viewer is sent, which is never more than their seat may know.

``socket`` is the WebSocket, ``hub`` the viewers of a table, ``viewers`` what each has seen, and ``updates`` what each
is sent next. ``scenes`` draws the present, ``shots`` earlier moments, ``frames`` makes messages of both, and ``log``
does for programs. ``info`` describes the table, ``ending`` its result, ``chart`` an analysis. It reads the tables of
``core.live``.
"""
