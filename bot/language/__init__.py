"""Sentences: words, names, events and pages in the reader's language."""
