"""Computer players that search think in worker processes, with a queue that is fair among tables."""

from bot.thinking.pool import Failure, Observer, Pool

__all__ = ["Failure", "Observer", "Pool"]
