"""Where it is kept: the database, its tables and their history, and what is stored as plain values.

``rows`` are the values, ``schema`` the tables, ``migrations`` their history, ``engines`` the connections, ``storage``
reads and writes, ``sessions`` who is known by which browser, ``clearing`` throws away. Imports nothing of
the other floors.
"""
