// The tile pad: taps write tiles into the form's own fields, where they can be typed as well.
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { KINDS, format, parse, tile, tileButton, tilesName } from "./tiles.js";

const FULL = { concealed: 13, winning_tile: 1, wild_kinds: 2 };
const SIZES = { chow: 3, pung: 3, kong: 4, added_kong: 4, concealed_kong: 4 };

/** Draws the pad in `root`; `changed` is called when a field has changed. */
export function startPad(root, changed) {
  if (!root) return;
  const pad = new Pad(root, changed);
  pad.draw();
  root.addEventListener("input", () => pad.draw());
}

class Pad {
  constructor(root, changed) {
    Object.assign(this, { root, changed, open: [], kind: "pung" });
    this.keys = root.querySelector("#pad-keys");
    this.target = root.dataset.fixed ? "concealed" : "wild_kinds";
    this.kinds = [...document.getElementById("meld-kinds").content.children].map((one) => ({
      value: one.value,
      name: one.textContent,
    }));
  }

  field(name) {
    return this.root.querySelector(`[name=${name}]`);
  }

  tiles(name) {
    return parse(this.field(name)?.value ?? "");
  }

  melds() {
    return this.field("melds")
      .value.split(/[,;\n]/)
      .map((part) => part.trim())
      .filter(Boolean);
  }

  write(name, text) {
    this.field(name).value = text;
    this.draw();
    this.changed();
  }

  wilds() {
    return this.root.dataset.fixed ? parse(this.root.dataset.fixed) : this.tiles("wild_kinds");
  }

  tap(kind) {
    if (this.target === "meld") {
      this.tapMeld(kind);
      return;
    }
    const held = this.tiles(this.target);
    if (this.target === "winning_tile") {
      this.write("winning_tile", kind);
      return;
    }
    if (held.length >= FULL[this.target]) return;
    this.write(this.target, format([...held, kind]));
  }

  /** The first tile of a pung or kong fills it; wilds in it are tapped one by one. */
  tapMeld(kind) {
    const size = SIZES[this.kind];
    const same = this.kind !== "chow" && !this.open.length && !this.wilds().includes(kind);
    this.open = same ? Array(size).fill(kind) : [...this.open, kind];
    if (this.open.length < size) {
      this.draw();
      return;
    }
    const melds = [...this.melds(), `${this.kind} ${format(this.open)}`];
    this.open = [];
    this.write("melds", melds.join(", "));
  }

  drop(name, index) {
    const held = this.tiles(name);
    held.splice(index, 1);
    this.write(name, format(held));
  }

  dropMeld(index) {
    const melds = this.melds();
    melds.splice(index, 1);
    this.write("melds", melds.join(", "));
  }

  draw() {
    const focused = document.activeElement?.dataset?.pad;
    this.keys.replaceChildren(this.targets(), this.held(), this.keyboard());
    if (focused) this.keys.querySelector(`[data-pad="${CSS.escape(focused)}"]`)?.focus();
  }

  targets() {
    const names = ["wild_kinds", "concealed", "winning_tile"].filter((name) => this.field(name));
    const button = (name, text, on, act) =>
      h(
        "button",
        { type: "button", "aria-pressed": String(on), dataset: { pad: name }, onclick: act },
        text,
      );
    return h(
      "div",
      { class: "picks", role: "group", "aria-label": t("pad.target") },
      names.map((name) =>
        button(name, t(`pad.${name}`), this.target === name, () => this.aim(name)),
      ),
      this.kinds.map(({ value, name }) =>
        button(
          `meld-${value}`,
          t("pad.meld", { kind: name }),
          this.target === "meld" && this.kind === value,
          () => this.aim("meld", value),
        ),
      ),
    );
  }

  aim(target, kind = this.kind) {
    Object.assign(this, { target, kind, open: [] });
    this.draw();
  }

  held() {
    const wilds = this.wilds();
    const one = (name) => (kind, index) =>
      tileButton(kind, {
        wild: wilds.includes(kind),
        label: t("pad.remove", { tile: tilesName([kind]) }),
        onclick: () => this.drop(name, index),
        "data-pad": `${name}-${index}`,
      });
    return h(
      "div",
      { class: "pad-held" },
      h("span", { class: "group" }, this.tiles("concealed").map(one("concealed"))),
      h("span", { class: "group winning" }, this.tiles("winning_tile").map(one("winning_tile"))),
      this.melds().map((text, index) => this.meld(text, index, wilds)),
      this.open.length
        ? h("span", { class: "group open" }, this.open.map((kind) => tile(kind)))
        : null,
    );
  }

  meld(text, index, wilds) {
    const kinds = parse(text.split(" ")[1] ?? "");
    return h(
      "button",
      {
        type: "button",
        class: "group meld-button",
        "aria-label": t("pad.remove_meld", { meld: tilesName(kinds) }),
        onclick: () => this.dropMeld(index),
      },
      kinds.map((kind) => tile(kind, { wild: wilds.includes(kind), label: "" })),
    );
  }

  keyboard() {
    return h(
      "div",
      { class: "pad-board", role: "group", "aria-label": t("pad.keys") },
      KINDS.map((row) =>
        h(
          "div",
          { class: "pad-row" },
          row.map((kind) =>
            tileButton(kind, { onclick: () => this.tap(kind), "data-pad": `key-${kind}` }),
          ),
        ),
      ),
    );
  }
}
