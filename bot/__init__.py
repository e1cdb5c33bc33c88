"""Skíz: five tarock games for a Discord server."""

__version__ = "0.2.0"
