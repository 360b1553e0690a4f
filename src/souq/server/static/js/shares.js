/**
 * What this player adds to the dice: drawn here, committed to, shown when all seals are known, looked for in what is
 * used.
 *
 * @import { Send, SeatInfo, TableInfo } from "./types.js"
 */

import { memory } from "./dom.js";
import { hex, sha256 } from "./hash.js";

const KEPT = 40;

/**
 * What is remembered of a seat: its share, and what was told when it was shown.
 * @typedef {object} Own
 * @property {string} share
 * @property {string} seal
 * @property {string} [commitment]
 * @property {(string | null)[]} [seals]
 * @property {boolean} [sent] the table has said that it has the share
 *
 * @typedef {{tone: "" | "good" | "bad" | "loud", text: string}} Word what there is to say, and how loudly
 */

/** The shares that this browser remembers, by table and seat. */
export const kept = () => memory.get("shares", /** @type {Record<string, Own>} */ ({}));

export class Shares {
  /** @param {string} table @param {Send} send */
  constructor(table, send) {
    this.table = table;
    this.send = send;
    this.offered = false;
    /** The command that shows the share, and whose it is. @type {{id: string, seat: number} | null} */
    this.showing = null;
    /** Storage may be refused; then a share lives as long as its page. @type {Record<string, Own>} */
    this.here = {};
  }

  /** @param {number} seat @returns {Own | undefined} */
  own(seat) {
    const name = `${this.table}.${seat}`;
    return kept()[name] ?? this.here[name];
  }

  /** @param {number} seat @param {Own} own */
  keep(seat, own) {
    const name = `${this.table}.${seat}`;
    const others = Object.entries(kept()).filter(([other]) => other !== name);
    this.here[name] = own;
    memory.set("shares", Object.fromEntries([...others.slice(1 - KEPT), [name, own]]));
  }

  /** The seal of a seat's share, which is drawn when there is none. @param {number} seat */
  seal(seat) {
    const share = crypto.getRandomValues(new Uint8Array(32));
    const known = this.own(seat);
    if (!known) this.keep(seat, { share: hex(share), seal: hex(sha256(share)) });
    return /** @type {Own} */ (this.own(seat)).seal;
  }

  /** Do what the table asks for now. @param {TableInfo} info */
  know(info) {
    if (info.you === null || info.state !== "waiting") return;
    if (info.sharing) this.show(info.you, info);
    else if (!this.offered && info.seats[info.you].seal !== this.seal(info.you))
      this.send("seal", { seal: this.seal(info.you) });
    this.offered = true; // once a page: two devices in one seat must not take turns
  }

  /**
   * Show the share, if it is the one that counts; what everybody has committed to then is remembered, whatever is told
   * later.
   * @param {number} seat
   * @param {TableInfo} info
   */
  show(seat, info) {
    const own = this.own(seat);
    if (!own || own.sent || own.seal !== info.seats[seat].seal || this.showing) return;
    this.keep(seat, { commitment: info.commitment, seals: seals(info), ...own });
    this.showing = { id: this.send("share", { share: own.share }), seat };
  }

  /** A command was answered. @param {string} id */
  answered(id) {
    if (this.showing?.id !== id) return;
    const { seat } = this.showing;
    const own = this.own(seat);
    if (own) this.keep(seat, { ...own, sent: true });
  }

  /** What is to be said of this player's share. @param {TableInfo} info @returns {Word} */
  word(info) {
    if (info.you === null || info.state === "waiting") return SILENCE;
    const own = this.own(info.you);
    const seat = info.seats[info.you];
    return own || seals(info).some(Boolean) ? judged(seat, own, info) : SILENCE;
  }
}

/** @type {Word} */
const SILENCE = { tone: "", text: "" };

/** @param {SeatInfo} seat @param {Own | undefined} own @param {TableInfo} info @returns {Word} */
function judged(seat, own, info) {
  if (own?.seals && own.commitment !== info.commitment)
    return loud("The fingerprint of this table’s secret isn’t the one it showed before the game.");
  if (own?.seals && own.seals.join() !== seals(info).join())
    return loud("The seals of this table’s shares aren’t those it showed before the game.");
  if (own?.share && seat.share === own.share) return { tone: "good", text: "Your share is among them." };
  if (own?.sent) return loud("Your share came in time, but this table isn’t using it.");
  if (own?.seals) return bad(LATE);
  if (seat.replaced) return bad(REPLACED);
  return bad(seat.share ? ELSEWHERE : "Your share isn’t used, because it came after the game had begun.");
}

const LATE = "Your share was sent, but the table says it came too late. If that happens again, don’t trust this table.";
const REPLACED =
  "Your share isn’t used, because its page wasn’t open when the game began. " +
  "The server’s own bytes take its place.";
const ELSEWHERE =
  "Your seat’s share isn’t this browser’s. It was made on the device you played on when the game began.";

/** The seals of all seats, by which their clients have committed themselves. @param {TableInfo} info */
const seals = ({ seats }) => seats.map(({ seal }) => seal);
/** @param {string} text @returns {Word} */
const bad = (text) => ({ tone: "bad", text });
/** @param {string} text @returns {Word} */
const loud = (text) => ({ tone: "loud", text: `${text} Don’t trust its dice.` });

/**
 * Who has added to chance, and who was replaced, in sentences.
 * @param {TableInfo} info
 * @returns {{added: string, replaced: string}}
 */
export function told({ seats, state }) {
  if (state === "waiting") return { added: "", replaced: "" };
  return { added: added(seats.filter(({ share }) => share)), replaced: missed(seats.filter((seat) => seat.replaced)) };
}

/** @param {SeatInfo[]} seats */
function added(seats) {
  const all = "The dice and draws at this table come from the server’s secret";
  if (!seats.length) return `${all} alone.`;
  return `${all}, together with the share${seats.length > 1 ? "s" : ""} of ${names(seats)}.`;
}

/** @param {SeatInfo[]} seats */
function missed(seats) {
  if (!seats.length) return "";
  const what = seats.length > 1 ? "Shares" : "The share";
  return (
    `${what} of ${names(seats)} didn’t come in time. ` + "Bytes that follow from the server’s secret are used instead."
  );
}

/** @param {SeatInfo[]} seats */
const names = (seats) => new Intl.ListFormat("en-GB").format(seats.map(({ name }) => name));
