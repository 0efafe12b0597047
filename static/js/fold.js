// fold(view, event) → the view after the event, from redacted events alone. Pure.
// The shape is that of docs/live-protocol.md, "The view"; the server folds the same way, and a
// test compares the two after every event.
import { format, parse } from "./tiles.js";
import { SEATS, placeOf, seatOf } from "./view.js";

const DEALT = { E: 14, S: 13, W: 13, N: 13 };

/** Before the first event of a match, for a viewer. */
export function emptyView(you) {
  return {
    match: "",
    ruleset: "",
    options: {},
    phase: "entropy",
    points: [0, 0, 0, 0],
    players: [],
    you,
    paused: false,
    time_called: false,
    length: null,
    order: [0, 1, 2, 3],
    reseated: null,
    hand: 0,
    dealer: 0,
    places: [],
    repeat: 0,
    contract: null,
    wild_kinds: "",
    bids: [],
    wall_count: 0,
    turn: null,
    seats: {},
    last: null,
    drawn: null,
    result: null,
    court: { cases: [], rulings: [] },
  };
}

function without(tiles, gone) {
  const left = [...tiles];
  for (const tile of gone) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function take(seat, tiles) {
  seat.count -= tiles.length;
  if (seat.concealed !== null) seat.concealed = format(without(parse(seat.concealed), tiles));
}

function give(seat, tile) {
  seat.count += 1;
  if (seat.concealed !== null) seat.concealed = format([...parse(seat.concealed), tile]);
}

/** Hands laid open: the winner's with the win, everybody's with the secret. */
function layOpen(view, shown) {
  for (const [seat, held] of Object.entries(shown ?? {})) Object.assign(view.seats[seat], held);
}

function settle(view, payments) {
  for (const [seat, amount] of Object.entries(payments ?? {}))
    view.points[placeOf(view, seat)] += amount;
}

function close(view, data, { type }) {
  settle(view, data.breakdown?.payments ?? data.payments);
  layOpen(view, data.shown);
  Object.assign(view, { phase: "over", turn: null, result: { type, ...data } });
}

function step(view, { phase, turn }) {
  Object.assign(view, { phase, turn });
}

function tileEvent(view, type, { seat, tile }) {
  const mine =
    type === "TileDrawn" && view.you.role === "seat" && seat === seatOf(view, view.you.place);
  view.last = { type, seat, tile: tile ?? null };
  view.drawn = mine ? tile : null;
}

function addToPung(seat, { tile, tiles, stands_as }) {
  take(seat, [tile]);
  const pung = seat.melds.find(
    (laid) => laid.kind === "pung" && without(parse(stands_as), parse(laid.stands_as)).length === 1,
  );
  Object.assign(pung, { kind: "added_kong", tiles, stands_as });
}

function layConcealed(seat, { kind, tiles, stands_as }) {
  if (tiles === null) seat.count -= 4;
  else take(seat, parse(tiles));
  seat.melds.push({ kind, tiles, stands_as, from: null });
}

/** Spectators are told that something happened to a case, but not to which. */
function caseOf(view, id) {
  return view.court.cases.find((one) => one.case === id);
}

function closeCase(view, id) {
  view.court.cases = view.court.cases.filter((one) => one.case !== id);
}

function seatedAt(place, { name, kind }) {
  return { place, name, kind, bot: kind === "bot" };
}

const FOLDS = {
  MatchOpened(view, { match, ruleset, options, length, players }) {
    const seated = players.map((player) => seatedAt(player.place, player));
    Object.assign(view, { match, ruleset, options, length, players: seated });
  },
  MatchStarted(view, data) {
    Object.assign(view, { phase: "between", dealer: data.first_dealer });
  },
  HandDealt(view, data) {
    const { hand, dealer, places, repeat, wall_count, hand_tiles } = data;
    const seats = Object.fromEntries(
      SEATS.map((seat) => [
        seat,
        { concealed: hand_tiles[seat], count: DEALT[seat], melds: [], discards: [] },
      ]),
    );
    Object.assign(view, {
      hand,
      dealer,
      places,
      repeat,
      wall_count,
      seats,
      reseated: null,
      contract: null,
      wild_kinds: "",
      bids: [],
      last: null,
      drawn: null,
      result: null,
    });
    step(view, data);
  },
  BidMade(view, data) {
    view.bids.push({ seat: data.seat, tai: data.tai, form: data.form });
    step(view, data);
  },
  BidPassed(view, data) {
    view.bids.push({ seat: data.seat, pass: true });
    step(view, data);
  },
  AuctionEnded(view, data) {
    view.contract = data.contract;
    step(view, data);
  },
  WildsNamed(view, { kinds }) {
    Object.assign(view, { wild_kinds: kinds, phase: "turn", turn: "E" });
  },
  TileDrawn(view, data) {
    view.wall_count -= 1;
    Object.assign(view, { phase: "turn", turn: data.seat });
    give(view.seats[data.seat], data.tile);
    tileEvent(view, "TileDrawn", data);
  },
  TileDiscarded(view, data) {
    take(view.seats[data.seat], [data.tile]);
    view.seats[data.seat].discards.push(data.tile);
    Object.assign(view, { phase: "claims", turn: data.seat });
    tileEvent(view, "TileDiscarded", data);
  },
  MeldClaimed(view, data) {
    const { seat, from, tile, kind, tiles, stands_as } = data;
    const own = parse(tiles);
    take(view.seats[seat], own);
    view.seats[seat].melds.push({ kind, tiles: format([...own, tile]), stands_as, from });
    view.seats[from].discards.pop();
    Object.assign(view, { phase: "turn", turn: seat });
    tileEvent(view, "MeldClaimed", data);
  },
  KongDeclared(view, data) {
    const seat = view.seats[data.seat];
    if (data.kind === "added_kong") {
      addToPung(seat, data);
      view.phase = "rob";
    } else {
      layConcealed(seat, data);
    }
    tileEvent(view, "KongDeclared", data);
  },
  HandWon: close,
  HandExhausted: close,
  HandRedealt: close,
  HandVoided: close,
  SecretOpened(view, { shown }) {
    layOpen(view, shown);
    view.phase = "between";
  },
  SeatsChanged(view, { order, dealer }) {
    const at = order.indexOf(dealer);
    Object.assign(view, { order, reseated: [...order.slice(at), ...order.slice(0, at)] });
  },
  MatchEnded(view, { points }) {
    Object.assign(view, { phase: "ended", points, paused: false });
  },
  MatchPaused(view) {
    view.paused = true;
  },
  MatchResumed(view) {
    view.paused = false;
  },
  TimeCalled(view) {
    view.time_called = true;
  },
  TimeLifted(view) {
    view.time_called = false;
  },
  BotTookOver(view, { place }) {
    view.players.find((player) => player.place === place).bot = true;
  },
  PlayerReturned(view, { place }) {
    view.players.find((player) => player.place === place).bot = false;
  },
  RefereeCalled(view, { case: id, place, hand, reason }) {
    if (id) view.court.cases.push({ case: id, place, hand, reason, referee: null });
  },
  CaseTaken(view, { case: id, referee }) {
    if (id) caseOf(view, id).referee = referee;
  },
  CaseReleased(view, { case: id }) {
    if (id) caseOf(view, id).referee = null;
  },
  CaseWithdrawn(view, { case: id }) {
    closeCase(view, id);
  },
  RulingMade(view, { ruling, case: id, hand, kind, supersedes, points }) {
    const told = { ruling, hand, supersedes, points };
    view.court.rulings.push(kind ? { ...told, kind } : told);
    view.points = view.points.map((had, place) => had + points[place]);
    closeCase(view, id);
  },
  SeatHandedOver(view, { place, player }) {
    view.players = view.players.map((one) => (one.place === place ? seatedAt(place, player) : one));
  },
};

export function fold(before, event) {
  const view = structuredClone(before);
  FOLDS[event.type]?.(view, event.data ?? {}, event);
  return view;
}
