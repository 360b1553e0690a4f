"""The database: connections, tables, migrations, and reading and writing rows.

``declaring`` makes tables from the classes of their rows, ``models`` declares the core's tables, ``migrations`` changes
tables from one version to the next, and ``engines`` connects to the database. ``storage`` reads and writes tables and
chat, and ``sessions`` the browsers that people are signed in with. It imports no other part of the core.
"""
