"""Accounts: signing in, browser sessions, and the export and deletion of personal data."""
