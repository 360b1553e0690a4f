"""“Your turn”: telling people who are not looking that a table waits for them.

What is told follows from the tables' rows: who is asked, and since when. A turn that began is told after a quiet while,
by every channel its person has switched on, unless they have seen it meanwhile; what could not be sent is kept, and
tried again. A notice says whose turn it is at which table, which everybody there knows, and nothing of the game.
"""
