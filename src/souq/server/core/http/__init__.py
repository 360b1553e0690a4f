"""HTTP: routes of the core, request and response models, rate limits and security headers.

``api`` has the routes, ``models`` and ``dependencies`` what they take and return; ``connection_limits``,
``rate_limits``, ``security`` and ``addresses`` decide which requests are served; ``health`` answers monitoring.
``templating``, ``rendering`` and ``sections`` are what the features' pages are made with. The live connection of a
table is in ``realtime``.
"""
