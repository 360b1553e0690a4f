"""Messages to the viewers of tables. They never reveal more than a viewer's seat may know.

``socket`` is the WebSocket endpoint, ``hub`` holds the viewers of each table, ``viewers`` defines what a viewer has
already received, and ``updates`` makes the next messages. ``scenes`` renders the present position, ``shots`` the
moments before it, ``frames`` turns both into messages, and ``log`` does so for programs. ``info`` describes the table,
``ending`` its result, and ``chart`` an analysis. Reads the tables of ``core.live``.
"""
