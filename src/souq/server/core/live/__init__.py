"""A table in play, as it is held in memory.

``live`` is one table, ``tables`` all of them, read from the store when somebody needs them. The others are about its
parts: who is who (``people``) and sits where (``seats``, ``leaving``), what players add to chance (``sharing``), what
they have asked the table to answer for them (``orders``). Stands on ``stored`` and ``processes``.
"""
