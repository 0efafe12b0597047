// The table as everybody sees it: players, melds, discards, and the hub in the middle.
// Draws a view for the live page and the replay page alike; never acts.
import { h, Regions } from "./dom.js";
import { t } from "./i18n.js";
import { parse, tile, tilesName } from "./tiles.js";
import { nameAt, nameOfSeat, placeAt, placeOf, seatOf, sideOf, wilds } from "./view.js";

const ORDER = ["across", "left", "right", "self"];
const SMALLEST = 15;
const COVERED = new Set(["auction", "naming", "entropy"]);

export class Board {
  constructor(root, { base = 0, openHands = false } = {}) {
    this.root = root;
    this.base = base;
    this.openHands = openHands;
    this.regions = new Regions();
    this.parts = Object.fromEntries(ORDER.map((side) => [side, this.#player(side)]));
    this.hub = h("section", { class: "hub", "aria-label": t("table") });
    root.replaceChildren(this.hub, ...ORDER.map((side) => this.parts[side].section));
    new ResizeObserver(() => this.#fit()).observe(root);
  }

  #player(side) {
    const plate = h("header", { class: "plate" });
    const melds = h("div", { class: "melds" });
    const concealed = h("div", { class: "concealed" });
    const pond = h("div", { class: "pond", role: "group" });
    const rack = h("div", { class: "rack" }, concealed, melds);
    const shout = h("div", { class: "shout", "aria-hidden": "true" });
    const section = h("section", { class: `player ${side}` }, plate, rack, pond, shout);
    return { section, plate, melds, concealed, pond, shout };
  }

  /** presence: by place, whether they have a connection; null where it means nothing */
  render(view, { presence = null, running = [] } = {}) {
    this.root.dataset.phase = view.phase;
    this.#drawHub(view);
    for (const side of ORDER) {
      this.#drawPlayer(view, placeAt(view, side, this.base), side, presence, running);
    }
    this.#fit();
  }

  /** Late in a hand there are many tiles: they shrink until the board shows all of them at once.
   * They grow again once there are fewer of them or the board has another size. */
  #fit() {
    const { root } = this;
    const overflows = () => root.scrollHeight > root.clientHeight + 1;
    const tiles = root.querySelectorAll(".tile").length;
    const size = `${root.clientWidth} ${root.clientHeight}`;
    const covered = COVERED.has(root.dataset.phase);
    if (covered || tiles < this.tiles || size !== this.size) {
      root.style.removeProperty("--tile-w");
    }
    Object.assign(this, { tiles, size });
    if (!covered && overflows()) this.#shrink(overflows);
  }

  /** Every width tried is a layout of the whole board, so the right one is found by halving. */
  #shrink(overflows) {
    const { root } = this;
    const shown = root.querySelector(".pond .tile, .meld .tile")?.offsetWidth ?? SMALLEST;
    const set = (width) => root.style.setProperty("--tile-w", `${width}px`);
    let [fits, tooWide] = [SMALLEST, shown];
    while (tooWide - fits > 1) {
      const width = Math.floor((fits + tooWide) / 2);
      set(width);
      if (overflows()) tooWide = width;
      else fits = width;
    }
    set(fits);
  }

  #drawPlayer(view, place, side, presence, running) {
    const parts = this.parts[side];
    const seat = view.hand ? seatOf(view, place) : null;
    const player = view.players.find((one) => one.place === place);
    const held = seat && view.seats ? view.seats[seat] : null;
    const active = running.includes(place) || (view.phase === "turn" && view.turn === seat);
    const away = presence !== null && presence[place] === false;
    const plate = {
      place,
      seat,
      player,
      away,
      count: held?.count,
      points: view.points?.[place],
      dealer: view.hand ? view.dealer === place : false,
      repeat: view.repeat,
      contract: view.contract,
    };
    parts.section.classList.toggle("active", active);
    parts.section.setAttribute(
      "aria-label",
      `${seat ? t(`wind.${seat}`) : ""} ${player?.name ?? ""}`.trim(),
    );
    this.regions.draw(parts.plate, plate, () => this.#plate(plate));
    const wild = wilds(view);
    this.regions.draw(parts.melds, [held?.melds, wild], () =>
      (held?.melds ?? []).map((laid) => meldBox(laid, wild, view)),
    );
    const open =
      held?.concealed && (side !== "self" || this.openHands || view.you?.place !== place);
    parts.section.classList.toggle("laid-open", Boolean(open));
    const drawn =
      open && view.turn === seat && view.phase === "turn" && view.last?.type === "TileDrawn"
        ? view.last.tile
        : null;
    this.regions.draw(
      parts.concealed,
      [open ? held.concealed : held?.count, side, wild, drawn],
      () => this.#concealed(held, open, side, wild, view.you?.place === place, drawn),
    );
    const last =
      view.last?.type === "TileDiscarded" &&
      view.last.seat === seat &&
      view.phase !== "over" &&
      view.phase !== "between";
    this.regions.draw(parts.pond, [held?.discards, wild, last], () =>
      pondTiles(held?.discards ?? [], wild, last),
    );
    parts.pond.setAttribute("aria-label", t("discards_of", { name: player?.name ?? "" }));
  }

  #plate({ place, seat, player, away, count, points, dealer, repeat, contract }) {
    const contractor = contract && seat === contract.by;
    return [
      h(
        "span",
        { class: "wind", title: seat ? t(`wind.${seat}`) : null },
        seat ? t(`windmark.${seat}`) : "·",
      ),
      h(
        "span",
        { class: "who" },
        h("span", { class: "name", title: player?.name }, player?.name ?? ""),
        h(
          "span",
          { class: "badges" },
          dealer ? dealerBadge(repeat) : null,
          contractor
            ? h("span", { class: "badge contractor", title: t("contractor") }, t("contractor_mark"))
            : null,
          player?.bot
            ? h("span", { class: "badge bot", title: t("bot_title") }, t("bot_mark"))
            : null,
          away && !player?.bot
            ? h("span", { class: "badge away", title: t("away") }, t("away_mark"))
            : null,
        ),
      ),
      h("span", { class: "points", title: t("points") }, signed(points ?? 0)),
      h(
        "span",
        { class: "count", title: t("tiles_in_hand") },
        count === undefined ? "" : `▮${count}`,
      ),
      h("span", { class: "clock", dataset: { place } }),
    ];
  }

