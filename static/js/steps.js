// Events folded one by one: the view at every step, and what a single seat would have seen of it.
import { emptyView, fold } from "./fold.js";
import { seatOf, SEATS } from "./view.js";

const KEPT_EVERY = 64;

/** The views of a match by step; some are kept so that going back is quick. */
export class Steps {
  constructor(events, base = emptyView({ role: "replay", place: null })) {
    this.events = events;
    this.kept = new Map([[0, base]]);
    this.hands = events.flatMap((event, i) =>
      event.type === "HandDealt" ? [{ hand: event.data.hand, step: i + 1 }] : [],
    );
  }

  get last() {
    return this.events.length;
  }

  at(step) {
    let from = step - (step % KEPT_EVERY);
    while (!this.kept.has(from)) from -= KEPT_EVERY;
    let view = this.kept.get(from);
    for (let i = from; i < step; i += 1) {
      view = fold(view, this.events[i]);
      if ((i + 1) % KEPT_EVERY === 0) this.kept.set(i + 1, view);
    }
    return view;
  }

  handBefore(step) {
    return this.hands.findLast((one) => one.step < step)?.step ?? 0;
  }

  handAfter(step) {
    return this.hands.find((one) => one.step > step)?.step ?? this.last;
  }

  handAt(step) {
    return this.hands.findLast((one) => one.step <= step) ?? null;
  }
}

/** What a single seat would have seen: the others' tiles covered until they are laid open. */
export function covered(view, place) {
  if (place === null || !view.hand || ["between", "ended"].includes(view.phase)) return view;
  const shown = Object.keys(view.result?.shown ?? {});
  const mine = seatOf(view, place);
  const seats = Object.fromEntries(
    SEATS.map((seat) => {
      const held = view.seats[seat];
      if (seat === mine || shown.includes(seat)) return [seat, held];
      const melds = held.melds.map((laid) =>
        laid.kind === "concealed_kong" ? { ...laid, tiles: null, stands_as: null } : laid,
      );
      return [seat, { ...held, concealed: null, melds }];
    }),
  );
  const last =
    view.last?.type === "TileDrawn" && view.last.seat !== mine
      ? { ...view.last, tile: null }
      : view.last;
  return { ...view, seats, last };
}
