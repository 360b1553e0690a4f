"""Several servers on one PostgreSQL database: membership, leases, notifications, presence and a shared job queue.

It implements :class:`souq.server.core.cluster.Cluster`. On SQLite, where a server is alone, nothing of it is imported.
"""
