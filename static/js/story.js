// One event as a sentence for the status line and for screen readers, and as a shout.
import { contractName } from "./board.js";
import { t } from "./i18n.js";
import { parse, tileName, tilesName } from "./tiles.js";
import { nameAt, nameOfSeat, SEATS } from "./view.js";

/** The sentence for an event, or "". `view` is the view after it. */
export function sentence(view, event) {
  const data = event.data ?? {};
  const name =
    data.seat && view.hand && view.players.length
      ? nameOfSeat(view, data.seat)
      : data.place !== undefined
        ? nameAt(view, data.place)
        : "";
  const words = SENTENCES[event.type];
  return words ? words(view, data, name, event) : "";
}

const SENTENCES = {
  MatchOpened: () => t("say.opened"),
  EntropyCommitted: (view, data, name) => t("say.committed", { name }),
  EntropyOpened: (view, data, name) => t("say.entropy", { name }),
  EntropyMissed: (view, data, name) => t("say.missed", { name }),
  MatchStarted: (view, data) => t("say.started", { name: nameAt(view, data.first_dealer) }),
  ClaimMade: (view, data, name) =>
    t("say.answer_claim", {
      name,
      claim: t(data.kind === "win" ? "act.win" : `meld.${data.kind}`),
    }),
  ClaimPassed: (view, data, name) => t("say.answer_pass", { name }),
  SecretOpened: (view, data) => t("say.secret", { n: data.hand }),
  ClockGranted: (view, data, name) => t("say.granted", { name }),
  DowntimeExcused: () => t("say.downtime"),
  HandDealt: (view) => t("say.dealt", { n: view.hand, name: nameAt(view, view.dealer) }),
  BidMade: (view, data, name) => t("say.bid", { name, bid: contractName(data) }),
  BidPassed: (view, data, name) => t("say.pass_bid", { name }),
  AuctionEnded: (view, data) =>
    data.contract
      ? t("say.contract", {
          name: nameOfSeat(view, data.contract.by),
          bid: contractName(data.contract),
        })
      : t("say.no_contract"),
  WildsNamed: (view, data) =>
    data.kinds ? t("say.wilds", { tiles: tilesName(parse(data.kinds)) }) : t("say.no_wilds"),
  TileDrawn: (view, data, name) =>
    data.tile && view.you?.place !== null
      ? t("say.drew_tile", { name, tile: tileName(data.tile) })
      : t("say.drew", { name }),
  TileDiscarded: (view, data, name, event) =>
    t(event.actor === "clock" ? "say.discard_clock" : "say.discard", {
      name,
      tile: tileName(data.tile),
    }),
  MeldClaimed: (view, data, name) =>
    t("say.claim", { name, meld: t(`meld.${data.kind}`), tile: tileName(data.tile) }),
  KongDeclared: (view, data, name) =>
    t("say.kong", {
      name,
      meld: t(`meld.${data.kind}`),
      tile: data.tile ? tileName(data.tile) : "",
    }),
  HandWon: (view, data, name) =>
    t("say.won", {
      name,
      how: t(`won.${data.source}`),
      tai: t("n_tai", { n: data.breakdown.tai }),
    }),
  HandExhausted: () => t("result.exhausted"),
  HandRedealt: () => t("result.redealt"),
  HandVoided: () => t("result.voided"),
  BotTookOver: (view, data, name) => t("say.bot", { name }),
  PlayerReturned: (view, data, name) => t("say.returned", { name }),
  SeatsChanged: (view) => t("say.seats", { seats: newSeats(view) }),
  SeatHandedOver: (view, data) => t("say.handed_over", { name: data.player.name }),
  MatchPaused: () => t("paused"),
  MatchResumed: () => t("say.resumed"),
  RefereeCalled: (view, data, name) => (name ? t("say.called", { name }) : t("say.called_one")),
  CaseWithdrawn: () => t("say.withdrawn"),
  RulingMade: (view, { hand }) => (hand ? t("say.ruled", { n: hand }) : t("say.ruled_match")),
  AppealLodged: (view, data, name) => (name ? t("say.appealed", { name }) : ""),
  TimeCalled: () => t("say.time"),
  TimeLifted: () => t("say.time_lifted"),
  MatchEnded: () => t("match_over"),
};

/** Who sits where in the next hand, once seats were changed: "East Ann · South Ben · …". */
export function newSeats(view) {
  return view.reseated
    .map((place, i) => `${t(`wind.${SEATS[i]}`)} ${nameAt(view, place)}`)
    .join(" · ");
}

/** [seat, word] to call out over a place, or null. */
export function shoutOf(event) {
  const { type, data } = event;
  if (type === "MeldClaimed") return [data.seat, t(`shout.${data.kind}`)];
  if (type === "KongDeclared") return [data.seat, t("shout.kong")];
  if (type === "HandWon")
    return [data.seat, t(data.source === "self_draw" ? "shout.self_draw" : "shout.win")];
  if (type === "BidMade") return [data.seat, contractName(data)];
  if (type === "BidPassed") return [data.seat, t("pass")];
  return null;
}
