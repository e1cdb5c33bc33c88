"""The account of a whole deal of Illustrated Tarokk, from the cards to the score sheet."""

from __future__ import annotations

import pytest

from bot.games.illustrated_tarokk import ILLUSTRATED_TAROKK
from bot.rules.deal import Deal
from bot.text import words
from bot.text.deals import account
from bot.text.words import MINUS
from tests.notation import Sample, documents

FOUR = ("Anna", "Béla", "Clara", "Dóra")

ENGLISH = """\
Illustrated Tarokk
Dealer: Béla
This deal counts ×2. Deals left in the doubling window, including this one: 2.
Anna was dealt: XVII, XIV, V, I, ♠Q, ♠C, ♠J, ♥1, ♣C
Béla was dealt: XIX, XVIII, X, IX, VIII, VII, ♠K, ♠10, ♦Q
Clara was dealt: XXI, IIII, III, ♥Q, ♥C, ♥J, ♦K, ♦J, ♣K
Dóra was dealt: Skíz, XX, XVI, XV, XIII, XII, II, ♥K, ♣Q
Talon as dealt: ♦1, ♣10, ♦C, XI, ♣J, VI
Auction: Clara: Three (három), Dóra: pass, Anna: pass, Béla: pass
Contract: Three (három) · 2 points, declarer Clara
Called: the III. Clara plays alone.
Discarded face up: IIII, III
Tarokks discarded: Clara 2, Dóra 1, Anna 1, Béla 1
Anna discarded: XIV
Béla discarded: XVIII
Clara discarded: IIII, III, ♦J
Dóra discarded: XI
Clara announces trull.
Trick 1: Clara XXI, Dóra Skíz, Anna I, Béla VI → Dóra
Trick 2: Dóra ♣Q, Anna ♣C, Béla XIX, Clara ♣10 → Béla
Trick 3: Béla ♠10, Clara ♦1, Dóra XX, Anna ♠J → Dóra
Trick 4: Dóra ♥K, Anna ♥1, Béla IX, Clara ♥J → Béla
Trick 5: Béla ♦Q, Clara ♦K, Dóra II, Anna V → Anna
Trick 6: Anna ♣J, Béla VII, Clara ♣K, Dóra XII → Dóra
Trick 7: Dóra XIII, Anna XVII, Béla X, Clara ♥C → Anna
Trick 8: Anna ♠C, Béla ♠K, Clara ♦C, Dóra XVI → Dóra
Trick 9: Dóra XV, Anna ♠Q, Béla VIII, Clara ♥Q → Dóra
1. Volát made (the defenders, not announced): 3 × 2 (doubling) = 6 points \
→ Anna +6, Béla +6, Clara -18, Dóra +6 (rule 12.3.3)
2. Trull missed (announced by the declarer's side): 2 × 2 (doubling) = 4 points \
→ Anna +4, Béla +4, Clara -12, Dóra +4 (rule 10.1.1)
3. XXI catch made (the defenders, not announced): 21 × 2 (doubling) = 42 points \
→ Anna +42, Béla +42, Clara -126, Dóra +42 (rule 10.3.3)
Clara wears the hat.
This deal: Anna +52, Béla +52, Clara -156, Dóra +52
"""

