"""What the server does by itself, beside what people send.

``turns`` keeps tables going that wait for nobody: ``due`` says what they are to decide, ``decisions`` decides it.
``solving``, ``hinting`` and ``analysing`` think; ``timekeeping`` is the clocks'; ``startup`` and ``chores`` are the
server's own, ``pausing`` its patience. What is decided goes the way of every command: stands on ``commands``.
"""
