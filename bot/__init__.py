"""Skíz: five tarock games for a Discord server."""

__version__ = "0.1.0"
