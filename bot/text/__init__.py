"""Sentences: words, phrases and pages from the Fluent files."""