JAPANESE = """\
イルストラールト・タロック
ディーラー：Béla
このディールの得点は2倍です（倍付けの残りディール数：2、このディールを含む）。
Annaに配られた手札：タロック17、14、5、1、♠Q、♠C、♠J、♥1、♣C
Bélaに配られた手札：タロック19、18、10、9、8、7、♠K、♠10、♦Q
Claraに配られた手札：タロック21、4、3、♥Q、♥C、♥J、♦K、♦J、♣K
Dóraに配られた手札：スキーズ、タロック20、16、15、13、12、2、♥K、♣Q
配られたタロン：♦1、♣10、♦C、タロック11、♣J、タロック6
ビッド：Clara スリー、Dóra パス、Anna パス、Béla パス
コントラクト：スリー（2点）、デクレアラー：Clara
指名：タロック3。Claraは1人で戦います。
表向きに捨てられたカード：タロック4、3
捨てられたタロックの枚数：Clara 2、Dóra 1、Anna 1、Béla 1
Annaが捨てたカード：タロック14
Bélaが捨てたカード：タロック18
Claraが捨てたカード：タロック4、3、♦J
Dóraが捨てたカード：タロック11
Claraがトルルを宣言しました。
第1トリック：Clara タロック21、Dóra スキーズ、Anna タロック1、Béla タロック6 → Dóra
第2トリック：Dóra ♣Q、Anna ♣C、Béla タロック19、Clara ♣10 → Béla
第3トリック：Béla ♠10、Clara ♦1、Dóra タロック20、Anna ♠J → Dóra
第4トリック：Dóra ♥K、Anna ♥1、Béla タロック9、Clara ♥J → Béla
第5トリック：Béla ♦Q、Clara ♦K、Dóra タロック2、Anna タロック5 → Anna
第6トリック：Anna ♣J、Béla タロック7、Clara ♣K、Dóra タロック12 → Dóra
第7トリック：Dóra タロック13、Anna タロック17、Béla タロック10、Clara ♥C → Anna
第8トリック：Anna ♠C、Béla ♠K、Clara ♦C、Dóra タロック16 → Dóra
第9トリック：Dóra タロック15、Anna ♠Q、Béla タロック8、Clara ♥Q → Dóra
1. ボラート成功（ディフェンダー側、宣言なし）：3×2（倍付け）＝6点 \
→ Anna +6、Béla +6、Clara -18、Dóra +6（ルール12.3.3）
2. トルル失敗（デクレアラー側の宣言）：2×2（倍付け）＝4点 \
→ Anna +4、Béla +4、Clara -12、Dóra +4（ルール10.1.1）
3. タロック21の捕獲成功（ディフェンダー側、宣言なし）：21×2（倍付け）＝42点 \
→ Anna +42、Béla +42、Clara -126、Dóra +42（ルール10.3.3）
帽子をかぶっているのはClaraです。
このディール：Anna +52、Béla +52、Clara -156、Dóra +52
"""

SAID = """\
Dóra announces little bird.
Anna: kontra, game.
Anna plays against the declarer.
Anna announces king ultimó of clubs.
Clara: rekontra, game.
Clara is the partner.
Clara: kontra, Anna's king ultimó of clubs.
Clara announces trull.
1. Double game made, not announced (the declarer's side has 84 card points, 71 needed): 8 × 8 (doubling) = \
64 points → Anna -64, Béla -64, Clara +64, Dóra +64 (rule 12.3.2)
2. Game won (the declarer's side has 84 of the 94 card points, 48 needed): 4 × 4 (rekontra) × 8 (doubling) \
= 128 points → Anna -128, Béla -128, Clara +128, Dóra +128 (rule 12.3.8)
3. Little bird missed (announced by the declarer's side): 10 × 8 (doubling) = 80 points \
→ Anna +80, Béla +80, Clara -80, Dóra -80 (rule 10.1.8)
4. Trull made (announced by the declarer's side): 2 × 8 (doubling) = 16 points \
→ Anna -16, Béla -16, Clara +16, Dóra +16 (rule 10.1.1)
5. Four kings made (the declarer's side, not announced): 1 × 8 (doubling) = 8 points \
→ Anna -8, Béla -8, Clara +8, Dóra +8 (rule 10.1.2)
6. King ultimó of clubs missed (announced by the defenders): 15 × 2 (kontra) × 8 (doubling) = 240 points \
→ Anna -240, Béla -240, Clara +240, Dóra +240 (rule 10.1.11)
This deal: Anna -376, Béla -376, Clara +376, Dóra +376
"""


def golden(number: int) -> Deal:
    """A deal of the golden records at its end."""
    return Sample.of(documents("illustrated_tarokk.jsonl")[number]).end(ILLUSTRATED_TAROKK)


def told(locale: str, deal: Deal) -> str:
    """The account of a deal, with the hyphen for the sign of a loss."""
    return account(words(locale), deal, FOUR).replace(MINUS, "-") + "\n"


@pytest.mark.parametrize(("locale", "text"), [("en", ENGLISH), ("ja", JAPANESE)])
def test_a_deal_in_a_doubling_window_that_ends_with_the_hat(locale: str, text: str) -> None:
    assert told(locale, golden(35)) == text


def test_statements_and_their_scores_are_in_the_account() -> None:
    lines = told("en", golden(28)).splitlines()
    assert [line for line in lines if line in SAID.splitlines()] == SAID.splitlines()
    assert any(line.startswith("This deal counts ×8.") and line.endswith(": 2, 2, and 2.") for line in lines)
