// The review of one hand: the board at every event, what each seat could do then, and who passed.
import { Board, contractName } from "./board.js";
import { announce, h, jsonBlock, Regions } from "./dom.js";
import { t } from "./i18n.js";
import { applyPrefs } from "./prefs.js";
import { covered, Steps } from "./steps.js";
import { sentence, shoutOf } from "./story.js";
import { parse, tile, tilesName } from "./tiles.js";
import { nameAt, nameOfSeat, seatOf, SEATS, wilds } from "./view.js";

const PLAY_MS = 900;
// What follows from the last answer of a window, whoever gave it.
const FOLLOWING = new Set([
  "AuctionEnded", "TileDrawn", "MeldClaimed", "HandWon", "HandExhausted", "HandRedealt",
]);
const $ = (id) => document.getElementById(id);
const config = jsonBlock("review-config");
const { base, events } = jsonBlock("review-hand");

/** 1234 → "1.2 s", 75000 → "1:15" */
export function span(ms) {
  if (ms < 60_000) return t("review.seconds", { n: (ms / 1000).toFixed(1) });
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function clockOf(at) {
  const options = { hour12: false, timeZone: config.zone };
  return new Date(at).toLocaleTimeString(document.documentElement.lang, options);
}

/** Who did it, in words: a player, the clock, a referee; whose answer it was that set it off. */
function actorText(view, { actor, data, type }) {
  const [role, id] = actor.split(":");
  const about = data?.seat ? view.places[SEATS.indexOf(data.seat)] : null;
  if (FOLLOWING.has(type) && ["place", "bot"].includes(role) && about !== Number(id))
    return t("review.set_off_by", { name: nameAt(view, Number(id)) });
  if (role === "place") return nameAt(view, Number(id));
  if (role === "bot") return t("review.by_bot", { name: nameAt(view, Number(id)) });
  return t(`review.by_${role}`);
}

function passedText(passed) {
  return passed.map((kind) => t(`act.${kind}`)).join(t("between_tiles"));
}

class Page {
  constructor() {
    this.steps = new Steps(events, base);
    this.regions = new Regions();
    this.board = new Board($("board"), { openHands: true });
    this.as = "all";
    $("slider").max = this.steps.last;
    this.#fill();
    this.#wire();
    this.go(this.#first());
  }

  /** The event that the address names, else the deal. */
  #first() {
    const at = events.findIndex((event) => event.seq === config.at);
    return at >= 0 ? at + 1 : 1;
  }

  get place() {
    return this.as === "all" ? null : Number(this.as);
  }

  /** Every event in words, as the seat knows it that is looked from. */
  #fill() {
    this.told = events.map((event, i) => this.#told(event, i + 1));
    $("log").replaceChildren(...events.map((event, i) => this.#row(event, i + 1)));
  }

  #told(event, step) {
    const view = { ...this.steps.at(step), you: { place: 0 } };
    const drew = event.type === "TileDrawn" && this.place !== null;
    const isTheirs = drew && event.data.seat !== seatOf(view, this.place);
    const data = isTheirs ? { ...event.data, tile: null } : event.data;
    const text = sentence(view, { ...event, data });
    return text || t(`review.${event.type}`);
  }

  #row(event, step) {
    const late = event.actor === "clock";
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: `event${event.mark ? ` ${event.mark}` : ""}${late ? " late" : ""}`,
          dataset: { step, seq: event.seq },
          onclick: () => this.go(step, 1),
        },
        h("span", { class: "at" }, clockOf(event.at)),
        h("span", { class: "said" }, this.told[step - 1]),
        h(
          "span",
          { class: "took" },
          event.reaction_ms === null ? "" : span(event.reaction_ms),
          late ? h("small", { class: "badge" }, t("review.clock_ran_out")) : null,
        ),
        this.#passed(event).length
          ? h("span", { class: "passed" }, t("review.passed_on", { what: passedText(event.passed) }))
          : null,
      ),
    );
  }

  /** What another seat could have had is covered with its tiles. */
  #passed(event) {
    return this.place === null || this.place === event.place ? event.passed : [];
  }

  go(step, by = 0) {
    this.step = Math.max(1, Math.min(this.steps.last, step));
    const event = events[this.step - 1];
    const view = covered(this.steps.at(this.step), this.place);
    this.board.base = this.place ?? 0;
    $("board").classList.toggle("one-seat", this.place !== null);
    this.board.render(view);
    if (by !== 0) announce(this.told[this.step - 1]);
    if (by <= 0) this.board.hush();
    const shout = by > 0 ? shoutOf(event) : null;
    if (shout) this.board.shout(view, ...shout);
    $("slider").value = this.step;
    $("step-count").textContent = t("step_of", { n: this.step, of: this.steps.last });
    this.#list();
    this.regions.draw($("moment"), [this.step, this.as], () => this.#moment(event));
    history.replaceState(null, "", `${config.address}?at=${event.seq}`);
  }

  #list() {
    $("log").querySelector("[aria-current]")?.removeAttribute("aria-current");
    const row = $("log").querySelector(`[data-step="${this.step}"]`);
    row.setAttribute("aria-current", "step");
    const box = $("log");
    const above = row.offsetTop;
    if (above < box.scrollTop || above + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = above - box.clientHeight / 2;
  }

  /** The event and, seat by seat, what was possible when it happened. */
  #moment(event) {
    const view = this.steps.at(this.step);
    const seats = SEATS.filter((seat) => event.chances[seat]);
    return [
      h("h3", {}, this.told[this.step - 1]),
      h(
        "p",
        { class: "hint" },
        `${t("review.event_n", { n: event.seq })} · ${clockOf(event.at)} · ${actorText(view, event)}`,
        event.reaction_ms === null
          ? null
          : ` · ${t("review.reaction", { time: span(event.reaction_ms) })}`,
      ),
      this.#passed(event).length
        ? h("p", { class: "passed" }, t("review.passed_on", { what: passedText(event.passed) }))
        : null,
      seats.length
        ? h(
            "table",
            { class: "chances" },
            h("caption", {}, t("review.could")),
            h(
              "tbody",
              {},
              seats.map((seat) => this.#chance(view, event, seat)),
            ),
          )
        : null,
    ];
  }

  #chance(view, event, seat) {
    const place = view.places[SEATS.indexOf(seat)];
    const shown = this.place === null || this.place === place;
    return h(
      "tr",
      { class: event.place === place ? "acts" : "" },
      h(
        "th",
        { scope: "row" },
        h("span", { class: "wind" }, t(`windmark.${seat}`)),
        " ",
        nameOfSeat(view, seat),
      ),
      h("td", {}, shown ? this.#possible(view, event, seat) : t("review.covered")),
    );
  }

  #possible(view, event, seat) {
    const chance = event.chances[seat];
    const before = this.steps.at(this.step - 1);
    const wild = wilds(before);
    const shows = (text) =>
      h(
        "span",
        { class: "group" },
        parse(text).map((kind) => tile(kind, { wild: wild.includes(kind), cls: "small" })),
      );
    return [
      winLine(chance.win),
      chance.win
        ? h(
            "button",
            { type: "button", class: "quiet", onclick: () => suppose(event.seq, seat) },
            t("review.suppose"),
          )
        : null,
      (chance.melds ?? []).map((one) =>
        h("p", {}, `${t(`act.${one.kind}`)} `, shows(one.tiles), standsAs(one, before)),
      ),
      (chance.kongs ?? []).map((one) => h("p", {}, `${t(`act.${one.kind}`)} `, shows(one.tiles))),
      chance.discards ? h("p", {}, `${t("act.discard")} `, shows(chance.discards)) : null,
      chance.bid ? h("p", {}, t("review.bid_from", { bid: contractName(chance.bid) })) : null,
      chance.wilds ? h("p", {}, t("review.names_wilds", { n: chance.wilds })) : null,
      chance.pass ? h("p", {}, t("pass")) : null,
    ];
  }

  play(on) {
    clearInterval(this.timer);
    this.timer = on
      ? setInterval(
          () => (this.step < this.steps.last ? this.go(this.step + 1, 1) : this.play(false)),
          PLAY_MS,
        )
      : null;
    $("play").textContent = t(on ? "stop" : "play");
  }

  #next(mark, from = this.step) {
    const at = events.findIndex((event, i) => i + 1 > from && event.mark === mark);
    return at >= 0 ? at + 1 : this.step;
  }

  #last(mark) {
    const at = events.findLastIndex((event, i) => i + 1 < this.step && event.mark === mark);
    return at >= 0 ? at + 1 : this.step;
  }

  #wire() {
    const moves = {
      "step-on": () => this.go(this.step + 1, 1),
      "step-back": () => this.go(this.step - 1, -1),
      "claim-on": () => this.go(this.#next("claim"), 1),
      "claim-back": () => this.go(this.#last("claim"), -1),
      "to-scoring": () => this.go(this.#next("scoring", 0), 1),
    };
    for (const [id, move] of Object.entries(moves)) {
      $(id).addEventListener("click", () => {
        this.play(false);
        move();
      });
    }
    $("play").addEventListener("click", () => this.play(!this.timer));
    $("slider").addEventListener("input", (event) => this.go(Number(event.target.value), 1));
    $("as").addEventListener("change", (event) => {
      this.as = event.target.value;
      this.#fill();
      this.go(this.step);
    });
    const keys = {
      ArrowRight: "step-on",
      ArrowLeft: "step-back",
      ArrowDown: "claim-on",
      ArrowUp: "claim-back",
      End: "to-scoring",
      " ": "play",
    };
    // Only about the board: elsewhere on the page these keys scroll it.
    $("replayed").addEventListener("keydown", (event) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (target.closest("input, select, textarea")) return;
      if (event.key === " " && target.closest("button, a")) return;
      if (!keys[event.key]) return;
      event.preventDefault();
      $(keys[event.key]).click();
    });
  }
}

function winLine(win) {
  if (!win) return null;
  if (win.wins) return h("p", { class: "wins" }, t("review.could_win", { n: win.tai }));
  return h(
    "p",
    { class: win.reason === "not_complete" ? "hint" : "refused" },
    `${t("review.no_win")} ${config.reasons[win.reason] ?? win.reason} `,
    h("a", { href: `${config.rules}#${win.rule}`, title: config.headings[win.rule] }, win.rule),
    win.tai ? ` · ${t("n_tai", { n: win.tai })}` : null,
  );
}

/** What a claimed run is, where a wild stands in it for another tile. */
function standsAs(meld, view) {
  const read = parse(meld.stands_as ?? "");
  const plain = parse(meld.tiles).every((kind) => !wilds(view).includes(kind));
  return read.length && !plain ? ` = ${tilesName(read)}` : null;
}

/** Opens the what-if with the hand of a seat at an event. */
function suppose(seq, seat) {
  location.assign(`${config.whatIf}?at=${seq}&seat=${seat}`);
}

applyPrefs();
window.laozhuangReview = new Page();
