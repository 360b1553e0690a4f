"""The single path of every command: parse, decide, commit, acknowledge, publish.

``protocol`` declares the commands, ``commands`` dispatches them, ``deciding``, ``seating`` and ``hosting`` work out
what a command would change (``outcome``), ``changes`` applies that to the table's row, and ``committing`` stores and
publishes it. ``standing_orders`` stores standing orders and answers, ``queries`` answers questions, ``again`` opens a
rematch.
"""
