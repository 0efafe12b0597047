from __future__ import annotations

import hashlib
import hmac

from tournaments.draws import Draws


def test_the_stream_can_be_run_again_from_its_description() -> None:
    framed = b"\x00\x00\x00\x08rotation\x00\x00\x00\x010"
    key = hmac.digest(b"seed", framed, "sha256")
    block = hashlib.sha256(key + (0).to_bytes(8, "big")).digest()
    second = hashlib.sha256(key + (1).to_bytes(8, "big")).digest()
    draws = Draws(b"seed", "rotation", "0")
    words = [draws.word() for _ in range(9)]
    assert words[0] == int.from_bytes(block[:4], "big")
    assert words[7] == int.from_bytes(block[28:], "big")
    assert words[8] == int.from_bytes(second[:4], "big")


def test_labels_do_not_run_into_each_other() -> None:
    assert Draws(b"s", "ab", "c").word() != Draws(b"s", "a", "bc").word()


def test_words_past_the_last_full_multiple_are_skipped() -> None:
    draws = Draws(b"s")
    words = iter([0xFFFF_FFFF, 0xC000_0000, 5])
    draws.word = words.__next__
    assert draws.below(3 << 30) == 5


def test_a_shuffle_keeps_every_item_and_follows_from_the_seed() -> None:
    once, again = (Draws(b"s", "lots").shuffled(range(50)) for _ in range(2))
    assert once == again
    assert sorted(once) == list(range(50))
    assert once != Draws(b"t", "lots").shuffled(range(50))


def test_every_order_of_three_is_drawn_about_equally_often() -> None:
    draws = Draws(b"even")
    drawn = [tuple(draws.shuffled("abc")) for _ in range(6000)]
    assert all(850 < drawn.count(order) < 1150 for order in set(drawn))
    assert len(set(drawn)) == 6
