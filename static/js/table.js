// The live table: ties the socket to what is drawn, and what is pressed to the socket.
import { Actions } from "./actions.js";
import { Waits } from "./aids.js";
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { announce, h, jsonBlock, Regions } from "./dom.js";
import { Entropy } from "./entropy.js";
import { Hand } from "./hand.js";
import { t } from "./i18n.js";
import { listen } from "./keys.js";
import { applyPrefs, prefs, setPref, showsIndex } from "./prefs.js";
import { handResult, matchResult, seatsChanged } from "./result.js";
import { TableSocket } from "./socket.js";
import { sentence, shoutOf } from "./story.js";
import { entries, mySeat, nameAt, nameOfSeat } from "./view.js";

// Long enough to read as a moment's thought: the same whatever the hand holds.
const QUIET_PASS_MS = 1200;

// Said aloud, but not kept in the line above the table.
const PASSING = new Set(["TileDrawn", "SecretOpened"]);

// What people should not miss, whatever they are looking at.
const TOASTED = new Set(["SeatsChanged", "RulingMade"]);

const config = jsonBlock("table-config");
const $ = (id) => document.getElementById(id);

class Page {
  constructor() {
    this.regions = new Regions();
    this.board = new Board($("board"), { base: config.place ?? 0 });
    this.clocks = new Clocks($("table"), $("time-bar"));
    this.hand = new Hand($("hand"), {
      onDiscard: (tile) => this.send({ type: "discard", tile }),
      onSelect: () => this.draw(),
    });
    this.actions = new Actions({
      bar: $("actions"),
      panel: $("panel"),
      hand: this.hand,
      send: (entry) => this.send(entry),
      stakes: config.stakes,
    });
    this.waits = new Waits({
      button: $("waits-button"),
      box: $("waits"),
      ask: () => this.socket.askWaits(),
    });
    this.passHand = null;
    this.dismissed = null;
    this.#wire();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new TableSocket({
      url: `${scheme}://${location.host}${config.socket}`,
      as: config.as,
      lang: document.documentElement.lang.toLowerCase(),
      on: {
        change: (state, events) => this.changed(state, events),
        error: (message) => this.refused(message),
        head: (head) => keepHead(config.match ?? this.socket.state.match, head),
        waits: (message) => this.waits.show(message, this.socket.state.view),
        warn: () => this.toast(t("ahead")),
        moved: () => location.reload(),
      },
    });
  }

  get state() {
    return this.socket?.state;
  }

  changed(state, events) {
    // The first change comes from inside the socket's constructor.
    if (!this.socket) {
      drawStatus(state.status);
      return;
    }
    drawStatus(state.status);
    if (!state.view) return;
    this.#tell(state.view, events);
    this.draw();
    this.#automatic(state);
    if (events.length) this.waits.stale();
  }

  draw() {
    const { view, legal, clock, clockAt, presence, settings, you, status } = this.state;
    const usable = status === "live" && !this.sending ? legal : [];
    const base = you?.place ?? 0;
    this.board.base = base;
    document.body.dataset.role = you?.role ?? "spectator";
    this.board.render(view, {
      presence: you?.role === "spectator" ? null : presence,
      running: clock?.running ?? [],
    });
    this.hand.render(view, usable);
    this.actions.render(view, usable);
    this.clocks.set(clock, clockAt, settings, you?.place ?? null);
    this.waits.allow(Boolean(settings?.waits) && you?.role === "seat" && view.hand > 0);
    this.#banners(view, you);
    this.#passToggle(view, you);
    this.#result(view);
    this.#waiting(view, usable, clock);
  }

  send(entry) {
    this.sending = true;
    this.draw();
    this.socket.act(entry).then(() => {
      this.sending = false;
      this.draw();
    });
    // The answer always comes, but the next decision may come before it.
    this.hand.selected = null;
  }

  /** Why something cannot be done, with the rule that says so beside it. */
  refused({ message, rule }) {
    const heading = config.headings?.[rule];
    this.toast(message, heading ? h("small", { class: "rule-said" }, `${rule} ${heading}`) : null);
  }

  toast(...said) {
    this.#shown(h("p", {}, said));
  }

  /** What went well, or happened: not in the colour of what cannot be done. */
  news(text) {
    this.#shown(h("p", { class: "news" }, text));
  }

  #shown(line) {
    $("toasts").append(line);
    setTimeout(() => line.remove(), 6000);
  }

  #tell(view, events) {
    for (const event of events) {
      if (event.type === "HandDealt") this.dismissed = null;
      if (TOASTED.has(event.type)) this.news(sentence(view, event));
      const shout = shoutOf(event);
      if (shout && view.hand) this.board.shout(view, ...shout);
      const text = sentence(view, event);
      if (!text) continue;
      if (event.type !== "TileDrawn" || event.data.tile) announce(text);
      if (!PASSING.has(event.type)) $("last-action").textContent = text;
    }
    const latest = events.at(-1)?.type;
    if (latest && this.sending && latest !== "ClaimAnswered") this.sending = false;
  }

  #automatic({ view, legal, match, version }) {
    this.#contribute(view, legal, match);
    if (!entries(legal, "pass").length || this.passing === version || !this.#passesNow(view, legal))
      return;
    this.passing = version;
    setTimeout(() => {
      const now = this.state;
      if (now.version === version && entries(now.legal, "pass").length) this.send({ type: "pass" });
    }, QUIET_PASS_MS);
  }

  /** The own share of chance needs no thought; another tab may have given it already. */
  #contribute(view, legal, match) {
    if (view.phase !== "entropy") {
      if (this.answered) new Entropy(match).forget();
      this.answered = null;
      return;
    }
    for (const { type } of legal) {
      const answer = new Entropy(match).answer(type);
      if (!answer || this.answered === type) continue;
      this.answered = type;
      this.socket.act(answer, { quiet: true });
    }
  }

  #passesNow(view, legal) {
    const choices = legal.filter((entry) => entry.type === "claim");
    if (this.passHand === view.hand) return !choices.some((entry) => entry.kind === "win");
    return this.#autoPass(view) && choices.length === 0;
  }

  /** Unless somebody chose: among built-in players only, where nobody can read a person's pace. */
  #autoPass(view) {
    const alone = view.players.filter((player) => player.kind === "human").length === 1;
    return prefs().autoPass ?? alone;
  }

  #banners(view, you) {
    $("paused").hidden = !isPaused(view, this.state.clock, you);
    const mine = view.players.find((player) => player.place === you?.place);
    const playedFor = mine?.bot && mine.kind === "human" && view.phase !== "ended";
    $("played-for-you").hidden = !playedFor;
    this.#called(view);
    $("time-called").hidden = !view.time_called || view.phase === "ended";
    const delay = this.state.settings?.spectator_delay;
    $("watching").hidden = you?.role !== "spectator";
    if (you?.role === "spectator")
      $("watching").textContent = delay ? t("watching_delay", { n: delay }) : t("watching");
  }

  /** Who waits for the referee, and the way to the case for those who have one. */
  #called(view) {
    const open = view.court.cases;
    $("called").hidden = !open.length;
    this.regions.draw($("called"), open, () =>
      open.map((one) =>
        h("p", {}, t("say.called", { name: nameAt(view, one.place) }), " ", caseLink(one.case)),
      ),
    );
  }

  #passToggle(view, you) {
    const button = $("pass-all");
    button.hidden = you?.role !== "seat" || !["turn", "claims", "rob"].includes(view.phase);
    button.setAttribute("aria-pressed", String(this.passHand === view.hand));
  }

  #result(view) {
    const shown =
      view.phase === "ended"
        ? "ended"
        : view.result && (view.phase === "over" || view.phase === "between")
          ? `hand-${view.hand}`
          : null;
    const box = $("result");
    $("show-result").hidden = !shown || this.dismissed !== shown;
    const visible = shown !== null && this.dismissed !== shown;
    if (box.hidden === visible) {
      box.hidden = !visible;
      if (visible) box.focus({ preventScroll: true });
    }
    if (!visible) return;
    this.shown = shown;
    const drawn = [shown, view.result, view.points, view.seats, view.reseated];
    this.regions.draw($("result-body"), drawn, () => [
      shown === "ended" ? matchResult(view, config) : null,
      view.reseated ? seatsChanged(view) : null,
      view.result ? handResult(view, config) : null,
    ]);
  }

  #waiting(view, legal, clock) {
    const node = $("waiting");
    const text = waitingText(view, legal, clock, this.state.you);
    if (node.textContent !== text) node.textContent = text;
  }

  #wire() {
    $("pass-all").addEventListener("click", () => {
      const { view } = this.state;
      this.passHand = this.passHand === view.hand ? null : view.hand;
      this.draw();
      this.#automatic(this.state);
    });
    $("close-result").addEventListener("click", () => this.#dismiss());
    $("show-result").addEventListener("click", () => {
      this.dismissed = null;
      this.draw();
    });
    for (const [id, name, read] of [
      ["pref-one-tap", "oneTap", () => prefs().oneTap],
      ["pref-index", "index", showsIndex],
      [
        "pref-auto-pass",
        "autoPass",
        () => (this.state?.view ? this.#autoPass(this.state.view) : prefs().autoPass),
      ],
    ]) {
      const input = $(id);
      $("settings").addEventListener("toggle", () => {
        input.checked = Boolean(read());
      });
      input.addEventListener("change", () => setPref(name, input.checked));
    }
    listen({
      hand: this.hand,
      discard: () => {
        this.send({ type: "discard", tile: this.hand.chosen });
        return true;
      },
      escape: () => !$("result").hidden && this.#dismiss(),
    });
  }

  #dismiss() {
    this.dismissed = this.shown;
    this.draw();
    this.hand.root.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
    return true;
  }
}

