// How a hand ended: the winning hand, each element with its rule, each payment as a sum.
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { signed } from "./board.js";
import { parse, sortHand, tile, tilesName } from "./tiles.js";
import { newSeats } from "./story.js";
import { nameOfSeat, SEATS, wilds } from "./view.js";

/** The content of the result of view.result. catalogue: {elements: {id: name}, rules: url} */
export function handResult(view, catalogue) {
  const result = view.result;
  if (result.type === "HandWon") return won(view, result, catalogue);
  const key = { HandExhausted: "exhausted", HandRedealt: "redealt", HandVoided: "voided" }[
    result.type
  ];
  return [
    h("h2", { id: "result-title" }, t(`result.${key}`)),
    h("p", { class: "hint" }, result.reason ?? t(`result.${key}_hint`)),
    result.payments ? payments(view, result.payments, result.parts, result.multiplier) : null,
  ];
}

/** Said above the result while the next hand is waited for. */
export function seatsChanged(view) {
  return h("p", { class: "seats-changed" }, t("say.seats", { seats: newSeats(view) }));
}

function won(view, result, catalogue) {
  const { breakdown, seat } = result;
  return [
    h(
      "h2",
      { id: "result-title" },
      h("span", { class: "winner" }, nameOfSeat(view, seat)),
      " ",
      t(`won.${result.source}`),
    ),
    h(
      "p",
      { class: "result-lead" },
      h("strong", { class: "tai" }, t("n_tai", { n: breakdown.tai })),
      result.discarder
        ? h("span", {}, t(`from_${result.source}`, { name: nameOfSeat(view, result.discarder) }))
        : null,
      breakdown.multiplier > 1
        ? h("span", { class: "badge old" }, t("times", { n: breakdown.multiplier }))
        : null,
    ),
    winningHand(view, result),
    reading(breakdown),
    elements(view, breakdown, catalogue),
    payments(view, breakdown.payments, breakdown.parts, breakdown.multiplier),
  ];
}

function winningHand(view, { seat, source, tile: winning }) {
  const wild = wilds(view);
  const held = view.seats[seat];
  const tiles = parse(held.concealed ?? "");
  if (source === "self_draw") tiles.splice(tiles.lastIndexOf(winning), 1);
  const show = (kind, cls = "") => tile(kind, { wild: wild.includes(kind), cls });
  return h(
    "div",
    { class: "result-hand", role: "group", "aria-label": t("winning_hand") },
    h(
      "span",
      { class: "group" },
      sortHand(tiles, wild).map((kind) => show(kind)),
    ),
    h("span", { class: "group winning" }, show(winning, "last")),
    held.melds.map((laid) =>
      h(
        "span",
        { class: "group" },
        parse(laid.tiles ?? "").map((kind) => show(kind)),
      ),
    ),
  );
}

function reading(breakdown) {
  const sets = breakdown.as ?? [];
  if (!sets.length) return null;
  return h(
    "div",
    { class: "reading" },
    h("span", { class: "label" }, t("reads_as")),
    sets.map((set) => {
      const kinds = parse(set.tiles);
      const label = `${t(`meld.${set.kind}`)} ${tilesName(kinds)}`;
      return h(
        "span",
        { class: "group", role: "img", "aria-label": label, title: label },
        kinds.map((kind) => tile(kind, { cls: "small", label: "" })),
      );
    }),
  );
}

function elements(view, breakdown, { elements: names, rules, headings = {} }) {
  return h(
    "table",
    { class: "elements" },
    h("caption", { class: "visually-hidden" }, t("elements")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [t("element"), t("rule"), t("tai")].map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      breakdown.elements.map((element) => {
        const tiles = parse(element.tiles ?? "");
        return h(
          "tr",
          {},
          h(
            "th",
            { scope: "row" },
            names[element.id] ?? element.id,
            " ",
            tiles.slice(0, 1).map((kind) => tile(kind, { cls: "small" })),
          ),
          h(
            "td",
            {},
            h(
              "a",
              {
                href: `${rules}#${element.rule}`,
                target: "_blank",
                rel: "noopener",
                title: headings[element.rule],
              },
              element.rule,
            ),
          ),
          h("td", { class: "num" }, String(element.tai)),
        );
      }),
    ),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "row", colspan: 2 }, t("total")),
        h("td", { class: "num" }, t("n_tai", { n: breakdown.tai })),
      ),
    ),
  );
}

/** Each seat's sum in words of its parts: −8 − 5 = −13, × 2 = −26 */
function payments(view, sums, parts = [], multiplier = 1) {
  return h(
    "table",
    { class: "payments" },
    h("caption", { class: "visually-hidden" }, t("payments")),
    h(
      "tbody",
      {},
      SEATS.map((seat) => {
        const terms = termsOf(seat, parts);
        return h(
          "tr",
          { class: sums[seat] > 0 ? "gain" : sums[seat] < 0 ? "loss" : "" },
          h(
            "th",
            { scope: "row" },
            h("span", { class: "wind" }, t(`windmark.${seat}`)),
            nameOfSeat(view, seat),
          ),
          h(
            "td",
            { class: "sum" },
            terms.length
              ? [
                  terms.map(([part, amount]) =>
                    h("span", { class: "term" }, h("small", {}, t(`part.${part}`)), signed(amount)),
                  ),
                  multiplier > 1
                    ? h("span", { class: "term" }, h("small", {}, t("laozhuang")), `×${multiplier}`)
                    : null,
                ]
              : null,
          ),
          h("td", { class: "num total" }, signed(sums[seat])),
        );
      }),
    ),
  );
}

function termsOf(seat, parts) {
  const sums = {};
  for (const part of parts) {
    if (part.from !== seat && part.to !== seat) continue;
    sums[part.part] = (sums[part.part] ?? 0) + (part.to === seat ? part.amount : -part.amount);
  }
  return Object.entries(sums).filter(([, amount]) => amount !== 0);
}

/** The end of the match: standing by points, and where to go from here. */
export function matchResult(view, { replay, lobby }) {
  const order = [...view.players].sort((a, b) => view.points[b.place] - view.points[a.place]);
  const rank = (player) =>
    1 + order.filter((one) => view.points[one.place] > view.points[player.place]).length;
  return [
    h("h2", { id: "result-title" }, t("match_over")),
    h(
      "table",
      { class: "standing" },
      h("caption", { class: "visually-hidden" }, t("final_points")),
      h(
        "tbody",
        {},
        order.map((player) =>
          h(
            "tr",
            { class: player.place === view.you?.place ? "me" : "" },
            h("td", { class: "rank" }, String(rank(player))),
            h("th", { scope: "row" }, player.name),
            h("td", { class: "num total" }, signed(view.points[player.place])),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "links" },
      h("a", { class: "button primary", href: replay }, t("open_replay")),
      h("a", { class: "button", href: lobby }, t("back_to_lobby")),
    ),
  ];
}
