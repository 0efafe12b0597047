"""The wall is committed to, decided by all four seats, and even."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import wall

SEED = bytes(range(32))
ENTROPIES = [f"{place + 1:02x}" * 32 for place in range(4)]
DIGESTS = [wall.entropy_digest(entropy) for entropy in ENTROPIES]
CHAIN = wall.make_chain(SEED, 4)
TRANSCRIPT = wall.transcript("demo", wall.commitment(CHAIN[0]), DIGESTS, ENTROPIES)

digests = st.binary(min_size=32, max_size=32).map(bytes.hex)


def any_other(kind: int) -> list[int]:
    return [other for other in range(34) if other != kind]


def test_every_secret_is_the_digest_of_the_next_and_the_commitment_of_the_first():
    for earlier, later in pairwise(CHAIN):
        assert sha256(bytes.fromhex(later)).hexdigest() == earlier
        assert wall.next_secret_ok(earlier, later)
    assert wall.next_secret_ok(wall.commitment(CHAIN[0]), CHAIN[0])
    assert not wall.next_secret_ok(CHAIN[0], CHAIN[2])


def test_the_documented_vectors():
    assert CHAIN[4] == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert CHAIN[1] == "cefc1232dee44cc53fccf8cc078f657f4db4f1d0303725375a0694f7d395e2ea"
    assert TRANSCRIPT == "58ad831cbc926d4142e12bded1646a08f7f26592cf5cffc0638e32c0ddf544b7"
    assert wall.first_dealer(CHAIN[0], "demo", TRANSCRIPT) == 3
    order = wall.deal_order(CHAIN[1], "demo", 1, TRANSCRIPT)
    assert order[:14] == (30, 19, 14, 22, 9, 28, 18, 26, 33, 25, 17, 9, 15, 1)
    assert order[-3:] == (28, 16, 26)
    assert wall.random_wilds(CHAIN[1], "demo", 1, TRANSCRIPT, 2, any_other) == (19, 31)


@given(secret=digests, transcript=digests, hand=st.integers(1, 1024), match=st.text(max_size=40))
def test_every_wall_holds_four_of_each_kind(secret, transcript, hand, match):
    match = match.encode("utf-8", "ignore").decode()
    order = wall.deal_order(secret, match, hand, transcript)
    assert Counter(order) == dict.fromkeys(range(34), 4)


@pytest.mark.parametrize("place", range(4))
def test_one_bit_of_any_contribution_makes_another_wall(place):
    entropies = list(ENTROPIES)
    entropies[place] = f"{int(entropies[place], 16) ^ 1:064x}"
    changed = [wall.entropy_digest(entropy) for entropy in entropies]
    transcript = wall.transcript("demo", wall.commitment(CHAIN[0]), changed, entropies)
    assert wall.deal_order(CHAIN[1], "demo", 1, transcript) != wall.deal_order(
        CHAIN[1], "demo", 1, TRANSCRIPT
    )


def test_match_hand_and_secret_each_make_another_wall():
    walls = {
        wall.deal_order(CHAIN[1], "demo", 1, TRANSCRIPT),
        wall.deal_order(CHAIN[1], "demo", 2, TRANSCRIPT),
        wall.deal_order(CHAIN[2], "demo", 1, TRANSCRIPT),
        wall.deal_order(CHAIN[1], "other", 1, TRANSCRIPT),
    }
    assert len(walls) == 4


def test_a_seat_that_stays_away_is_replaced_by_what_the_commitments_give():
    published = wall.commitment(CHAIN[0])
    missed = [*DIGESTS[:3], None]
    with_gap = wall.transcript("demo", published, missed, [*ENTROPIES[:2], None, None])
    spelled_out = [
        *ENTROPIES[:2],
        wall.stand_in(published, missed, 2),
        wall.stand_in(published, missed, 3),
    ]
    assert with_gap == wall.transcript("demo", published, missed, spelled_out)
    assert spelled_out[2] != spelled_out[3]


def test_the_stand_in_depends_on_no_opened_contribution():
    # Otherwise the last to open could choose between two walls it knows of.
    published = wall.commitment(CHAIN[0])
    assert wall.stand_in(published, DIGESTS, 3) == (
        "9fbb17f6b3043e90b3af9f05f4bc4f4c579e5ccdddacddbf389a5ec031eaffd3"
    )


def test_draws_are_even():
    rolls = Counter(
        wall.first_dealer(f"{number:064x}", "demo", TRANSCRIPT) for number in range(8000)
    )
    assert all(1850 < rolls[place] < 2150 for place in range(4))


def test_words_past_the_last_full_multiple_are_skipped():
    draws = wall._Draws(bytes(32))
    draws._next = iter([0xFFFF_FFFF, 0xFFFF_FFFE, 5]).__next__
    # 2^32 - 1 = 3 · 1431655765, so only the topmost word is past it.
    assert draws.below(3) == 0xFFFF_FFFE % 3


def test_a_shuffle_is_the_same_word_by_word_and_skips_as_the_draws_do(monkeypatch):
    arguments = (CHAIN[2], "demo", 2, TRANSCRIPT)
    in_one_go = wall.deal_order.__wrapped__(*arguments)
    monkeypatch.setattr(wall, "_LEAST_LIMIT", 0)
    assert wall.deal_order.__wrapped__(*arguments) == in_one_go
    words = wall._words
    monkeypatch.setattr(wall, "_words", lambda key: chain([0xFFFF_FFFF], words(key)))
    # 2^32 is a multiple of 136 and 96 more, so this word is past the last full one.
    assert wall.deal_order.__wrapped__(*arguments) == in_one_go


def test_every_kind_and_partner_can_be_wild():
    seen = Counter(
        wall.random_wilds(f"{number:064x}", "demo", 1, TRANSCRIPT, 1, any_other)[0]
        for number in range(3400)
    )
    assert set(seen) == set(range(34))
    pair = wall.random_wilds("00" * 32, "demo", 1, TRANSCRIPT, 2, lambda kind: ((kind + 1) % 34,))
    assert (pair[1] - pair[0]) % 34 in (1, 33)
