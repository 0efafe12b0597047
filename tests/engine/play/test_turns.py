"""One's own turn: discards and own kongs (P1, P4, P8, C6, C7)."""

from __future__ import annotations

import pytest

from engine.errors import IllegalAction
from engine.notation import parse_tile, parse_tiles
from engine.play import commands as c
from engine.play import events as e
from engine.seats import E, S
from tests.engine.play.builder import claim, discard, laid, menu, passes, position, run

SCATTERED = "19m19p19s1234567z"


def test_any_tile_held_may_be_discarded_each_kind_once() -> None:
    state = position(hands={"E": "1122m345p678s1235z"}, drawn="5z")
    assert menu(state, "E", "discard") == [
        f"discard {tile}"
        for tile in ["1m", "2m", "3p", "4p", "5p", "6s", "7s", "8s", "1z", "2z", "3z", "5z"]
    ]


def test_a_tile_not_held_is_refused_with_its_name() -> None:
    state = position(hands={"E": "1122m345p678s1235z"}, drawn="5z")
    with pytest.raises(IllegalAction, match="cannot discard 9m: East holds none") as refused:
        discard(state, "9m")
    assert (refused.value.code, refused.value.rule) == ("not_held", "P1")


def test_only_the_seat_in_turn_discards() -> None:
    state = position(hands={"E": "1122m345p678s1235z"}, drawn="5z")
    with pytest.raises(IllegalAction, match="South is not in turn: East is"):
        run(state, c.Discard(S, parse_tile("1m")))
    assert menu(state, "S") == []


def test_a_wild_may_be_forbidden_to_discard() -> None:
    state = position(
        options={"wild_discard": "forbidden"}, hands={"E": "1122m345p678s1235z"},
        drawn="5z", wilds="1m2m", contract=("E", 2, "two_wild"),
    )  # fmt: skip
    assert "discard 1m" not in menu(state, "E")
    with pytest.raises(IllegalAction) as refused:
        discard(state, "1m")
    assert refused.value.rule == "C7"


def test_a_hand_of_nothing_but_wilds_may_discard_one_all_the_same() -> None:
    melds = {"E": [laid("pung", f"{n}{n}{n}p", "S") for n in (1, 3, 5, 7)]}
    state = position(
        options={"wild_discard": "forbidden"}, hands={"E": "12m"}, melds=melds,
        drawn="1m", wilds="1m2m", contract=("E", 3, "two_wild"), source="claim",
    )  # fmt: skip
    assert menu(state, "E", "discard") == ["discard 1m", "discard 2m"]


def chowed(options: dict[str, bool], tile: str, own: str, rest: str) -> list[str]:
    """South's discards right after this chow."""
    state = position(options=options, hands={"E": SCATTERED + tile, "S": own + rest})
    state = discard(state, tile)
    state, _ = run(state, claim("S", "chow", own), *passes("WN"))
    return menu(state, "S", "discard")


def test_swap_call_is_allowed_by_default() -> None:
    assert "discard 4p" in chowed({}, "4p", "56p", "47p11m11s22233z")


def test_swap_call_bars_the_tile_and_the_other_end() -> None:
    found = chowed({"swap_call": True}, "4p", "56p", "47p11m11s22233z")
    assert found == ["discard 1m", "discard 1s", "discard 2z", "discard 3z"]


def test_swap_call_from_above_bars_the_lower_end() -> None:
    assert chowed({"swap_call": True}, "7p", "56p", "47p11m11s22233z")[0] == "discard 1m"
    assert "discard 4p" not in chowed({"swap_call": True}, "7p", "56p", "47p11m11s22233z")


def test_swap_call_in_the_middle_bars_only_the_tile() -> None:
    found = chowed({"swap_call": True}, "5p", "46p", "57p11m11s22233z")
    assert "discard 5p" not in found
    assert "discard 7p" in found


def test_swap_call_knows_the_end_of_a_suit() -> None:
    found = chowed({"swap_call": True}, "7p", "89p", "47p11m11s22233z")
    assert "discard 7p" not in found
    assert "discard 4p" in found


def test_the_bar_after_a_chow_falls_before_the_ban_on_wilds() -> None:
    melds = {"S": [laid("pung", tiles, "W") for tiles in ("111m", "222m", "333m")]}
    state = position(
        options={"swap_call": True, "wild_discard": "forbidden"}, wilds="8s9s",
        contract=("S", 9, "two_wild"), hands={"E": SCATTERED + "4p", "S": "567p8s"}, melds=melds,
    )  # fmt: skip
    state, _ = run(discard(state, "4p"), claim("S", "chow", "56p"), *passes("WN"))
    assert menu(state, "S", "discard") == ["discard 7p"]


