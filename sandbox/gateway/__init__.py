"""The gateway: sessions, events and payloads."""
