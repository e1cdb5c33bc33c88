"""Fair dealing: decks that nobody could have arranged, and proofs of it that anyone can check."""

from bot.fairness.proof import Fault, Proof, ProofError
from bot.fairness.seal import Opened, Seal, SeededShuffle, new_secret

__all__ = ["Fault", "Opened", "Proof", "ProofError", "Seal", "SeededShuffle", "new_secret"]