def test_swap_call_is_about_chows_alone() -> None:
    state = position(
        options={"swap_call": True}, hands={"E": SCATTERED + "4p", "S": "444p7p11m11s22233z"}
    )
    state, _ = run(discard(state, "4p"), claim("S", "pung", "44p"), *passes("WN"))
    assert "discard 4p" in menu(state, "S", "discard")


def test_swap_call_refusal_names_the_rule() -> None:
    state = position(
        options={"swap_call": True},
        hands={"E": SCATTERED + "4p", "S": "56p47p11m11s22233z"},
    )
    state, _ = run(discard(state, "4p"), claim("S", "chow", "56p"), *passes("WN"))
    with pytest.raises(IllegalAction, match="cannot discard 7p right after this chow") as refused:
        discard(state, "7p")
    assert refused.value.rule == "P8"


def test_swap_call_is_waived_when_nothing_else_is_left() -> None:
    melds = {"S": [laid("pung", tiles, "W") for tiles in ("111m", "222m", "333m")]}
    state = position(
        options={"swap_call": True}, hands={"E": SCATTERED + "4p", "S": "5677p"}, melds=melds
    )
    state, _ = run(discard(state, "4p"), claim("S", "chow", "56p"), *passes("WN"))
    assert menu(state, "S", "discard") == ["discard 7p"]


def test_the_bar_ends_with_the_discard() -> None:
    state = position(
        options={"swap_call": True},
        hands={"E": SCATTERED + "4p", "S": "56p47p11m11s22233z"},
    )
    state, _ = run(discard(state, "4p"), claim("S", "chow", "56p"), *passes("WN"))
    state = discard(state, "1m")
    assert state.hand is not None
    assert state.hand.barred == ()


def test_four_of_a_kind_make_a_concealed_kong_and_the_tail_replaces() -> None:
    state = position(hands={"E": "5555m123p456s1123z"}, drawn="5m", replacement="9s")
    assert menu(state, "E", "kong") == ["kong concealed_kong 5555m"]
    state, events = run(state, c.DeclareKong(E, "concealed_kong", parse_tiles("5555m")))
    fives = parse_tiles("5555m")
    assert events == [
        e.KongDeclared(E, "concealed_kong", fives, None, fives),
        e.TileDrawn(E, parse_tile("9s"), "tail"),
    ]
    assert "discard 9s" in menu(state, "E")
    assert "discard 5m" not in menu(state, "E")


def test_bao_one_of_a_concealed_kong_may_be_a_wild() -> None:
    state = position(
        hands={"E": "555m8p123p456s1123z"}, drawn="5m", wilds="8p9p",
        contract=("S", 2, "two_wild"), replacement="9s",
    )  # fmt: skip
    assert menu(state, "E", "kong") == ["kong concealed_kong 555m8p"]
    _, events = run(state, c.DeclareKong(E, "concealed_kong", parse_tiles("555m8p")))
    assert events[0] == e.KongDeclared(
        E, "concealed_kong", parse_tiles("555m8p"), None, parse_tiles("5555m")
    )


@pytest.mark.parametrize("options", [{"wild_kong": False}, {"wild_meld_max": 0}])
def test_kongs_with_a_wild_may_be_switched_off(options: dict[str, bool]) -> None:
    state = position(
        options=options, hands={"E": "555m8p123p456s1123z"}, drawn="5m", wilds="8p9p",
        contract=("S", 2, "two_wild"),
    )  # fmt: skip
    assert menu(state, "E", "kong") == []


def test_free_kongs_are_of_natural_tiles_only() -> None:
    state = position(ruleset="free", hands={"E": "555m8p123p456s1123z"}, drawn="5m", wilds="8p9p")
    assert menu(state, "E", "kong") == []
    with pytest.raises(IllegalAction) as refused:
        run(state, c.DeclareKong(E, "concealed_kong", parse_tiles("555m8p")))
    assert refused.value.rule == "C6"


