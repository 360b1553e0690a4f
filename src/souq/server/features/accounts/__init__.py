"""People who keep their name: the ways by which they come back, the browsers that know them, and what is kept of them.

A guest is known by one browser's cookie and nothing else. Whoever keeps their name has other ways to come back as well:
passkeys (``passkeys``, ``ceremonies``, ``challenges``), recovery codes (``codes``), links by mail (``letters``,
``writing``, ``post``). There are no passwords. ``ways`` is what is stored of these, ``accounts`` brings all of it
together; ``joining`` takes a guest's seats along, ``leaving`` tells and deletes what is kept of somebody, and ``guard``
says how often anything may be tried. The browsers that know somebody are :mod:`souq.server.core.db.sessions`, and
``devices`` says what they are called.
"""
