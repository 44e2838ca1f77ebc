"""The PostgreSQL database."""
