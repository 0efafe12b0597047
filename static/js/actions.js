// The bar of what may be done now, and the two panels of the auction and of naming the wilds.
// Everything comes from `legal`; an entry is sent back as it was given.
import { h, Regions } from "./dom.js";
import { t } from "./i18n.js";
import { contractName, replaced, standsAs } from "./board.js";
import { KINDS, parse, tile, tileButton, tilesName } from "./tiles.js";
import { entries, mySeat, nameOfSeat, wilds } from "./view.js";

export class Actions {
  /** send(entry); hand: the Hand whose chosen tile the discard button throws */
  constructor({ bar, panel, hand, send, stakes }) {
    Object.assign(this, { bar, panel, hand, send, stakes });
    this.regions = new Regions();
    this.named = [];
  }

  render(view, legal) {
    this.view = view;
    this.legal = legal;
    const chosen = this.hand.chosen;
    this.regions.draw(
      this.bar,
      [legal, chosen, view.last, view.phase, view.turn, view.paused, view.wild_kinds],
      () => this.#buttons(chosen),
    );
    this.#drawPanel(view, legal);
  }

  #buttons(chosen) {
    const { view, legal } = this;
    const wild = wilds(view);
    let chows = 0;
    const again = (entry) => entry.kind === "chow" && (chows += 1) > 1;
    const buttons = [
      entries(legal, "pass").length ? this.#offered(wild) : null,
      ...entries(legal, "win").map((entry) => this.#button(entry, "win", t("act.self_draw"), "W")),
      ...legal
        .filter((e) => e.type === "claim")
        .sort(byRank)
        .map((entry) => this.#claim(entry, wild, again(entry))),
      ...entries(legal, "kong").map((entry) => this.#kong(entry, wild)),
    ];
    if (entries(legal, "discard").length) buttons.push(this.#discard(chosen));
    for (const entry of entries(legal, "pass"))
      buttons.push(this.#button(entry, "pass", t("pass"), t("key.space")));
    return buttons;
  }

  /** The tile that the window is about: on a small screen its pond may be out of sight. */
  #offered(wild) {
    const { tile: kind } = this.view.last ?? {};
    return kind
      ? h("span", { class: "offered" }, tile(kind, { wild: wild.includes(kind), cls: "last" }))
      : null;
  }

  #button(entry, cls, label, key, ...inside) {
    return h(
      "button",
      {
        type: "button",
        class: `act act-${cls}`,
        dataset: { key: JSON.stringify(entry) },
        onclick: () => this.send(entry),
      },
      h("span", { class: "act-name" }, label),
      inside,
      key ? h("kbd", { "aria-hidden": "true" }, key) : null,
    );
  }

  #claim(entry, wild, again) {
    if (entry.kind === "win") return this.#button(entry, "win", t("act.win"), "W");
    const own = parse(entry.tiles);
    const label = t(`act.${entry.kind}`);
    const laid = { tiles: entry.tiles + (this.view.last?.tile ?? ""), stands_as: entry.stands_as };
    const button = this.#button(
      entry,
      entry.kind,
      label,
      entry.kind[0].toUpperCase(),
      h("span", { class: "act-tiles" }, [...own.map((kind) => small(kind, wild)), standsAs(laid)]),
    );
    button.classList.toggle("again", again);
    const run = replaced(laid).length ? ` = ${tilesName(parse(laid.stands_as))}` : "";
    button.setAttribute("aria-label", `${label}: ${tilesName(parse(laid.tiles))}${run}`);
    return button;
  }

