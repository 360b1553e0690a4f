"""Several servers in one house, on PostgreSQL: what they tell each other, which of them are there, and who does what.

They offer what :class:`souq.server.core.cluster.Cluster` does for a server alone, on SQLite, which loads none of this.
"""