/** The clock is told at once, also while a claim window keeps the events back; spectators, who are
 * told late, have none that counts. */
function isPaused(view, clock, you) {
  return you?.role === "spectator" ? view.paused : (clock?.paused ?? view.paused);
}

function caseLink(id) {
  return config.cases ? h("a", { href: `${config.cases}${id}/` }, t("open_case")) : null;
}

function waitingText(view, legal, clock, you) {
  if (isPaused(view, clock, you)) return t("paused");
  if (view.phase === "ended") return t("match_over");
  if (legal.some((entry) => entry.type === "discard")) return t("your_turn");
  if (legal.some((entry) => entry.type === "bid" || entry.type === "pass_bid"))
    return t("your_bid");
  if (legal.some((entry) => entry.type === "name_wilds")) return t("your_naming");
  if (legal.some((entry) => entry.type === "pass"))
    return t(legal.length > 1 ? "your_claim" : "your_pass");
  if (view.phase === "entropy") return t("phase.entropy");
  if (view.phase === "claims" || view.phase === "rob") return t("waiting_claims");
  const running = (clock?.running ?? []).filter((place) => place !== you?.place);
  if (running.length === 1) return t("waiting_for", { name: nameAt(view, running[0]) });
  if (view.turn && view.phase === "turn" && view.turn !== mySeat(view))
    return t("waiting_for", { name: nameOfSeat(view, view.turn) });
  return view.phase === "between" || view.phase === "over" ? t("next_hand_soon") : "";
}

function drawStatus(status) {
  const node = $("connection");
  node.dataset.status = status;
  node.querySelector(".label").textContent = t(`connection.${status}`);
  $("offline").hidden = status === "live" || (status === "connecting" && !node.dataset.seen);
  $("offline").textContent = t(`connection.${status}`);
  if (status === "live") node.dataset.seen = "1";
}

/** The signed heads are what later proves that the log was not rewritten: keep them here. */
function keepHead(match, head) {
  try {
    const key = `laozhuang.heads.${match}`;
    const kept = JSON.parse(localStorage.getItem(key) ?? "[]").filter(
      (one) => one.version !== head.version,
    );
    const { version, hand, hash, signature } = head;
    localStorage.setItem(key, JSON.stringify([...kept, { version, hand, hash, signature }]));
  } catch {
    // Without storage the browser keeps none; the record still proves itself.
  }
}

applyPrefs();
window.laozhuang = new Page();