  #kong(entry, wild) {
    const label = t(`act.${entry.kind}`);
    // A wild may fit onto several pungs: show which one it would grow.
    const tiles = parse(entry.stands_as ? entry.tiles + entry.stands_as.slice(-2) : entry.tiles);
    const button = this.#button(
      entry,
      "kong",
      label,
      "K",
      h(
        "span",
        { class: "act-tiles" },
        [...new Set(tiles)].map((kind) => small(kind, wild)),
      ),
    );
    button.setAttribute("aria-label", `${label}: ${tilesName(tiles)}`);
    return button;
  }

  #discard(chosen) {
    const button = h(
      "button",
      {
        type: "button",
        class: "act act-discard",
        disabled: chosen ? null : true,
        dataset: { key: "discard" },
        onclick: () => chosen && this.send({ type: "discard", tile: chosen }),
      },
      h("span", { class: "act-name" }, chosen ? t("act.discard") : t("choose_tile")),
      chosen ? h("span", { class: "act-tiles" }, small(chosen, wilds(this.view))) : null,
      chosen ? h("kbd", { "aria-hidden": "true" }, "⏎") : null,
    );
    return button;
  }

  #drawPanel(view, legal) {
    const bids = [...entries(legal, "bid"), ...entries(legal, "pass_bid")];
    const names = entries(legal, "name_wilds");
    if (!names.length) this.named = [];
    this.panel.hidden =
      !bids.length && !names.length && view.phase !== "auction" && view.phase !== "naming";
    if (this.panel.hidden) return;
    const shows = [bids, names, this.named, view.bids, view.phase, view.contract, view.turn];
    this.regions.draw(this.panel, shows, () =>
      names.length ? this.#naming(names) : this.#auction(bids),
    );
  }

  #auction(bids) {
    const { view } = this;
    const spoken = view.bids ?? [];
    return [
      h("h2", { id: "panel-title" }, view.phase === "naming" ? t("naming_wait") : t("auction")),
      spoken.length
        ? h(
            "ol",
            { class: "spoken" },
            spoken.map((bid) =>
              h(
                "li",
                { class: bid.pass ? "passed" : "made" },
                h("span", {}, nameOfSeat(view, bid.seat)),
                h("b", {}, bid.pass ? t("pass") : contractName(bid)),
              ),
            ),
          )
        : h("p", { class: "hint" }, t("auction_open")),
      bids.length
        ? this.#ladder(bids)
        : h(
            "p",
            { class: "hint" },
            t(view.phase === "naming" ? "naming_wait_hint" : "auction_wait"),
          ),
    ];
  }

  #ladder(bids) {
    const rungs = bids.filter((entry) => entry.type === "bid");
    const pass = bids.find((entry) => entry.type === "pass_bid");
    return [
      h(
        "div",
        { class: "ladder" },
        rungs.map((entry) => {
          const stake = this.stakes[`${entry.form}.${entry.tai}`];
          return h(
            "button",
            {
              type: "button",
              class: `rung ${entry.form}`,
              dataset: { key: JSON.stringify(entry) },
              onclick: () => this.send(entry),
            },
            h("b", {}, contractName(entry)),
            stake ? h("small", {}, t("stake", { n: stake })) : null,
          );
        }),
      ),
      pass
        ? h(
            "button",
            {
              type: "button",
              class: "act act-pass",
              dataset: { key: "pass_bid" },
              onclick: () => this.send(pass),
            },
            h("span", { class: "act-name" }, t("pass_bid")),
            h("kbd", { "aria-hidden": "true" }, t("key.space")),
          )
        : null,
    ];
  }

  #naming(names) {
    const choices = names.map((entry) => parse(entry.kinds));
    const need = choices[0]?.length ?? 0;
    const fits = (kinds) => choices.some((choice) => kinds.every((kind) => choice.includes(kind)));
    const entry = names.find((one) => same(parse(one.kinds), this.named));
    const held = parse(this.view.seats[mySeat(this.view)]?.concealed ?? "");
    const count = (kind) => held.filter((one) => one === kind).length;
    const choose = (kind) => {
      this.named = this.named.includes(kind)
        ? this.named.filter((one) => one !== kind)
        : fits([...this.named, kind]) && this.named.length < need
          ? [...this.named, kind]
          : [kind];
      this.render(this.view, this.legal);
    };
    return [
      h("h2", { id: "panel-title" }, t("name_wilds", { n: need })),
      h(
        "div",
        { class: "picker" },
        KINDS.map((row) =>
          h(
            "div",
            { class: "picker-row" },
            row.map((kind) =>
              tileButton(kind, {
                cls: [
                  this.named.includes(kind) ? "selected" : "",
                  count(kind) ? "held" : "",
                  fits([kind]) ? "" : "barred",
                  this.named.length && this.named.length < need && !fits([...this.named, kind])
                    ? "faded"
                    : "",
                ].join(" "),
                "aria-pressed": this.named.includes(kind) ? "true" : "false",
                disabled: fits([kind]) ? null : true,
                dataset: { key: `name-${kind}`, count: count(kind) || "" },
                onclick: () => choose(kind),
              }),
            ),
          ),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "act act-win confirm",
          disabled: entry ? null : true,
          dataset: { key: "confirm" },
          onclick: () => entry && this.send(entry),
        },
        h("span", { class: "act-name" }, t("confirm_wilds")),
        h(
          "span",
          { class: "act-tiles" },
          this.named.map((kind) => small(kind, [kind])),
        ),
      ),
    ];
  }
}

function small(kind, wild) {
  return tile(kind, { wild: wild.includes(kind), cls: "small" });
}

function same(a, b) {
  return a.length === b.length && a.every((kind) => b.includes(kind));
}

const RANK = ["win", "kong", "pung", "chow"];

function byRank(a, b) {
  return RANK.indexOf(a.kind) - RANK.indexOf(b.kind);
}
