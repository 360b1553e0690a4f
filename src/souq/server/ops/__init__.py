"""Operating a server: settings, telemetry, diagnosis, backups and workers."""
