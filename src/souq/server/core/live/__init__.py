"""Tables in memory while they are played.

``live`` defines one table, and ``tables`` all of them, loaded from the database on demand. The other modules define
parts of a table: people (``people``) and their seats (``seats``, ``leaving``), players' contributions to the random
seed (``sharing``), and standing orders and answers (``orders``). Depends on ``core.db`` and ``core.workers``.
"""
