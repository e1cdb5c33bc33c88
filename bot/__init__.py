"""Skíz: five tarock games for a Discord server."""
