"""The deck that follows from a secret and a press: test vectors, an independent program, and randomness."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from bot.fairness import Seal, SeededShuffle, new_secret
from bot.games import GAMES
from bot.rules.cards import PACK_54, Cards

PAGE = Path(__file__).parents[2] / "docs" / "fair-dealing.md"
VERIFIER = Path(__file__).with_name("verify.pl")
PERL = shutil.which("perl")


def test_the_example_on_the_page_is_right() -> None:
    example = PAGE.read_text().split("```text\n")[1].split("```")[0]
    commitment, seed, deck = re.split(r"commitment|seed|deck", " ".join(example.split()))[1:]
    opened = Seal("k3m9xp", 4, "0" * 64).opened(1300000000000000000)
    assert opened.seal.commitment == commitment.strip()
    assert opened.seed == seed.strip()
    assert " ".join(map(str, opened.shuffle.deck(PACK_54))) == deck.strip()


def test_a_secret_has_256_bits_and_is_never_repeated() -> None:
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}


def test_a_secret_is_not_printed() -> None:
    seal = Seal("k3m9xp", 4, "5" * 64)
    assert "5" * 64 not in repr(seal)
    assert "5" * 64 not in repr(seal.opened(None))


def test_every_part_changes_the_seed() -> None:
    seals = [
        Seal("aa", 1, "0" * 64),
        Seal("ab", 1, "0" * 64),
        Seal("aa", 2, "0" * 64),
        Seal("aa", 1, "1" * 64),
    ]
    seeds = {seal.opened(press).seed for seal in seals for press in (None, 1, 2)}
    assert len(seeds) == 12
    assert len({seal.commitment for seal in seals}) == 4


def test_a_shuffled_pack_is_the_whole_pack() -> None:
    deck = SeededShuffle("a").deck(PACK_54)
    assert len(deck) == 54
    assert Cards.of(deck) == PACK_54


def test_every_card_reaches_every_place_equally_often() -> None:
    """Chi-squared over all 54 places and cards: beyond six standard deviations once in 10**9 seeds."""
    shuffle, decks = SeededShuffle("places"), 2000
    counts = Counter((place, card) for _ in range(decks) for place, card in enumerate(shuffle.deck(PACK_54)))
    expected = decks / 54
    freedom = 53 * 53
    chi2 = sum((counts[place, card] - expected) ** 2 / expected for place in range(54) for card in PACK_54)
    assert abs(chi2 - freedom) < 6 * (2 * freedom) ** 0.5


def test_everybody_may_deal_first() -> None:
    drawn = Counter(SeededShuffle(str(seed)).first_dealer(3) for seed in range(300))
    assert set(drawn) == {0, 1, 2}


def test_numbers_that_would_favour_a_dealer_are_skipped() -> None:
    """Of 32 bits, three thousand million numbers are used and the others, nearly a third, are skipped."""
    bound, shuffle = 3_000_000_000, SeededShuffle("a")
    digits = "".join(sha256(f"a {block}".encode()).hexdigest() for block in range(4))
    numbers = [int(digits[start : start + 8], 16) for start in range(0, len(digits), 8)]
    kept = [number for number in numbers if number < bound]
    assert len(kept) < len(numbers)
    assert [shuffle.first_dealer(bound) for _ in kept] == kept


@pytest.mark.skipif(PERL is None, reason="perl is not installed")
def test_an_independent_program_agrees_on_a_thousand_deals() -> None:
    games, asked, expected = list(GAMES.values()), [], []
    for count in range(1000):
        game, number, press = games[count % 6], 1 + count % 3, None if count % 5 == 0 else 10**18 + count
        opened = Seal(f"t{count}", number, f"{count:064x}").opened(press)
        dealers = len(game.dealers(max(game.seats))) if number == 1 else 0
        pack = " ".join(map(str, game.pack.sorted))
        asked.append(f"t{count} {number} {count:064x} {press or '-'} {dealers} {pack}")
        shuffle = opened.shuffle
        dealer = shuffle.first_dealer(dealers) if dealers else "-"
        deck = " ".join(map(str, shuffle.deck(game.pack)))
        expected.append(f"{opened.seal.commitment} {opened.seed} {dealer} {deck}")
    assert PERL is not None
    answer = subprocess.run(
        [PERL, VERIFIER], input="\n".join(asked), capture_output=True, text=True, check=True
    )
    assert answer.stdout.splitlines() == expected
