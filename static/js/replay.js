// A finished match, step by step. The events come once; every step is folded here.
import { Board } from "./board.js";
import { announce, h, jsonBlock, Regions } from "./dom.js";
import { t } from "./i18n.js";
import { applyPrefs, setPref, showsIndex } from "./prefs.js";
import { handResult, matchResult } from "./result.js";
import { covered, Steps } from "./steps.js";
import { sentence, shoutOf } from "./story.js";
import { seatOf } from "./view.js";

const PLAY_MS = 900;
const config = jsonBlock("replay-config");
const $ = (id) => document.getElementById(id);

class Page {
  constructor(events) {
    this.steps = new Steps(events);
    this.regions = new Regions();
    this.as = config.as;
    this.board = new Board($("board"), { openHands: true });
    $("slider").max = this.steps.last;
    $("as").value = this.as;
    $("hand-choice").replaceChildren(
      ...this.steps.hands.map(({ hand, step }) => new Option(t("hand_n", { n: hand }), step)),
    );
    this.#wire();
    this.go(config.step ?? this.steps.hands[0]?.step ?? 0);
  }

  get place() {
    return this.as === "all" ? null : Number(this.as);
  }

  go(step, by = 0) {
    this.step = Math.max(0, Math.min(this.steps.last, step));
    const event = this.steps.events[this.step - 1] ?? null;
    const view = covered(this.steps.at(this.step), this.place);
    this.board.base = this.place ?? 0;
    $("board").classList.toggle("one-seat", this.place !== null);
    this.board.render(view);
    const text = event ? this.#text(view, event) : "";
    $("waiting").textContent = view.hand ? t("hand_n", { n: view.hand }) : t("phase.entropy");
    $("last-action").textContent = text;
    if (by !== 0) announce(text);
    if (by <= 0) this.board.hush();
    const shout = by > 0 && event ? shoutOf(event) : null;
    if (shout) this.board.shout(view, ...shout);
    this.#controls();
    this.#result(view);
    this.#address();
  }

  /** A seat is not told what the others drew. */
  #text(view, event) {
    const hidden =
      event.type === "TileDrawn" &&
      this.place !== null &&
      event.data.seat !== seatOf(view, this.place);
    return sentence(
      { ...view, you: { place: 0 } },
      hidden ? { ...event, data: { ...event.data, tile: null } } : event,
    );
  }

  #controls() {
    $("slider").value = this.step;
    $("step-count").textContent = t("step_of", { n: this.step, of: this.steps.last });
    const hand = this.steps.handAt(this.step);
    if (hand) $("hand-choice").value = hand.step;
    const seq = this.steps.events[this.step - 1]?.seq;
    if (hand) $("review-link").href = `${config.review.replace(/1\/$/, hand.hand)}/?at=${seq}`;
    if (config.call) $("call-hand").href = `${config.call}?hand=${hand?.hand ?? 0}`;
  }

  #result(view) {
    const ended = view.phase === "ended";
    const visible =
      this.dismissed !== this.step &&
      Boolean(view.result) &&
      ["over", "between", "ended"].includes(view.phase);
    $("result").hidden = !visible;
    if (visible) {
      this.regions.draw($("result-body"), [view.result, ended, view.points], () => [
        ended ? matchResult(view, config) : null,
        handResult(view, config),
      ]);
    }
  }

  #address() {
    const query = this.as === "all" ? "" : `?as=${this.as}`;
    history.replaceState(null, "", `${config.address}${this.step}/${query}`);
  }

  play(on) {
    clearInterval(this.timer);
    this.timer = on
      ? setInterval(() => (this.step < this.steps.last ? this.#on() : this.play(false)), PLAY_MS)
      : null;
    $("play").textContent = t(on ? "stop" : "play");
  }

  #on() {
    this.go(this.step + 1, 1);
  }

  #wire() {
    const moves = {
      "step-on": () => this.#on(),
      "step-back": () => this.go(this.step - 1, -1),
      "hand-on": () => this.go(this.steps.handAfter(this.step), 1),
      "hand-back": () => this.go(this.steps.handBefore(this.step), -1),
    };
    for (const [id, move] of Object.entries(moves)) {
      $(id).addEventListener("click", () => {
        this.play(false);
        move();
      });
    }
    $("play").addEventListener("click", () => this.play(!this.timer));
    $("slider").addEventListener("input", (event) => this.go(Number(event.target.value)));
    $("hand-choice").addEventListener("change", (event) => this.go(Number(event.target.value)));
    $("close-result").addEventListener("click", () => {
      this.dismissed = this.step;
      this.go(this.step);
    });
    $("as").addEventListener("change", (event) => {
      this.as = event.target.value;
      this.go(this.step);
    });
    $("pref-index").checked = showsIndex();
    $("pref-index").addEventListener("change", (event) => setPref("index", event.target.checked));
    $("copy-link").addEventListener("click", () => copyLink());
    const keys = {
      ArrowRight: "step-on",
      ArrowLeft: "step-back",
      ArrowDown: "hand-on",
      ArrowUp: "hand-back",
      " ": "play",
    };
    document.addEventListener("keydown", (event) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.target.closest("input, select, textarea, .menu")
      )
        return;
      if (event.key === " " && event.target.closest("button, a")) return;
      if (!keys[event.key]) return;
      event.preventDefault();
      $(keys[event.key]).click();
    });
  }
}

function copyLink() {
  // Without TLS there is no clipboard for scripts: the address bar has the link.
  navigator.clipboard?.writeText(location.href).then(() => {
    $("copy-link").textContent = t("copied");
  });
}

/** The heads that this browser was given while it watched must be in the record. */
function checkHeads(node) {
  let kept = [];
  try {
    kept = JSON.parse(localStorage.getItem(`laozhuang.heads.${config.match}`) ?? "[]");
  } catch {
    // No storage, no heads.
  }
  const good = kept.filter((head) => config.hashes[head.version] === head.hash);
  node.textContent = kept.length ? `${good.length}/${kept.length}` : t("none_kept");
  if (good.length === kept.length) return;
  node.closest(".report").classList.add("bad");
  node.after(h("strong", { role: "alert" }, ` ${t("another_record")}`));
}

/** The whole match; who has asked for many matches is made to wait a little. */
async function read(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (answer.ok) return answer.json();
  const seconds = Number(answer.headers.get("Retry-After") ?? 5);
  $("board").replaceChildren(h("p", { class: "loading", role: "status" }, t("replay_wait")));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return read(address);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close-report]")) $("report").replaceChildren();
});

applyPrefs();
const { events, hashes } = await read(config.events);
config.hashes = hashes;
window.laozhuangReplay = new Page(events);
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "report") {
    const heads = event.target.querySelector("[data-heads]");
    if (heads) checkHeads(heads);
    $("settings").open = false;
  }
});
