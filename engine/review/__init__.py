"""Figures and moments of finished games."""