  #concealed(held, open, side, wild, mine, drawn) {
    if (!held || (side === "self" && mine && !this.openHands)) return [];
    if (!open) return Array.from({ length: held.count }, () => tile("back", { label: "" }));
    const tiles = parse(held.concealed);
    const at = drawn ? tiles.lastIndexOf(drawn) : -1;
    if (at >= 0) tiles.push(...tiles.splice(at, 1));
    return tiles.map((kind, i) =>
      tile(kind, {
        wild: wild.includes(kind),
        cls: at >= 0 && i === tiles.length - 1 ? "drawn" : "",
      }),
    );
  }

  #drawHub(view) {
    const shows = [
      view.hand,
      view.wall_count,
      view.contract,
      view.wild_kinds,
      view.repeat,
      view.phase,
      view.dealer,
      view.length,
      view.bids,
      view.time_called,
    ];
    this.regions.draw(this.hub, shows, () => hub(view));
  }

  /** Takes back what is being called out. */
  hush() {
    for (const { shout } of Object.values(this.parts)) shout.classList.remove("on");
  }

  /** A word over a player's place for a moment: 碰! */
  shout(view, seat, text) {
    const { shout } = this.parts[sideOf(view, placeOf(view, seat), this.base)];
    shout.textContent = text;
    shout.classList.remove("on");
    void shout.offsetWidth;
    shout.classList.add("on");
  }
}

function dealerBadge(repeat) {
  return repeat > 0
    ? h(
        "span",
        { class: "badge dealer old", title: t("laozhuang_title", { k: repeat }) },
        t("old_dealer_mark", { k: repeat }),
      )
    : h("span", { class: "badge dealer", title: t("dealer") }, t("dealer_mark"));
}

