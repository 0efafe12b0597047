// Tiles as text ("5m") and as pictures. Text in, DOM out.
import { h, jsonBlock, symbol } from "./dom.js";
import { t } from "./i18n.js";

const SUITS = "mpsz";
let names = null;
let sprite = null;

/** "123m55z" → ["1m", "2m", "3m", "5z", "5z"] */
export function parse(text) {
  const tiles = [];
  let digits = [];
  for (const char of text ?? "") {
    if (SUITS.includes(char)) {
      tiles.push(...digits.map((digit) => digit + char));
      digits = [];
    } else if (char !== " ") {
      digits.push(char);
    }
  }
  return tiles;
}

/** ["5z", "1m", "2m"] → "12m5z" */
export function format(tiles) {
  const sorted = [...tiles].sort(compare);
  return sorted
    .map((tile, i) => (i + 1 < sorted.length && sorted[i + 1][1] === tile[1] ? tile[0] : tile))
    .join("");
}

/** The order m, p, s, z and by number. */
export function compare(a, b) {
  return SUITS.indexOf(a[1]) - SUITS.indexOf(b[1]) || a.charCodeAt(0) - b.charCodeAt(0);
}

/** Sorted for the owner's eye: wild tiles first, as players put them. */
export function sortHand(tiles, wilds) {
  const rank = (tile) => (wilds.includes(tile) ? 0 : 1);
  return [...tiles].sort((a, b) => rank(a) - rank(b) || compare(a, b));
}

/** All 34 kinds, a suit a row. */
export const KINDS = [..."mps"]
  .map((suit) => [..."123456789"].map((n) => n + suit))
  .concat([[..."1234567"].map((n) => `${n}z`)]);

export function tileName(kind) {
  names ??= jsonBlock("tile-names") ?? {};
  return names[kind] ?? kind;
}

/** The names of several tiles in one phrase. */
export function tilesName(kinds) {
  return kinds.map(tileName).join(t("between_tiles"));
}

function spriteUrl() {
  sprite ??= document.documentElement.dataset.tiles;
  return sprite;
}

const INDEX = { "1z": "E", "2z": "S", "3z": "W", "4z": "N", "5z": "P", "6z": "F", "7z": "C" };

function face(kind, wild) {
  return [
    symbol(spriteUrl(), `t-${kind}`, "face"),
    h("span", { class: "index", "aria-hidden": "true" }, INDEX[kind] ?? kind[0]),
    wild ? symbol(spriteUrl(), "wild", "wild-mark") : null,
  ];
}

/** A tile to look at. options: wild, label (overrides the name), cls (more classes) */
export function tile(kind, options = {}) {
  const hidden = !kind || kind === "back";
  const classes = ["tile", hidden ? "back" : "", options.wild ? "is-wild" : "", options.cls ?? ""];
  const name = options.label ?? tileLabel(kind, options.wild);
  const named = name ? { role: "img", "aria-label": name, title: name } : { "aria-hidden": "true" };
  return h(
    "span",
    { class: classes.filter(Boolean).join(" "), ...named },
    hidden ? symbol(spriteUrl(), "t-back", "face") : face(kind, options.wild),
  );
}

/** A tile to press. */
export function tileButton(kind, options = {}) {
  const { wild, cls, label, ...props } = options;
  const classes = ["tile", wild ? "is-wild" : "", cls ?? ""];
  const name = label ?? tileLabel(kind, wild);
  return h(
    "button",
    {
      type: "button",
      class: classes.filter(Boolean).join(" "),
      "aria-label": name,
      title: name,
      ...props,
    },
    face(kind, wild),
  );
}

export function tileLabel(kind, wild = false) {
  names ??= jsonBlock("tile-names") ?? {};
  if (!kind || kind === "back") return names.back ?? "hidden tile";
  return wild ? `${tileName(kind)} (${names.wild ?? "wild"})` : tileName(kind);
}
