// Questions about a view: who sits where, what is wild, what a seat may do. Pure.
import { parse } from "./tiles.js";

export const SEATS = ["E", "S", "W", "N"];
export const SIDES = ["self", "right", "across", "left"];

/** The wind letter of a place in the hand being played. */
export function seatOf(view, place) {
  return SEATS[view.places.indexOf(place)];
}

export function placeOf(view, seat) {
  return view.places[SEATS.indexOf(seat)];
}

/** The places in turn order as they are drawn: those of the hand that is shown. */
function round(view) {
  return view.places?.length ? view.places : view.order;
}

/** Where a place is drawn when `base` sits at the bottom; the next in turn is at the right. */
export function sideOf(view, place, base) {
  const order = round(view);
  return SIDES[(order.indexOf(place) - order.indexOf(base) + 4) % 4];
}

/** Which place is drawn at a side when `base` sits at the bottom. */
export function placeAt(view, side, base) {
  const order = round(view);
  return order[(order.indexOf(base) + SIDES.indexOf(side)) % 4];
}

export function nameAt(view, place) {
  return view.players?.find((player) => player.place === place)?.name ?? "";
}

export function nameOfSeat(view, seat) {
  return nameAt(view, placeOf(view, seat));
}

export function mySeat(view) {
  const place = view.you?.place;
  return place === null || place === undefined || !view.hand ? null : seatOf(view, place);
}

export function wilds(view) {
  return parse(view.wild_kinds ?? "");
}

/** What remains of this deadline, in ms, given when the clock message came. */
export function remaining(clock, at, now) {
  if (!clock || clock.deadline_ms === null || clock.deadline_ms === undefined) return null;
  const gone = clock.paused ? 0 : now - at;
  const own = Math.max(0, clock.deadline_ms - gone);
  const total = Math.max(0, (clock.total_ms ?? clock.deadline_ms) - gone);
  return { own, total };
}

/** A place's reserve now: it falls only when the running decision's own time is used up. */
export function reserveOf(clock, place, at, now) {
  const reserve = clock?.reserve_ms?.[place] ?? null;
  if (reserve === null || clock.kind !== "turn" || !clock.running.includes(place)) return reserve;
  const over = clock.paused ? 0 : now - at - (clock.deadline_ms ?? 0);
  return Math.max(0, reserve - Math.max(0, over));
}

/** legal entries of one type */
export function entries(legal, type) {
  return legal.filter((entry) => entry.type === type);
}

export function canDiscard(legal, tile) {
  return legal.some((entry) => entry.type === "discard" && entry.tile === tile);
}
