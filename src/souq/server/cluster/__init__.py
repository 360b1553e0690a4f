"""Several servers in one house: what they tell each other, who of them is there, and who does what.

On SQLite there is one server, which is told nothing and does everything.
"""
