// Who watches with a delay is sent each hand in one piece, when it is over. It is shown as it was
// played: event by event, as far apart as they were at the table.
const LONGEST_MS = 2_500;
const RESULT_MS = 8_000;
const DEAL = "HandDealt";

export class Pacer {
  /** show(events): they happen now */
  constructor(show) {
    this.show = show;
    this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.timer = null;
    this.queue = [];
    this.shownAt = null;
  }

  /** Takes the next events; a viewer who is more than a hand behind skips to the last deal. */
  add(events) {
    this.queue.push(...events);
    const deals = this.queue.flatMap((event, i) => (event.type === DEAL ? [i] : []));
    if (deals.length > 1) this.#pass(deals.at(-1));
    if (this.timer === null) this.#next();
  }

  #next() {
    this.timer = null;
    if (!this.queue.length) return;
    const wait = this.#gap(this.queue[0]);
    this.timer = setTimeout(() => {
      this.#pass(1);
      this.#next();
    }, wait);
  }

  #pass(count) {
    const now = this.queue.splice(0, count);
    for (const { type, at } of now) {
      if (!at) continue;
      this.shownAt = Date.parse(at);
      this.longest = type === "SecretOpened" ? RESULT_MS : LONGEST_MS;
    }
    this.show(now);
  }

  /** Milliseconds between the last event shown and this one; answers to a tile tell no time. */
  #gap({ at }) {
    if (!at || this.shownAt === null) return 0;
    return Math.max(0, Math.min(this.longest, Date.parse(at) - this.shownAt));
  }
}
