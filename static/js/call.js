// Calling the referee from the table: a dialog whose reasons are one tap each. The table stays where
// it is, and its socket connected.
import { announce } from "./dom.js";
import { t } from "./i18n.js";

const dialog = document.getElementById("call-dialog");
const opener = document.getElementById("call-referee");

function close() {
  dialog.close();
  opener.focus({ preventScroll: true });
}

/** The sentence, and its code for programs as on every form. */
function refuse(text, code) {
  const line = dialog.querySelector("[data-refused]");
  line.textContent = text;
  line.className = `message error code-${code}`;
  line.hidden = false;
}

async function send(form, submitter) {
  const answer = await fetch(form.action, {
    method: "POST",
    body: new FormData(form, submitter),
    headers: { Accept: "application/json" },
    credentials: "same-origin",
  });
  if (!answer.headers.get("Content-Type")?.includes("json")) throw new Error("no answer");
  const { error, message } = await answer.json();
  if (error) return refuse(error.message, error.code);
  form.reset();
  // The next call is another one.
  form.elements.command.value = crypto.getRandomValues(new Uint32Array(4)).join("");
  close();
  announce(message);
  window.laozhuang?.news(message);
}

/** The hand that is played now comes first, those before it can be disputed too. */
function fillHands(select) {
  const now = window.laozhuang?.state?.view?.hand ?? 0;
  const hands = Array.from({ length: now }, (_, i) => now - i);
  const options = hands.map((hand) => new Option(t("hand_n", { n: hand }), hand));
  select.replaceChildren(...(options.length ? options : [new Option("–", 0)]));
}

function start() {
  const form = dialog.querySelector("form[data-call]");
  opener.addEventListener("click", () => {
    dialog.querySelector("[data-refused]").hidden = true;
    fillHands(form.querySelector("[data-hands]"));
    dialog.showModal();
  });
  dialog.querySelector("[data-close]").addEventListener("click", close);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const buttons = form.querySelectorAll("button");
    const { submitter } = event;
    // Read before the buttons are disabled: a disabled one sends nothing.
    const sent = send(form, submitter);
    for (const button of buttons) button.disabled = true;
    sent
      .catch(() => refuse(dialog.dataset.failed, "not_sent"))
      .finally(() => {
        for (const button of buttons) button.disabled = false;
      });
  });
  // Keys that play tiles are letters here.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
}

if (dialog && opener) start();
