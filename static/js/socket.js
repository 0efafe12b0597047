// The live socket, written from docs/live-protocol.md: says hello, resumes after a loss, keeps
// every action until it is acknowledged and sends it again under the same id.
import { fold } from "./fold.js";
import { Pacer } from "./pacer.js";

const FINAL = new Set([1009, 4400, 4401, 4403, 4404]);
// The seat is somebody else's now, or one's own: the page has to be asked for anew.
const HANDED_OVER = 4410;
const SLOW = { 4429: 60_000, 4500: 2_000 };
const BEAT_MS = 8_000;
const SILENCE_MS = 20_000;
const RESEND_MS = 4_000;
const ENDED = new Set(["stale", "not_now"]);

function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (b) => b.toString(36).padStart(2, "0")).join("");
}

/**
 * state.version is what was received; a view with a delay follows at the pace of play.
 * state: { view, version, match, you, legal, clock, clockAt, presence, settings, status }
 * on: { change(state, events), error(message), head(head), waits(message), warn(code), moved() }
 */
export class TableSocket {
  constructor({ url, as, lang, on }) {
    Object.assign(this, { url, as, lang, on });
    this.state = { view: null, version: null, legal: [], status: "connecting", presence: [] };
    this.pending = new Map();
    this.pacer = new Pacer((events) => {
      this.state.view = events.reduce(fold, this.state.view);
      this.on.change(this.state, events);
    });
    this.attempt = 0;
    this.session = freshId();
    this.counter = 0;
    window.addEventListener("online", () => this.connect());
    window.addEventListener("offline", () => this.#lost(0));
    this.beat = setInterval(() => this.#heartbeat(), 2_000);
    this.connect();
  }

  connect() {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.#drop();
    this.#status("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.heardAt = performance.now();
    socket.addEventListener("open", () => this.#hello(socket));
    socket.addEventListener("message", (event) => {
      if (socket === this.socket) this.#receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.socket) this.#lost(event.code);
    });
  }

  close() {
    this.stopped = true;
    clearInterval(this.beat);
    clearTimeout(this.timer);
    this.#drop();
  }

  /** Sends an action; answers a promise of true, or of the server's refusal. */
  act(action, { quiet = false } = {}) {
    this.counter += 1;
    const id = `${this.session}-${this.counter}`;
    const message = { type: "act", id, version: this.state.version, action };
    return new Promise((resolve) => {
      this.pending.set(id, { message, resolve, quiet, sentAt: performance.now() });
      this.#send(message);
    });
  }

  askWaits() {
    this.#send({ type: "waits" });
  }

  #hello(socket) {
    if (socket !== this.socket) return;
    const { version, match } = this.state;
    const hello = { type: "hello", protocol: 1, since: version, as: this.as, lang: this.lang };
    this.#send(match ? { ...hello, match } : hello);
  }

  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  #receive(message) {
    this.heardAt = performance.now();
    const handlers = {
      welcome: () => this.#welcome(message),
      events: () => this.#news(message),
      view: () => this.#startOver(message),
      ack: () => this.#answered(message.id, true),
      error: () => this.#refused(message),
      presence: () => this.#change({ presence: message.places }),
      head: () => this.on.head?.(message),
      waits: () => this.on.waits?.(message),
      ping: () => this.#send({ type: "pong", t: message.t }),
    };
    handlers[message.type]?.();
  }

  #welcome(message) {
    this.attempt = 0;
    const { match, you, presence, settings } = message;
    Object.assign(this.state, { match, you, presence, settings, status: "live" });
    if (message.answer === "ahead") this.on.warn?.("ahead");
    if (message.head) this.on.head?.(message.head);
    if (message.view) this.#startOver(message);
    else this.#news({ ...message, events: message.events ?? [] });
    for (const { message: action } of this.pending.values()) this.#send(action);
  }

  #startOver(message) {
    this.pacer.clear();
    this.state.view = message.view;
    this.#take(message, []);
  }

  #news(message) {
    const fresh = message.events.filter((event) => event.seq > this.state.version);
    if (fresh.length && fresh[0].seq !== this.state.version + 1) {
      this.connect();
      return;
    }
    if (this.#isLate()) {
      this.#take(message, []);
      this.pacer.add(fresh);
      return;
    }
    this.state.view = fresh.reduce(fold, this.state.view);
    this.#take(message, fresh);
  }

  /** Whether this viewer is shown the past. */
  #isLate() {
    return this.state.you?.role === "spectator" && this.state.settings?.spectator_delay > 0;
  }

  #take(message, events) {
    const { version, legal, clock } = message;
    Object.assign(this.state, { version, legal: legal ?? [], clock, clockAt: performance.now() });
    this.on.change(this.state, events);
  }

  #refused(message) {
    if (message.code === "busy" || message.code === "rate_limited") {
      setTimeout(() => this.#resend(message.id), message.retry_ms ?? 500);
      return;
    }
    const entry = this.pending.get(message.id);
    if (message.id) this.#answered(message.id, message);
    if (!ENDED.has(message.code) && !entry?.quiet) this.on.error?.(message);
    this.#change({});
  }

  #resend(id) {
    const entry = this.pending.get(id);
    if (!entry) return;
    entry.sentAt = performance.now();
    this.#send(entry.message);
  }

  #answered(id, answer) {
    const entry = this.pending.get(id);
    this.pending.delete(id);
    entry?.resolve(answer);
  }

  #heartbeat() {
    const now = performance.now();
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (now - this.heardAt > SILENCE_MS) {
      this.#lost(0);
      return;
    }
    if (now - this.heardAt > BEAT_MS) this.#send({ type: "ping", t: Math.round(now) });
    for (const [id, entry] of this.pending) if (now - entry.sentAt > RESEND_MS) this.#resend(id);
  }

  #lost(code) {
    this.#drop();
    if (code === HANDED_OVER || (code === 4403 && this.state.view)) {
      this.stopped = true;
      this.on.moved?.();
      return;
    }
    if (FINAL.has(code)) {
      this.stopped = true;
      this.#status(code === 4401 ? "signed_out" : code === 4404 ? "gone" : "refused");
      return;
    }
    this.#status("lost");
    const wait = SLOW[code] ?? Math.min(10_000, 500 * 2 ** this.attempt);
    this.attempt += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait * (0.7 + Math.random() * 0.6));
  }

  #drop() {
    const socket = this.socket;
    this.socket = null;
    if (socket && socket.readyState < WebSocket.CLOSING) socket.close(1000);
  }

  #status(status) {
    this.#change({ status });
  }

  #change(part) {
    Object.assign(this.state, part);
    this.on.change(this.state, []);
  }
}
