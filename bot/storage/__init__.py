"""What is kept: the database, its queries, its shape, its copies."""
