"""The privacy page, which says what data the server stores, why and how long, and the deletion of old data."""
