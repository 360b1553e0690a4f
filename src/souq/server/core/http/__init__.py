"""What people send, and how it comes in.

``api`` and ``socket`` take it, ``models`` and ``dependencies`` are its forms; ``gate``, ``safety``, ``rations`` and
``addresses`` say who is let in and how much they may ask; ``health`` answers whoever watches over the server. Stands on
the house, of whose parts every request is answered.
"""
