// An event's page: listens to the event's socket (a player's own page: to those of all their events)
// and lets the parts that changed ask for themselves again (hx-trigger="news-standings from:body");
// runs the clocks between the news.
import "./parts.js";
import { clockText } from "./clock_text.js";

const FINAL = new Set([1008, 4400, 4401, 4403, 4404]);
// Who follows is not what they came as any more: the page has to be asked for anew.
const STANDING = 4410;
const BEAT_MS = 15_000;
const SILENCE_MS = 40_000;

let ahead = 0; // The server's clock less ours, in milliseconds.

/** One event that this page follows, from the element that names its socket. */
class Line {
  constructor({ eventSocket, version }) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.url = `${scheme}://${location.host}${eventSocket}`;
    this.version = Number(version);
    this.attempt = 0;
    this.heardAt = 0;
    this.socket = null;
    this.connect();
  }

  connect() {
    const mine = new WebSocket(this.url);
    this.socket = mine;
    this.say("connecting");
    this.heardAt = performance.now();
    mine.addEventListener("open", () =>
      mine.send(JSON.stringify({ type: "hello", protocol: 1, since: this.version })),
    );
    mine.addEventListener("message", (event) => {
      if (mine === this.socket) this.receive(JSON.parse(event.data));
    });
    mine.addEventListener("close", (event) => {
      if (mine === this.socket) this.lost(event.code);
    });
  }

  say(status) {
    this.status = status;
    sayAll();
  }

  receive(message) {
    this.heardAt = performance.now();
    if (message.now) ahead = message.now - Date.now();
    if (message.type === "welcome") {
      this.attempt = 0;
      this.say("live");
    }
    if (message.type !== "welcome" && message.type !== "news") return;
    this.version = message.version;
    const detail = { version: this.version };
    for (const area of message.areas) {
      document.body.dispatchEvent(new CustomEvent(`news-${area}`, { detail }));
    }
  }

  lost(code) {
    this.socket = null;
    if (code === STANDING) {
      location.reload();
      return;
    }
    if (FINAL.has(code)) {
      this.say("closed");
      return;
    }
    this.say("lost");
    const wait = Math.min(15_000, 500 * 2 ** this.attempt);
    this.attempt += 1;
    this.again = setTimeout(() => this.connect(), wait * (0.7 + Math.random() * 0.6));
  }

  beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    const silent = performance.now() - this.heardAt;
    if (silent > SILENCE_MS) this.socket.close();
    else if (silent > BEAT_MS) this.socket.send(JSON.stringify({ type: "ping", t: 0 }));
  }

  /** At once instead of after the next pause. */
  hurry() {
    if (this.socket || this.status === "closed") return;
    clearTimeout(this.again);
    this.connect();
  }

  end() {
    clearTimeout(this.again);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }
}

const lines = new Map(); // By the socket's address: a page may follow several events.

/** What holds for all of them: the first of these that any of them says. */
function sayAll() {
  const said = new Set([...lines.values()].map((line) => line.status));
  const worst = ["lost", "connecting", "live", "closed"].find((status) => said.has(status));
  if (worst) document.body.dataset.live = worst;
}

/** Follow what the page names now, and nothing else: parts of it may have been replaced. */
function follow() {
  const named = new Map();
  for (const root of document.querySelectorAll("[data-event-socket]")) {
    named.set(root.dataset.eventSocket, root.dataset);
  }
  for (const [address, line] of lines) {
    if (named.has(address)) continue;
    lines.delete(address);
    line.end();
  }
  for (const [address, dataset] of named) {
    if (!lines.has(address)) lines.set(address, new Line(dataset));
  }
  sayAll();
}

function tick() {
  const now = Date.now() + ahead;
  for (const clock of document.querySelectorAll("[data-ends-at], [data-left-ms]")) {
    const { endsAt, leftMs } = clock.dataset;
    const left = endsAt ? Number(endsAt) - now : Number(leftMs);
    clock.textContent = clockText(left);
    clock.classList.toggle("over", left < 0);
    clock.classList.toggle("soon", left >= 0 && left < 300_000);
  }
}

follow();
document.body.addEventListener("htmx:afterSwap", follow);
setInterval(() => lines.forEach((line) => line.beat()), 5_000);
window.addEventListener("online", () => lines.forEach((line) => line.hurry()));
tick();
setInterval(tick, 500);
