"""The database: connections, tables, migrations, and reading and writing rows.

``declaring`` makes tables from the classes of their rows, ``models`` holds core's tables, ``migrations`` their history,
``engines`` the connections. ``storage`` reads and writes tables and chat, ``sessions`` the browsers that people are
signed in with. Imports no other part of core.
"""
