"""Running a server: settings, telemetry, a check-up, backups."""
