// An event's page: listens to the event's socket and lets the parts that changed ask for
// themselves again (hx-trigger="news-standings from:body"); runs the clocks between the news.
import "./parts.js";
import { clockText } from "./clock_text.js";

const FINAL = new Set([1008, 4400, 4401, 4403, 4404]);
const BEAT_MS = 15_000;
const SILENCE_MS = 40_000;

const root = document.querySelector("[data-event-socket]");
const scheme = location.protocol === "https:" ? "wss" : "ws";
const url = root && `${scheme}://${location.host}${root.dataset.eventSocket}`;

let socket = null;
let version = root ? Number(root.dataset.version) : null;
let attempt = 0;
let heardAt = 0;
let ahead = 0; // The server's clock less ours, in milliseconds.

function status(text) {
  document.body.dataset.live = text;
}

function connect() {
  socket = new WebSocket(url);
  const mine = socket;
  status("connecting");
  heardAt = performance.now();
  mine.addEventListener("open", () =>
    mine.send(JSON.stringify({ type: "hello", protocol: 1, since: version })),
  );
  mine.addEventListener("message", (event) => {
    if (mine === socket) receive(JSON.parse(event.data));
  });
  mine.addEventListener("close", (event) => {
    if (mine === socket) lost(event.code);
  });
}

function receive(message) {
  heardAt = performance.now();
  if (message.now) ahead = message.now - Date.now();
  if (message.type === "welcome") {
    attempt = 0;
    status("live");
  }
  if (message.type !== "welcome" && message.type !== "news") return;
  version = message.version;
  for (const area of message.areas) {
    document.body.dispatchEvent(new CustomEvent(`news-${area}`, { detail: { version } }));
  }
}

function lost(code) {
  socket = null;
  if (FINAL.has(code)) {
    status("closed");
    return;
  }
  status("lost");
  const wait = Math.min(15_000, 500 * 2 ** attempt);
  attempt += 1;
  setTimeout(connect, wait * (0.7 + Math.random() * 0.6));
}

function beat() {
  if (socket?.readyState !== WebSocket.OPEN) return;
  if (performance.now() - heardAt > SILENCE_MS) {
    socket.close();
    return;
  }
  if (performance.now() - heardAt > BEAT_MS) socket.send(JSON.stringify({ type: "ping", t: 0 }));
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

if (url) {
  connect();
  setInterval(beat, 5_000);
  window.addEventListener("online", () => socket ?? connect());
}
tick();
setInterval(tick, 500);
