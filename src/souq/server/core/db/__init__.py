"""The database: connections, tables, migrations, and reading and writing rows.

``declaring`` makes tables from the classes of their rows, ``models`` declares the core's tables
(:mod:`souq.server.core.store.rows` has the rows), ``migrations`` changes tables from one version to the next, and
``engines`` connects to the database. ``storage`` reads and writes game tables and their chat. ``sessions`` stores the
browsers in which people are signed in.
"""
