// The own hand: choosing and discarding by tap, drag or key. Tells what was chosen, never sends.
import { h, Regions } from "./dom.js";
import { t } from "./i18n.js";
import { prefs } from "./prefs.js";
import { parse, sortHand, tileButton, tileLabel } from "./tiles.js";
import { canDiscard, mySeat, wilds } from "./view.js";

const DRAG_START = 8;
const THROW = 44;

export class Hand {
  /** onDiscard(tile), onSelect() */
  constructor(root, { onDiscard, onSelect }) {
    this.root = root;
    this.onDiscard = onDiscard;
    this.onSelect = onSelect;
    this.regions = new Regions();
    this.selected = null;
    this.legal = [];
    root.addEventListener("pointerdown", (event) => this.#grab(event));
  }

  /** The tile chosen, as text, or null. */
  get chosen() {
    return this.order?.find((one) => one.key === this.selected)?.kind ?? null;
  }

  render(view, legal) {
    const seat = mySeat(view);
    const held = seat ? view.seats[seat] : null;
    this.legal = legal;
    this.turn = legal.some((entry) => entry.type === "discard");
    this.order = held?.concealed ? arrange(held.concealed, view.drawn, wilds(view)) : [];
    if (!this.order.some((one) => one.key === this.selected)) this.selected = null;
    if (!this.turn) this.selected = null;
    const shows = [
      this.order,
      this.selected,
      this.turn && this.order.map((one) => canDiscard(legal, one.kind)),
    ];
    this.regions.draw(this.root, shows, () => this.order.map((one, i) => this.#tile(one, i)));
    this.root.classList.toggle("turn", this.turn);
    this.root.classList.toggle("short", this.order.length <= 8);
  }

  #tile({ key, kind, wild, drawn }, i) {
    const may = this.turn && canDiscard(this.legal, kind);
    const selected = key === this.selected;
    const name = tileLabel(kind, wild) + (drawn ? ` (${t("drawn")})` : "");
    return tileButton(kind, {
      wild,
      label: name,
      cls: [
        drawn ? "drawn" : "",
        selected ? "selected" : "",
        this.turn && !may ? "barred" : "",
      ].join(" "),
      "aria-pressed": selected ? "true" : "false",
      "aria-disabled": may ? null : "true",
      tabindex: selected || (!this.selected && i === 0) ? "0" : "-1",
      dataset: { key, tile: kind },
      onclick: () => this.#press(key, kind),
      onfocus: (event) => event.currentTarget.matches(":focus-visible") && may && this.select(key),
    });
  }

  #press(key, kind) {
    if (this.dragged) return;
    if (!this.turn || !canDiscard(this.legal, kind)) return;
    if (prefs().oneTap || this.selected === key) this.onDiscard(kind);
    else this.select(key);
  }

  select(key) {
    if (this.selected === key) return;
    this.selected = key;
    this.onSelect();
  }

  /** Moves the choice left or right, over what may be discarded; false when there is no choice. */
  move(step) {
    if (!this.turn || !this.order.length) return false;
    const count = this.order.length;
    const at = this.order.findIndex((one) => one.key === this.selected);
    const start = at < 0 && step < 0 ? count : at;
    for (let i = 1; i <= count; i += 1) {
      const one = this.order[(start + step * i + count * (i + 1)) % count];
      if (canDiscard(this.legal, one.kind)) return this.pick(one.key);
    }
    return false;
  }

  /** Chooses the n-th tile, counted from 1. */
  nth(n) {
    const one = this.order?.[n - 1];
    return this.turn && one && canDiscard(this.legal, one.kind) ? this.pick(one.key) : false;
  }

  pick(key) {
    this.select(key);
    this.root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
    return true;
  }

  #grab(event) {
    const button = event.target.closest("button.tile");
    if (!button || !this.turn || event.button > 0) return;
    const kind = button.dataset.tile;
    if (!canDiscard(this.legal, kind)) return;
    const start = { x: event.clientX, y: event.clientY };
    this.dragged = false;
    // From the start: a quick mouse is off the tile before the first move is told.
    button.setPointerCapture?.(event.pointerId);
    const move = (e) => {
      const [dx, dy] = [e.clientX - start.x, e.clientY - start.y];
      if (!this.dragged && Math.hypot(dx, dy) < DRAG_START) return;
      this.dragged = true;
      button.classList.add("dragging");
      button.classList.toggle("thrown", dy < -THROW);
      button.style.transform = `translate(${dx}px, ${dy}px)`;
    };
    const end = (e) => {
      button.removeEventListener("pointermove", move);
      button.removeEventListener("pointerup", end);
      button.removeEventListener("pointercancel", end);
      button.style.transform = "";
      button.classList.remove("dragging", "thrown");
      if (this.dragged && e.type === "pointerup" && e.clientY - start.y < -THROW)
        this.onDiscard(kind);
      // The click that follows a drag is no tap.
      setTimeout(() => {
        this.dragged = false;
      }, 0);
    };
    button.addEventListener("pointermove", move);
    button.addEventListener("pointerup", end);
    button.addEventListener("pointercancel", end);
  }
}

/** Sorted, the drawn tile apart at the end; every tile with a key of its own. */
function arrange(concealed, drawn, wild) {
  const tiles = parse(concealed);
  const at = drawn ? tiles.lastIndexOf(drawn) : -1;
  const apart = at >= 0 ? tiles.splice(at, 1) : [];
  const seen = {};
  return [...sortHand(tiles, wild), ...apart].map((kind, i) => {
    seen[kind] = (seen[kind] ?? 0) + 1;
    const isDrawn = apart.length > 0 && i === tiles.length;
    return {
      key: `${kind}#${isDrawn ? "drawn" : seen[kind]}`,
      kind,
      wild: wild.includes(kind),
      drawn: isDrawn,
    };
  });
}

export function handLegend() {
  return h("p", { class: "visually-hidden", id: "hand-help" }, t("hand_help"));
}
