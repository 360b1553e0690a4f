"""The steps that every command passes through: parse, decide, commit, acknowledge, publish.

``protocol`` declares the commands, and ``commands`` dispatches them. ``deciding``, ``seating`` and ``hosting`` compute
the changes that a command makes (``outcome``), ``changes`` applies these to the table's database row, and
``committing`` stores and publishes the row. ``standing_orders`` stores players' standing orders and answers,
``queries`` answers questions, and ``again`` opens a rematch.
"""
