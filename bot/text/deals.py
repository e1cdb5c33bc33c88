"""Deals in words: the functions of this package for texts about a deal, its cards, moves and score."""

from bot.text.account import account
from bot.text.announced import item_lines
from bot.text.cards import hand_in_words
from bot.text.inherited import closing_lines, marked_names, session_lines
from bot.text.moves import action_label, call_in_words, move_sentence
from bot.text.refusals import refusal_sentence
from bot.text.scores import net_line, score_label, score_line, score_lines, scores_line, totals_line
from bot.text.sides import called_line, calling_line, own_side, own_side_line, side_sentences
from bot.text.standing import (
    auction_line,
    auction_lines,
    contract_line,
    dealer_line,
    dealing_lines,
    hands_lines,
    is_settled,
    last_trick_line,
    last_word_lines,
    look_lines,
    misdeal_lines,
    open_hands_lines,
    promised_lines,
    prompt_line,
    standing_lines,
    talon_in_words,
    talon_lines,
    trick_in_words,
    trick_line,
    tricks_line,
    turn_line,
)

__all__ = [
    "account",
    "action_label",
    "auction_line",
    "auction_lines",
    "call_in_words",
    "called_line",
    "calling_line",
    "closing_lines",
    "contract_line",
    "dealer_line",
    "dealing_lines",
    "hand_in_words",
    "hands_lines",
    "is_settled",
    "item_lines",
    "last_trick_line",
    "last_word_lines",
    "look_lines",
    "marked_names",
    "misdeal_lines",
    "move_sentence",
    "net_line",
    "open_hands_lines",
    "own_side",
    "own_side_line",
    "promised_lines",
    "prompt_line",
    "refusal_sentence",
    "score_label",
    "score_line",
    "score_lines",
    "scores_line",
    "session_lines",
    "side_sentences",
    "standing_lines",
    "talon_in_words",
    "talon_lines",
    "totals_line",
    "trick_in_words",
    "trick_line",
    "tricks_line",
    "turn_line",
]