export function signed(n) {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}

export function contractName(contract) {
  return contract ? t(`bid.${contract.form}`, { n: contract.tai }) : t("no_contract");
}

function hub(view) {
  if (!view.hand) return [h("p", { class: "hub-wait" }, t(`phase.${view.phase}`))];
  const wild = wilds(view);
  return [
    h(
      "div",
      { class: "hub-count", title: t("wall_left") },
      h("span", { class: "label" }, t("wall")),
      h("strong", {}, String(view.wall_count)),
    ),
    h(
      "div",
      { class: "hub-hand" },
      h("span", { class: "label" }, handLabel(view)),
      view.repeat > 0
        ? h("span", { class: "badge old" }, t("laozhuang_mark", { k: view.repeat }))
        : null,
    ),
    view.phase === "auction" ? lastBids(view) : hubContract(view),
    wild.length
      ? h(
          "div",
          { class: "hub-wilds" },
          h("span", { class: "label" }, t("wild")),
          wild.map((kind) => tile(kind, { wild: true })),
        )
      : null,
  ];
}

function handLabel(view) {
  const length = view.length ?? {};
  return length.kind === "hands"
    ? t("hand_of", { n: view.hand, of: length.hands })
    : t("hand_n", { n: view.hand });
}

function hubContract(view) {
  if (!view.contract) {
    // A game without an auction has no bids either.
    return !view.bids?.length
      ? null
      : h("div", { class: "hub-contract" }, h("span", { class: "label" }, t("no_contract")));
  }
  return h(
    "div",
    { class: "hub-contract" },
    h("span", { class: "label" }, t("contractor")),
    h("strong", {}, `${nameOfSeat(view, view.contract.by)} · ${contractName(view.contract)}`),
  );
}

function lastBids(view) {
  return h(
    "ol",
    { class: "hub-bids", "aria-label": t("auction") },
    (view.bids ?? [])
      .slice(-4)
      .map((bid) =>
        h(
          "li",
          {},
          h("span", {}, nameAt(view, placeOf(view, bid.seat))),
          h("b", {}, bid.pass ? t("pass") : contractName(bid)),
        ),
      ),
  );
}

function meldBox(laid, wild, view) {
  const shown = laid.tiles ? parse(laid.tiles) : [];
  const asText =
    laid.stands_as && laid.stands_as !== laid.tiles ? ` = ${tilesName(parse(laid.stands_as))}` : "";
  const from = laid.from ? ` (${t("from", { name: nameOfSeat(view, laid.from) })})` : "";
  const label = `${t(`meld.${laid.kind}`)} ${tilesName(shown)}${asText}${from}`;
  const faces = shown.length
    ? shown.map((kind, i) =>
        tile(laid.kind === "concealed_kong" && (i === 0 || i === 3) ? "back" : kind, {
          wild: wild.includes(kind),
        }),
      )
    : Array.from({ length: 4 }, () => tile("back"));
  return h(
    "span",
    { class: `meld ${laid.kind}`, role: "group", "aria-label": label, title: label },
    faces,
    standsAs(laid),
  );
}

/** "= 7p" beside a meld whose wild stands for another tile. */
export function standsAs(laid) {
  const kinds = replaced(laid);
  return kinds.length
    ? h(
        "span",
        { class: "stands-as", "aria-hidden": "true" },
        "=",
        kinds.map((kind) => tile(kind, { cls: "tiny" })),
      )
    : null;
}

/** The tiles that the meld's wilds stand for. */
export function replaced(laid) {
  const shown = parse(laid.tiles ?? "");
  return parse(laid.stands_as ?? "").filter((kind) => {
    const at = shown.indexOf(kind);
    if (at >= 0) shown.splice(at, 1);
    return at < 0;
  });
}

function pondTiles(discards, wild, last) {
  return discards.map((kind, i) =>
    tile(kind, { wild: wild.includes(kind), cls: last && i === discards.length - 1 ? "last" : "" }),
  );
}
