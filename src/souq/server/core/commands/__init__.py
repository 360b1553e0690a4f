"""The path that every command takes: parse, decide, commit, acknowledge, publish.

``protocol`` declares the commands, and ``commands`` dispatches them. ``deciding``, ``seating`` and ``hosting`` compute
what a command would change (``outcome``), ``changes`` applies that to the table's row, and ``committing`` stores and
publishes it. ``standing_orders`` stores standing orders and answers, ``queries`` answers questions, and ``again`` opens
a rematch.
"""
