// A part of the page that is fetched again leaves the reader alone: folds stay open, what was typed
// stays typed, focus and scrolling stay where they were. Whoever cannot see it is told of changes.

const TYPED = "input:not([type=hidden]), textarea, select";
const SCROLLED = ".table-scroll, .bracket-scroll, pre";
const MARKED = "a, button, summary, input, select, textarea, [tabindex]";

const held = new Map(); // By the part's id: what was there before it was replaced.

/** What a node is called, the same before and after; nodes alike are told apart by their turn. */
function nameOf(node) {
  if (node.id) return `#${node.id}`;
  const where = node.closest("form")?.getAttribute("action") ?? "";
  const what = node.getAttribute("href") ?? node.name ?? "";
  const text = node.matches("details") ? node.querySelector("summary") : node;
  const said = node.matches(TYPED) ? node.value : text?.textContent.trim();
  return [node.localName, where, what, node.matches("input[type=text]") ? "" : said].join("|");
}

function fieldName(node) {
  const where = node.closest("form")?.getAttribute("action") ?? "";
  const choice = node.matches("[type=checkbox], [type=radio]") ? node.value : "";
  return [where, node.name, choice].join("|");
}

function* named(part, selector, name = nameOf) {
  const turns = new Map();
  for (const node of part.querySelectorAll(selector)) {
    const key = name(node);
    turns.set(key, (turns.get(key) ?? 0) + 1);
    yield [`${key}#${turns.get(key)}`, node];
  }
}

/** Typed by the reader, or put back by the server after a refusal: not to be lost either way. */
function isTouched(node) {
  if ("kept" in node.dataset) return true;
  if (node.matches("[type=checkbox], [type=radio]")) return node.checked !== node.defaultChecked;
  if (node.matches("select")) return [...node.options].some((o) => o.selected !== o.defaultSelected);
  return node.value !== node.defaultValue;
}

/** The words of a part without its clocks, which change all the time. */
function wordsOf(part) {
  const copy = part.cloneNode(true);
  copy.querySelectorAll("[role=timer], input").forEach((node) => node.remove());
  return copy.textContent.replace(/\s+/g, " ").trim();
}

function hold(part) {
  const kept = { words: wordsOf(part), open: new Set(), typed: new Map(), scrolled: [], focus: null };
  for (const [key, node] of named(part, "details")) if (node.open) kept.open.add(key);
  for (const [key, node] of named(part, TYPED, fieldName)) {
    if (!isTouched(node)) continue;
    const isText = node.matches("textarea");
    kept.typed.set(key, { value: node.value, checked: node.checked, isText });
  }
  for (const node of part.querySelectorAll(SCROLLED)) {
    kept.scrolled.push([node.scrollLeft, node.scrollTop]);
  }
  const active = document.activeElement;
  if (part.contains(active)) {
    const selector = active.matches(TYPED) ? TYPED : MARKED;
    const name = active.matches(TYPED) ? fieldName : nameOf;
    for (const [key, node] of named(part, selector, name)) {
      if (node === active) kept.focus = { key, selector, name, from: active.selectionStart };
    }
  }
  held.set(part.id, kept);
}

function giveBack(id) {
  const kept = held.get(id);
  const part = document.getElementById(id);
  held.delete(id);
  if (!kept || !part) return;
  for (const [key, node] of named(part, "details")) if (kept.open.has(key)) node.open = true;
  for (const [key, node] of named(part, TYPED, fieldName)) {
    const was = kept.typed.get(key);
    if (was) Object.assign(node, node.type === "checkbox" || node.type === "radio"
      ? { checked: was.checked } : { value: was.value });
    kept.typed.delete(key);
  }
  leaveOver([...kept.typed.values()].filter(({ isText, value }) => isText && value.trim()));
  part.querySelectorAll(SCROLLED).forEach((node, n) => {
    if (kept.scrolled[n]) [node.scrollLeft, node.scrollTop] = kept.scrolled[n];
  });
  if (kept.focus) focusAgain(part, kept.focus);
  if (wordsOf(part) !== kept.words) tell();
}

/** Texts whose form is gone, where the page has a place for them: to be copied. */
function leaveOver(texts) {
  const box = document.querySelector("[data-left-over]");
  if (!box || !texts.length) return;
  for (const { value } of texts) {
    const words = document.createElement("bdi");
    words.innerText = value;
    box.querySelector("blockquote").append(words);
  }
  box.hidden = false;
}

function focusAgain(part, { key, selector, name, from }) {
  for (const [other, node] of named(part, selector, name)) {
    if (other !== key) continue;
    node.focus({ preventScroll: true });
    if (typeof from === "number") node.setSelectionRange(from, from);
  }
}

function tell() {
  const news = document.getElementById("news");
  // The same words once more are read out only if they were gone in between.
  if (news) news.textContent = "";
  setTimeout(() => news && (news.textContent = news.dataset.text), 100);
}

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.shouldSwap && detail.target?.id) hold(detail.target);
});
document.body.addEventListener("htmx:afterSettle", () => {
  for (const id of [...held.keys()]) giveBack(id);
});

document
  .querySelector(".tabs [aria-current]")
  ?.scrollIntoView({ inline: "center", block: "nearest" });
