"""Messages to the viewers of tables. They never reveal more than a viewer's seat may know.

``session`` is one client at a table, ``client`` the interface of its other side, and ``socket`` the WebSocket
endpoint. ``hub`` holds the viewers of each table, ``viewers`` defines what a viewer has already received, and
``updates`` makes the next messages for them. ``scenes`` renders the present position and ``shots`` the earlier moments,
``frames`` turns both into messages, and ``log`` lists the moments for API clients that are programs. ``info`` describes
the table, ``ending`` its result, and ``chart`` draws an analysis. The package reads the tables of ``core.live``.
"""
