// The clock of an event's round at a live table: asked for now and then, counted on in between.
import { clockText } from "./clock_text.js";

const ASK_MS = 10_000;
const shown = document.getElementById("round-clock");

let clock = null;
let ahead = 0; // The server's clock less ours.

async function ask() {
  try {
    const answer = await fetch(shown.dataset.url);
    if (!answer.ok) return;
    clock = await answer.json();
    ahead = clock.now - Date.now();
  } catch {
    // Off line: what was known counts on.
  }
}

function tick() {
  const isKnown = clock && (clock.ends_at !== null || clock.left_ms !== null);
  shown.hidden = !isKnown;
  if (!isKnown) return;
  const isHeld = clock.left_ms !== null;
  const left = isHeld ? clock.left_ms : clock.ends_at - Date.now() - ahead;
  shown.textContent = isHeld ? `⏸ ${clockText(left)}` : clockText(left);
  shown.classList.toggle("over", left < 0);
  shown.classList.toggle("soon", left >= 0 && left < 300_000);
}

await ask();
tick();
setInterval(ask, ASK_MS);
setInterval(tick, 500);
