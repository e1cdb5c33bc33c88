"""Hints during a deal, and the costliest decision after it."""
