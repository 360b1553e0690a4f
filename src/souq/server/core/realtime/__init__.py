"""What is shown: to every viewer what that seat may know, and never more.

``scenes`` is what a seat has before it now, ``shots`` the moments before, ``frames`` the messages made of both, ``log``
the same for programs; ``info`` is told about the table itself, ``ending`` of how it ended, ``chart`` of an analysis.
``hub`` knows who watches, ``viewers`` what they have seen, ``updates`` what they are to be sent. Stands on ``playing``.
"""
