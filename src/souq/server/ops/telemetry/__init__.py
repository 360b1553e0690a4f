"""Telemetry of a server: metrics, logs and traces, without personal data.

The server calls the hooks of an ``observer``. ``metrics`` counts and times these calls, and ``tracing`` also exports
spans, if it is configured. ``pulse`` measures the event loop's lag, ``logs`` configures the format of log lines,
and ``context`` says which request or job they come from.
"""
