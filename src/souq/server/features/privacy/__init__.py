"""The privacy page, and retention: which data the server stores, why and how long, and deletion of old data."""
