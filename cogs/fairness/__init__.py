"""Proofs that a deal was dealt fairly."""
