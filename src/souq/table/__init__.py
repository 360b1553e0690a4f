"""The table: a server where people and bots play in the browser, and over HTTP. It names no game.

Its folders are floors: each imports only what stands before it here, and ``tests/table/test_floors.py`` holds that.

- :mod:`~souq.table.settings`, :mod:`~souq.table.errors`, :mod:`~souq.table.limits`, :mod:`~souq.table.hosts`: what all
  of it may need.
- :mod:`~souq.table.stored`: where it is kept.
- :mod:`~souq.table.processes`: other processes, in which bots think and games are compiled.
- :mod:`~souq.table.playing`: a table in play, as it is held in memory.
- :mod:`~souq.table.shown`: what is shown, and to whom.
- :mod:`~souq.table.servers`: several servers in one house, and what they tell each other.
- :mod:`~souq.table.commands`: the one path of a command.
- :mod:`~souq.table.background`: what the server does by itself.
- :mod:`~souq.table.accounts`: people who keep their name, and the ways by which they come back.
- :mod:`~souq.table.house`: all these, made and put together; each part is handed what it needs.
- :mod:`~souq.table.sent`: what people send, and how it comes in.
- :mod:`~souq.table.pages`: the pages around the table; what browsers get stands in ``templates/`` and ``static/``.
- :mod:`~souq.table.app`, :mod:`~souq.table.serve`, :mod:`~souq.table.working`: the application, and how it runs.
"""