@pytest.mark.parametrize("ruleset", ["bao", "free"])
def test_four_wilds_of_a_kind_are_a_kong_only_if_so_chosen(ruleset: str) -> None:
    contract = ("S", 2, "two_wild") if ruleset == "bao" else None
    for allowed in (False, True):
        state = position(
            ruleset=ruleset, options={"kong_of_wilds": allowed}, wilds="5m6m", drawn="5m",
            hands={"E": "5555m123p456s1123z"}, contract=contract,
        )  # fmt: skip
        assert menu(state, "E", "kong") == ["kong concealed_kong 5555m"] * allowed


def test_wilds_showing_their_face_take_no_wild_beside_them() -> None:
    state = position(
        options={"kong_of_wilds": True}, hands={"E": "5556m123p456s1123z"}, drawn="6m",
        wilds="5m6m", contract=("S", 2, "two_wild"),
    )  # fmt: skip
    assert menu(state, "E", "kong") == []


def with_pung(pung: str, held: str, stands_as: str = "", **options: bool) -> list[str]:
    melds = {"E": [laid("pung", pung, "W", stands_as)]}
    state = position(
        options=options, hands={"E": held}, melds=melds, drawn=held[:2], wilds="8p9p",
        contract=("S", 2, "two_wild"),
    )  # fmt: skip
    return menu(state, "E", "kong")


def test_nothing_is_added_to_a_chow() -> None:
    melds = {"E": [laid("chow", "345m", "N")]}
    state = position(hands={"E": "3m123p456s1123z3p"}, melds=melds, drawn="3m")
    assert menu(state, "E", "kong") == []


def test_the_fourth_tile_is_added_to_an_own_pung() -> None:
    assert with_pung("555m", "5m123p456s1123z") == ["kong added_kong 5m"]


def test_a_wild_may_be_added_to_a_natural_pung() -> None:
    assert with_pung("555m", "8p123p456s1123z") == ["kong added_kong 8p 5555m"]
    assert with_pung("555m", "8p123p456s1123z", wild_kong=False) == []


def test_a_wild_pung_takes_only_the_natural_fourth() -> None:
    assert with_pung("55m8p", "5m9p12p456s1123z", "555m") == ["kong added_kong 5m"]
    assert with_pung("55m8p", "5m9p12p456s1123z", "555m", wild_kong=False) == []


def test_a_pung_of_wilds_grows_only_if_so_chosen() -> None:
    assert with_pung("888p", "8p123p456s1123z") == []
    assert with_pung("888p", "8p123p456s1123z", kong_of_wilds=True) == ["kong added_kong 8p 8888p"]


@pytest.mark.parametrize(("game", "rule"), [("bao", "W2"), ("free", "W3")])
def test_no_win_right_after_a_claim(game: str, rule: str) -> None:
    state = position(
        ruleset=game, hands={"E": SCATTERED + "7z", "S": "77z123m456p789s11z"}, wilds="",
    )  # fmt: skip
    state, _ = run(discard(state, "7z"), claim("S", "pung", "77z"), *passes("WN"))
    assert menu(state, "S", "win") == []
    with pytest.raises(IllegalAction, match="no tile was drawn") as refused:
        run(state, c.DeclareWin(S))
    assert (refused.value.code, refused.value.rule) == ("no_tile_drawn", rule)


def test_no_kong_right_after_a_claim() -> None:
    state = position(hands={"E": SCATTERED + "4p", "S": "4p4p5555m123s1123z"})
    state, _ = run(discard(state, "4p"), claim("S", "pung", "44p"), *passes("WN"))
    assert menu(state, "S", "kong") == []
    with pytest.raises(IllegalAction) as refused:
        run(state, c.DeclareKong(S, "concealed_kong", parse_tiles("5555m")))
    assert (refused.value.code, refused.value.rule) == ("kong_after_claim", "P4")


def test_a_kong_at_the_first_turn_of_the_dealer_and_again_after_its_replacement() -> None:
    state = position(
        hands={"E": "5555m6666p456s123z"}, drawn="5m", source="deal", replacement="99s"
    )
    state, _ = run(state, c.DeclareKong(E, "concealed_kong", parse_tiles("5555m")))
    assert menu(state, "E", "kong") == ["kong concealed_kong 6666p"]


def test_a_kong_of_tiles_not_held_is_refused() -> None:
    state = position(hands={"E": "5556m123p456s1123z"}, drawn="6m")
    for kind, tiles in (("concealed_kong", "5555m"), ("added_kong", "5m"), ("added_kong", "")):
        with pytest.raises(IllegalAction) as refused:
            run(state, c.DeclareKong(E, kind, parse_tiles(tiles)))
        assert refused.value.code == "no_such_kong"
