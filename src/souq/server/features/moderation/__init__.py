"""Moderation: reports, suspensions, announcements, administrators and the audit log."""
