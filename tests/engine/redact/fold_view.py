"""A client's fold: a view and a viewer's events give the next view.

Written from docs/live-protocol.md and as plainly as a client would; the page's fold.js does
the same.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from engine.notation import format_tiles, parse_tiles
from engine.redact import Redacted

View = dict[str, Any]
SEATS = "ESWN"


def fold_view(before: View, event: Redacted) -> View:
    """The view after an event."""
    view = deepcopy(before)
    step = STEPS.get(event.type)
    if step:
        step(view, deepcopy(event.data), event.type)
    return view


def lose(seat: View, tiles: str) -> None:
    kinds = parse_tiles(tiles)
    seat["count"] -= len(kinds)
    if seat["concealed"] is not None:
        left = list(parse_tiles(seat["concealed"]))
        for kind in kinds:
            left.remove(kind)
        seat["concealed"] = format_tiles(left)


def gain(seat: View, tile: str | None) -> None:
    seat["count"] += 1
    if seat["concealed"] is not None and tile:
        seat["concealed"] = format_tiles(parse_tiles(seat["concealed"] + tile))


def match_started(view: View, data: View, _: str) -> None:
    view.update(phase="between", dealer=data["first_dealer"])


def hand_dealt(view: View, data: View, _: str) -> None:
    counts = {"E": 14, "S": 13, "W": 13, "N": 13}
    view.update(
        {key: data[key] for key in ("hand", "dealer", "places", "repeat", "wall_count")},
        phase=data["phase"],
        turn=data["turn"],
        reseated=None,
        contract=None,
        wild_kinds="",
        bids=[],
        last=None,
        drawn=None,
        result=None,
        seats={
            seat: {
                "concealed": data["hand_tiles"][seat],
                "count": counts[seat],
                "melds": [],
                "discards": [],
            }
            for seat in SEATS
        },
    )


def bid_made(view: View, data: View, _: str) -> None:
    view["bids"].append({"seat": data["seat"], "tai": data["tai"], "form": data["form"]})
    view["turn"] = data["turn"]


def bid_passed(view: View, data: View, _: str) -> None:
    view["bids"].append({"seat": data["seat"], "pass": True})
    view["turn"] = data["turn"]


def auction_ended(view: View, data: View, _: str) -> None:
    view.update({key: data[key] for key in ("contract", "phase", "turn")})


def wilds_named(view: View, data: View, _: str) -> None:
    view.update(wild_kinds=data["kinds"], phase="turn", turn="E")


def tile_drawn(view: View, data: View, type_: str) -> None:
    seat = data["seat"]
    you = view["you"]
    mine = you["role"] == "seat" and view["places"][SEATS.index(seat)] == you["place"]
    view["wall_count"] -= 1
    view.update(phase="turn", turn=seat, drawn=data["tile"] if mine else None)
    view["last"] = {"type": type_, "seat": seat, "tile": data["tile"]}
    gain(view["seats"][seat], data["tile"])


def tile_discarded(view: View, data: View, type_: str) -> None:
    seat = view["seats"][data["seat"]]
    lose(seat, data["tile"])
    seat["discards"].append(data["tile"])
    view.update(phase="claims", drawn=None)
    view["last"] = {"type": type_, "seat": data["seat"], "tile": data["tile"]}


def meld_claimed(view: View, data: View, type_: str) -> None:
    seat = view["seats"][data["seat"]]
    lose(seat, data["tiles"])
    view["seats"][data["from"]]["discards"].pop()
    seat["melds"].append(
        {
            "kind": data["kind"],
            "tiles": format_tiles(parse_tiles(data["tiles"] + data["tile"])),
            "stands_as": data["stands_as"],
            "from": data["from"],
        }
    )
    view.update(phase="turn", turn=data["seat"])
    view["last"] = {"type": type_, "seat": data["seat"], "tile": data["tile"]}


def kong_declared(view: View, data: View, type_: str) -> None:
    seat = view["seats"][data["seat"]]
    if data["kind"] == "added_kong":
        lose(seat, data["tile"])
        (pung,) = [
            meld
            for meld in seat["melds"]
            if meld["kind"] == "pung" and meld["stands_as"][:1] == data["stands_as"][:1]
            and meld["stands_as"][-1] == data["stands_as"][-1]
        ]  # fmt: skip
        pung.update(kind="added_kong", tiles=data["tiles"], stands_as=data["stands_as"])
        view["phase"] = "rob"
    else:
        if data["tiles"] is None:
            seat["count"] -= 4
        else:
            lose(seat, data["tiles"])
        meld = {key: data[key] for key in ("kind", "tiles", "stands_as")}
        seat["melds"].append({**meld, "from": None})
    view["drawn"] = None
    view["last"] = {"type": type_, "seat": data["seat"], "tile": data["tile"]}


def close(view: View, data: View, type_: str) -> None:
    payments = data.get("payments") or data.get("breakdown", {}).get("payments", {})
    for seat, amount in payments.items():
        view["points"][view["places"][SEATS.index(seat)]] += amount
    view.update(phase="over", turn=None, result={"type": type_, **data})
    lay_open(view, data)


def lay_open(view: View, data: View) -> None:
    for seat, tiles in data.get("shown", {}).items():
        view["seats"][seat].update(tiles)


def secret_opened(view: View, data: View, _: str) -> None:
    view["phase"] = "between"
    lay_open(view, data)


def seats_changed(view: View, data: View, _: str) -> None:
    order, at = data["order"], data["order"].index(data["dealer"])
    view.update(order=order, reseated=order[at:] + order[:at])


def match_ended(view: View, data: View, _: str) -> None:
    view.update(phase="ended", points=data["points"], paused=False)


def match_paused(view: View, data: View, _: str) -> None:
    view["paused"] = True


def match_resumed(view: View, data: View, _: str) -> None:
    view["paused"] = False


def time_called(view: View, data: View, _: str) -> None:
    view["time_called"] = True


def time_lifted(view: View, data: View, _: str) -> None:
    view["time_called"] = False


def bot_took_over(view: View, data: View, _: str) -> None:
    view["players"][data["place"]]["bot"] = True


def player_returned(view: View, data: View, _: str) -> None:
    view["players"][data["place"]]["bot"] = False


def seat_handed_over(view: View, data: View, _: str) -> None:
    player, place = data["player"], data["place"]
    view["players"][place] = {
        "place": place,
        "name": player["name"],
        "kind": player["kind"],
        "bot": player["kind"] == "bot",
    }


def referee_called(view: View, data: View, _: str) -> None:
    if data:
        told = {key: data[key] for key in ("case", "place", "hand", "reason")}
        view["court"]["cases"].append(told | {"referee": None})


def case_taken(view: View, data: View, type_: str) -> None:
    for case in view["court"]["cases"]:
        if case["case"] == data["case"]:
            case["referee"] = data["referee"] if type_ == "CaseTaken" else None


def close_case(view: View, id_: str | None) -> None:
    view["court"]["cases"] = [one for one in view["court"]["cases"] if one["case"] != id_]


def case_withdrawn(view: View, data: View, _: str) -> None:
    close_case(view, data.get("case"))


def ruling_made(view: View, data: View, _: str) -> None:
    keys = ("ruling", "hand", "kind", "supersedes", "points")
    view["court"]["rulings"].append({key: data[key] for key in keys if key in data})
    view["points"] = [had + more for had, more in zip(view["points"], data["points"], strict=True)]
    close_case(view, data.get("case"))


STEPS = {
    "RefereeCalled": referee_called,
    "CaseTaken": case_taken,
    "CaseReleased": case_taken,
    "CaseWithdrawn": case_withdrawn,
    "RulingMade": ruling_made,
    "MatchStarted": match_started,
    "HandDealt": hand_dealt,
    "BidMade": bid_made,
    "BidPassed": bid_passed,
    "AuctionEnded": auction_ended,
    "WildsNamed": wilds_named,
    "TileDrawn": tile_drawn,
    "TileDiscarded": tile_discarded,
    "MeldClaimed": meld_claimed,
    "KongDeclared": kong_declared,
    "SecretOpened": secret_opened,
    "SeatsChanged": seats_changed,
    "MatchEnded": match_ended,
    "MatchPaused": match_paused,
    "MatchResumed": match_resumed,
    "TimeCalled": time_called,
    "TimeLifted": time_lifted,
    "BotTookOver": bot_took_over,
    "PlayerReturned": player_returned,
    "SeatHandedOver": seat_handed_over,
    "HandWon": close,
    "HandExhausted": close,
    "HandRedealt": close,
    "HandVoided": close,
}
