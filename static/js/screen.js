// The big screen: turns the pages of long lists and of a large bracket, says when time is up, and
// keeps the display awake.

import { windowsOf } from "./bracket_windows.js";

const TURN_MS = Number(document.querySelector("#screen")?.dataset.turnMs) || 12_000;
const turns = new Map(); // By list: which page of it is shown.

/** A list lies in columns; those that do not fit go on to the right, and are its next pages. */
function show(list) {
  list.classList.remove("fits");
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  const pages = Math.max(1, Math.ceil((list.scrollWidth + gap - 1) / (list.clientWidth + gap)));
  const page = (turns.get(list.dataset.pages) ?? 0) % pages;
  list.classList.toggle("fits", pages === 1);
  list.scrollLeft = page * (list.clientWidth + gap);
  list.dataset.page = `${page + 1}/${pages}`;
  list.closest(".pane").dataset.page = pages > 1 ? `${page + 1} / ${pages}` : "";
}

/** A bracket that is too large to be read as a whole is shown in parts. */
function showWindow(frame) {
  const svg = frame.querySelector("svg.bracket-picture");
  const found = windowsOf(svg, frame.clientWidth, frame.clientHeight, window.innerHeight);
  const page = (turns.get(frame.dataset.windows) ?? 0) % found.length;
  svg.setAttribute("viewBox", found[page].join(" "));
  frame.dataset.page = `${page + 1}/${found.length}`;
  frame.closest(".pane").dataset.page = found.length > 1 ? `${page + 1} / ${found.length}` : "";
}

function turn() {
  for (const list of document.querySelectorAll("[data-pages]")) {
    turns.set(list.dataset.pages, (turns.get(list.dataset.pages) ?? 0) + 1);
    show(list);
  }
  for (const frame of document.querySelectorAll("[data-windows]")) {
    turns.set(frame.dataset.windows, (turns.get(frame.dataset.windows) ?? 0) + 1);
    showWindow(frame);
  }
}

function showAll() {
  document.querySelectorAll("[data-pages]").forEach(show);
  document.querySelectorAll("[data-windows]").forEach(showWindow);
}

function look() {
  const clock = document.querySelector(".screen-clock .clock");
  const note = document.querySelector(".time-up");
  if (note) note.hidden = !clock?.classList.contains("over");
  clock?.parentElement.classList.toggle("long", clock.textContent.length > 6);
  const lost = document.querySelector(".screen-lost");
  lost.hidden = document.body.dataset.live !== "lost";
}

async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Not allowed here: the machine's own settings decide.
  }
}

document.body.addEventListener("htmx:afterSwap", showAll);
document.body.addEventListener("htmx:afterSettle", showAll);
window.addEventListener("resize", showAll);
document.addEventListener("visibilitychange", () => document.hidden || stayAwake());
document.fonts?.ready.then(showAll);
showAll();
stayAwake();
setInterval(turn, TURN_MS);
setInterval(look, 500);
