"""Where it is kept: the database, its tables and their history, and what is stored as plain values.

``declaring`` makes tables of the classes of their rows, ``models`` are those of core, ``migrations`` their history,
``engines`` the connections, ``storage`` reads and writes, ``sessions`` who is known by which browser. Imports nothing
of the other floors.
"""
