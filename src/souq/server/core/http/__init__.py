"""HTTP: the core's routes, request and response models, rate limits and security headers.

``api`` has the routes, ``models`` their request and response bodies, and ``dependencies`` what they need from a
request. ``connection_limits``, ``rate_limits``, ``security`` and ``addresses`` decide which requests are served;
``health`` answers monitoring. Features render their pages with ``templating``, ``rendering`` and ``sections``. A
table's WebSocket is in ``realtime``.
"""
