"""Finished deals: lists of them, and going through one step by step."""
