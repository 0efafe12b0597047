// The score sheet: hears of news by the table's socket, and fetches what has changed on the page.
import { announce, jsonBlock } from "./dom.js";
import { t } from "./i18n.js";
import { TableSocket } from "./socket.js";

const config = jsonBlock("score-config");
const sheet = document.getElementById("sheet");
const connection = document.getElementById("connection");
let shown = config.version;
let fetching = false;
let behind = false;

/** What the server sent last for a part: compared instead of the page, which people change. */
const texts = new Map();
for (const part of parts(sheet)) texts.set(part.dataset.key, part.outerHTML);

function parts(root) {
  return [...root.querySelectorAll("[data-key]")];
}

/** Fetches the sheet anew; news that come meanwhile are fetched after it. */
async function refresh() {
  behind = fetching;
  if (fetching) return;
  fetching = true;
  try {
    const answer = await fetch(`${location.pathname}?part=sheet`, { credentials: "same-origin" });
    if (answer.ok) take(await answer.text());
  } catch {
    // The socket tells again when it is back.
  } finally {
    fetching = false;
  }
  if (behind) refresh();
}

function take(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").body;
  // The end of a match brings its record, which is a part of the page around the sheet.
  if (fresh.querySelector("[data-ended]") && !sheet.querySelector("[data-ended]")) {
    location.reload();
    return;
  }
  const keys = new Set();
  let before = null;
  for (const part of parts(fresh)) {
    keys.add(part.dataset.key);
    before = place(part, before);
  }
  for (const old of parts(sheet)) if (!keys.has(old.dataset.key)) old.remove();
  announce(t("score.changed"));
}

/** Puts a part where it belongs; one that has not changed keeps what is open and typed in it. */
function place(part, before) {
  const { key } = part.dataset;
  const old = sheet.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const text = part.outerHTML.replace(CHANGING, "");
  if (old && texts.get(key)?.replace(CHANGING, "") === text) return old;
  texts.set(key, part.outerHTML);
  const fresh = document.importNode(part, true);
  if (old) {
    keepOpen(old, fresh);
    old.replaceWith(fresh);
  } else if (part.tagName === "LI") {
    const list = sheet.querySelector("ol.hands");
    const inList = before?.parentElement === list ? before : null;
    if (inList) inList.after(fresh);
    else list.prepend(fresh);
  } else if (before) {
    before.after(fresh);
  }
  return fresh;
}

const CHANGING = /<input type="hidden" name="(csrfmiddlewaretoken|command)" value="[^"]*">/g;

function keepOpen(old, fresh) {
  for (const details of old.querySelectorAll("details[open][data-open]")) {
    const same = fresh.querySelector(`[data-open="${CSS.escape(details.dataset.open)}"]`);
    if (!same) continue;
    same.open = true;
    for (const field of details.querySelectorAll("input[name=text]")) {
      const twin = same.querySelector("input[name=text]");
      if (twin) twin.value = field.value;
    }
  }
}

new TableSocket({
  url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${config.socket}`,
  as: config.as,
  lang: document.documentElement.lang,
  on: {
    change({ status, version }) {
      connection.dataset.status = status;
      connection.textContent = t(`connection.${status}`);
      if (typeof version === "number" && version !== shown) {
        shown = version;
        refresh();
      }
    },
  },
});

// A hand that the address names is opened.
const named = location.hash ? document.getElementById(location.hash.slice(1)) : null;
if (named) named.querySelector("details")?.setAttribute("open", "");

document.addEventListener("click", (event) => {
  event.target.closest?.("[data-close-report]")?.closest(".report")?.remove();
});
