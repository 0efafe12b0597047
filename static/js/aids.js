// "What am I waiting for": asked of the server, shown as tiles with their tai and what is left.
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { tile, tileName } from "./tiles.js";
import { wilds } from "./view.js";

export class Waits {
  constructor({ button, box, ask }) {
    Object.assign(this, { button, box, ask, open: false });
    button.addEventListener("click", () => this.toggle());
  }

  allow(allowed) {
    this.button.hidden = !allowed;
    if (!allowed) this.box.hidden = true;
  }

  toggle() {
    this.open = !this.open;
    this.button.setAttribute("aria-expanded", String(this.open));
    this.box.hidden = !this.open;
    if (this.open) this.ask();
  }

  /** Asks again after the own hand has changed. */
  stale() {
    if (this.open && !this.button.hidden) this.ask();
  }

  show(message, view) {
    const wild = wilds(view);
    const waits = message.waits ?? [];
    this.box.replaceChildren(
      waits.length
        ? h(
            "ul",
            { class: "waits" },
            waits.map((wait) =>
              h(
                "li",
                {
                  "aria-label": t("wait_line", {
                    tile: tileName(wait.tile),
                    tai: wait.tai ?? 0,
                    left: wait.left,
                  }),
                },
                tile(wait.tile, { wild: wild.includes(wait.tile), cls: "small", label: "" }),
                h("span", {}, t("n_tai", { n: wait.tai ?? 0 })),
                h("small", {}, t("left", { n: wait.left })),
              ),
            ),
          )
        : h("p", {}, message.distance > 0 ? t("distance", { n: message.distance }) : t("no_waits")),
    );
  }
}
