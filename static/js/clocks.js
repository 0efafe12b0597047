// Shows the clocks: a number at every place and a bar for the own decision.
import { t } from "./i18n.js";
import { remaining, reserveOf } from "./view.js";

export function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Clocks {
  constructor(root, bar) {
    this.root = root;
    this.bar = bar;
    this.timer = setInterval(() => this.draw(), 200);
  }

  set(clock, at, settings, place) {
    Object.assign(this, { clock, at, settings, place });
    this.draw();
  }

  draw() {
    const { clock, at } = this;
    if (!clock) return;
    const now = performance.now();
    const left = remaining(clock, at, now);
    for (const node of this.root.querySelectorAll(".clock[data-place]")) {
      const place = Number(node.dataset.place);
      this.#place(node, place, left, reserveOf(clock, place, at, now));
    }
    this.#bar(left);
    this.#resumes(now - at);
  }

  /** A pause that a call began ends by itself. */
  #resumes(gone) {
    const node = this.root.querySelector("#resumes");
    if (!node) return;
    const left = this.clock.resumes_ms;
    const shown = this.clock.paused && left !== undefined;
    const time = shown ? clockText(Math.max(0, left - gone)) : "";
    const text = shown ? ` ${t("resumes_in", { time })}` : "";
    if (node.textContent !== text) node.textContent = text;
  }

  #place(node, place, left, reserve) {
    const runs = left !== null && this.clock.running.includes(place);
    const ms =
      runs && left.own > 0 ? left.own : runs && this.clock.kind !== "turn" ? left.own : reserve;
    const text = ms === null || ms === undefined ? "" : clockText(ms);
    if (node.textContent !== text) node.textContent = text;
    node.classList.toggle("runs", runs);
    node.classList.toggle("low", runs && ms !== null && ms < 6000);
    node.classList.toggle("reserve", !runs || left.own <= 0);
    const title = t(runs && left.own > 0 ? "clock.decision" : "clock.reserve");
    if (node.title !== title) node.title = title;
  }

  #bar(left) {
    const mine =
      left !== null &&
      this.place !== null &&
      this.place !== undefined &&
      this.clock.running.includes(this.place);
    this.bar.hidden = !mine;
    if (!mine) return;
    const whole =
      { claims: this.settings?.claim_ms, entropy: this.settings?.entropy_ms }[this.clock.kind] ??
      this.settings?.decision_ms;
    const share = whole ? Math.min(1, left.own / whole) : 1;
    this.bar.firstElementChild.style.transform = `scaleX(${share})`;
    this.bar.classList.toggle("low", left.own < 5000);
  }
}
