"""Several servers on one PostgreSQL database: membership, leases, notifications, presence and a shared job queue.

It implements :class:`souq.server.core.cluster.Cluster`. With SQLite there is only one server, and this package is not
imported.
"""
