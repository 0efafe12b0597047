// Entering a hand: shows the steps that apply, and what the hand comes to before it is saved. The
// rules are the server's: it is asked after every change.
import { h, jsonBlock } from "./dom.js";
import { t } from "./i18n.js";
import { signed } from "./board.js";
import { startPad } from "./pad.js";
import { TableSocket } from "./socket.js";
import { tile, tilesName } from "./tiles.js";

const config = jsonBlock("score-config");
const form = document.getElementById("entry");
const preview = document.getElementById("preview");
const WAIT_MS = 200;
let timer = null;
let asked = 0;

function valueOf(name) {
  return new FormData(form).get(name) ?? "";
}

/** Shows each part whose condition holds; what is hidden is not sent. */
function showSteps() {
  for (const part of form.querySelectorAll("[data-if]")) {
    const [name, values] = part.dataset.if.split("=");
    part.hidden = !values.split(",").includes(valueOf(name));
  }
  const winner = valueOf("winner");
  for (const off of form.querySelectorAll("[name=discarder]")) {
    off.disabled = off.value === winner;
    if (off.disabled) off.checked = false;
  }
}

async function ask() {
  asked += 1;
  const mine = asked;
  const answer = await fetch(config.preview, {
    method: "POST",
    body: new FormData(form),
    credentials: "same-origin",
  });
  if (!answer.ok || mine !== asked) return;
  show(await answer.json());
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(() => ask().catch(() => {}), WAIT_MS);
}

function show({ ok, result, refusal, blocked, worth }) {
  markTicks(blocked, worth);
  preview.dataset.state = ok ? "ok" : refusal.missing ? "missing" : "refused";
  preview.replaceChildren(...(ok ? outcome(result) : why(refusal)));
}

function markTicks(blocked, worth) {
  for (const label of form.querySelectorAll("[data-element]")) {
    const id = label.dataset.element;
    const box = label.querySelector("input");
    const reason = box.checked ? "" : (blocked[id] ?? "");
    label.classList.toggle("out", Boolean(reason));
    // Not `disabled`: it stays in reach of the keyboard, and says why.
    box.setAttribute("aria-disabled", String(Boolean(reason)));
    label.querySelector("[data-why]").textContent = reason;
    if (worth[id] !== undefined) label.querySelector("[data-tai]").textContent = worth[id];
  }
}

function outcome(result) {
  const head = result.tai === null ? t("result.exhausted") : t("n_tai", { n: result.tai });
  return [
    h(
      "p",
      { class: "comes-to" },
      t("score.comes_to"),
      " ",
      h("b", { class: "tai" }, head),
      result.multiplier > 1
        ? h("span", { class: "badge old" }, t("times", { n: result.multiplier }))
        : null,
    ),
    result.elements.length
      ? h("p", { class: "hint" }, result.elements.map((e) => `${e.name} ${e.tai}`).join(" · "))
      : null,
    valueOf("way") === "tiles" && result.reading.length ? reading(result.reading) : null,
    h(
      "ul",
      { class: "gains" },
      result.payments.map((row) =>
        h(
          "li",
          { class: row.total > 0 ? "gain" : row.total < 0 ? "loss" : "" },
          h("span", { class: "who" }, row.name),
          " ",
          h("b", { class: "total" }, signed(row.total)),
        ),
      ),
    ),
  ].filter(Boolean);
}

function reading(sets) {
  return h(
    "p",
    { class: "score-tiles small-tiles" },
    h("span", { class: "hint" }, t("reads_as")),
    sets.map((kinds) =>
      h(
        "span",
        { class: "group", role: "img", "aria-label": tilesName(kinds) },
        kinds.map((kind) => tile(kind, { label: "" })),
      ),
    ),
  );
}

function why(refusal) {
  const rule = refusal.rule
    ? h("a", { href: `/rules/#${refusal.rule.id}`, title: refusal.rule.heading }, refusal.rule.id)
    : null;
  return [h("p", {}, refusal.text, rule ? " " : null, rule)];
}

form.addEventListener("click", (event) => {
  const box = event.target.closest("input[aria-disabled=true]");
  if (box) event.preventDefault();
});
form.addEventListener("input", () => {
  showSteps();
  later();
});
showSteps();
startPad(document.getElementById("pad"), () => form.dispatchEvent(new Event("input")));
ask().catch(() => {});

if (!config.correcting) {
  new TableSocket({
    url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${config.socket}`,
    as: config.as,
    lang: document.documentElement.lang,
    on: {
      change(state, events) {
        const mine = (e) => e.type === "HandEntered" && e.data.hand === config.hand;
        if (events.some(mine)) document.getElementById("elsewhere").hidden = false;
      },
    },
  });
}
