"""Telemetry of a server: metrics, logs and traces, without personal data.

The server calls an ``observer``; ``metrics`` counts what it is called with, and ``tracing`` exports spans, if
configured. ``pulse`` measures the event loop's lag, and ``logs`` sets up the format and context of log lines.
"""
