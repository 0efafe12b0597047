// The table by keyboard: arrows and digits choose a tile, Enter discards, letters act.

const LETTERS = {
  w: ".act-win",
  c: ".act-chow",
  p: ".act-pung",
  k: ".act-kong",
  b: ".ladder button, .picker button:not([disabled])",
  " ": ".act-pass",
};
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: "up", ArrowDown: "down" };
const PLACES = "#actions, #panel";

/** hand: the own Hand; discard(): throws the chosen tile; escape(): true when it closed something */
export function listen({ hand, discard, escape }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, .menu")) return;
    if (handle(event, { hand, discard, escape })) event.preventDefault();
  });
}

/** True when the key meant something here; otherwise the browser does what it always does. */
function handle(event, { hand, discard, escape }) {
  const { key, target } = event;
  if (key === "Escape") return escape();
  if (key in STEPS) return arrow(STEPS[key], target, hand);
  if (/^[0-9]$/.test(key)) return hand.nth(key === "0" ? 10 : Number(key));
  const onControl = target.closest("button, a, summary");
  const onHand = target.closest("#hand");
  if (key === "Enter") return (onHand || !onControl) && hand.chosen ? discard() : false;
  if (key === " " && onControl && !onHand) return false;
  return act(key.toLowerCase());
}

function arrow(step, target, hand) {
  const grid = target.closest(".ladder, .picker");
  if (grid) return walk(grid, step, target);
  return typeof step === "number" ? hand.move(step) : false;
}

/** Through the buttons of a grid; up and down go to the nearest one in the row above or below. */
function walk(grid, step, from) {
  const buttons = [...grid.querySelectorAll("button:not([disabled])")];
  const next =
    typeof step === "number" ? buttons[buttons.indexOf(from) + step] : beside(buttons, step, from);
  next?.focus();
  return true;
}

function beside(buttons, step, from) {
  const here = from.getBoundingClientRect();
  const places = buttons
    .map((button) => ({ button, box: button.getBoundingClientRect() }))
    .filter(({ box }) => (step === "up" ? box.bottom <= here.top + 1 : box.top >= here.bottom - 1));
  const away = ({ box }) => Math.abs(box.top - here.top) * 4 + Math.abs(box.left - here.left);
  return places.sort((a, b) => away(a) - away(b))[0]?.button;
}

/** One button with that letter is pressed; of several the next one is focused. */
function act(letter) {
  const wanted = LETTERS[letter];
  if (!wanted) return false;
  const found = [...document.querySelectorAll(PLACES)].flatMap((place) => [
    ...place.querySelectorAll(wanted),
  ]);
  if (!found.length) return false;
  if (found.length === 1 && letter !== "b") found[0].click();
  else found[(found.indexOf(document.activeElement) + 1) % found.length].focus();
  return true;
}
