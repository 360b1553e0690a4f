"""The one path of a command: its form, what it does, and how that is stored, acknowledged and shown.

``protocol`` is what may be said, ``commands`` the way through, ``deciding`` and ``seating`` what a command would change
(``outcome``), ``committing`` where that happens, ``changes`` what becomes of the row. ``standing`` keeps orders and
answers, ``asking`` answers questions, ``again`` opens the next table. Stands on ``playing`` and ``shown``.
"""
