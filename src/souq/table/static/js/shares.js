/** What this player adds to the dice: drawn here, committed to, shown when all seals are known, and looked for in what is used. */

import { memory } from "./dom.js";
import { hex, sha256 } from "./hash.js";

const KEPT = 40;

/**
 * What is remembered of a seat: its share, and what was told when it was shown. `sent`: the table has said that it has it.
 * @typedef {{share: string, seal: string, commitment?: string, seals?: (string | null)[], sent?: boolean}} Own
 * @typedef {{tone: "" | "good" | "bad" | "loud", text: string}} Word what there is to say, and how loudly
 */

export class Shares {
  /** @param {string} table @param {(type: string, fields: object) => string} send gives a command, and its id */
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
    return memory.get("shares", {})[name] ?? this.here[name];
  }

  /** @param {number} seat @param {Own} own */
  keep(seat, own) {
    const name = `${this.table}.${seat}`, { [name]: _, ...others } = memory.get("shares", {});
    this.here[name] = own;
    memory.set("shares", Object.fromEntries([...Object.entries(others).slice(1 - KEPT), [name, own]]));
  }

  /** The seal of a seat's share, which is drawn when there is none. @param {number} seat */
  seal(seat) {
    const share = crypto.getRandomValues(new Uint8Array(32)), known = this.own(seat);
    if (!known) this.keep(seat, { share: hex(share), seal: hex(sha256(share)) });
    return /** @type {Own} */ (this.own(seat)).seal;
  }

  /** Do what the table asks for now. @param {any} info the table's */
  know(info) {
    if (info.you === null || info.state !== "waiting") return;
    if (info.sharing) this.show(info.you, info);
    else if (!this.offered && info.seats[info.you].seal !== this.seal(info.you)) this.send("seal", { seal: this.seal(info.you) });
    this.offered = true; // once a page: two devices in one seat must not take turns
  }

  /** Show the share, if it is the one that counts; what everybody has committed to then is remembered, whatever is told later. @param {number} seat @param {any} info */
  show(seat, info) {
    const own = this.own(seat);
    if (!own || own.sent || own.seal !== info.seats[seat].seal || this.showing) return;
    this.keep(seat, { commitment: info.commitment, seals: seals(info), ...own });
    this.showing = { id: this.send("share", { share: own.share }), seat };
  }

  /** A command was answered. @param {string} id */
  answered(id) {
    const own = this.showing?.id === id && this.own(this.showing.seat);
    if (own) this.keep(/** @type {any} */ (this.showing).seat, { ...own, sent: true });
  }

  /** What is to be said of this player's share. @param {any} info the table's @returns {Word} */
  word(info) {
    const seat = info.seats[info.you], own = this.own(info.you);
    if (!seat || info.state === "waiting" || !(own || seals(info).some(Boolean))) return { tone: "", text: "" };
    if (own?.seals && own.commitment !== info.commitment) return loud("The fingerprint of this table’s secret isn’t the one it showed before the game.");
    if (own?.seals && own.seals.join() !== seals(info).join()) return loud("The seals of this table’s shares aren’t those it showed before the game.");
    if (own?.share && seat.share === own.share) return { tone: "good", text: "Your share is among them." };
    if (own?.sent) return loud("Your share came in time, but this table isn’t using it.");
    if (own?.seals) return bad("Your share was sent, but the table says it came too late. If that happens again, don’t trust this table.");
    if (seat.replaced) return bad("Your share isn’t used, because its page wasn’t open when the game began. The server’s own bytes take its place.");
    return bad(seat.share ? "Your seat’s share isn’t this browser’s. It was made on the device you played on when the game began." : "Your share isn’t used, because it came after the game had begun.");
  }
}

/** The seals of all seats, by which their clients have committed themselves. @param {any} info @returns {(string | null)[]} */
const seals = (info) => info.seats.map((/** @type {any} */ { seal }) => seal);
/** @param {string} text @returns {Word} */
const bad = (text) => ({ tone: "bad", text });
/** @param {string} text @returns {Word} */
const loud = (text) => ({ tone: "loud", text: `${text} Don’t trust its dice.` });

/** Who has added to chance, and who was replaced, in sentences. @param {any} info the table's @returns {{added: string, replaced: string}} */
export function told({ seats, state }) {
  const listed = (/** @type {any[]} */ some) => new Intl.ListFormat("en-GB").format(some.map(({ name }) => name));
  const added = seats.filter((/** @type {any} */ { share }) => share), missing = seats.filter((/** @type {any} */ { replaced }) => replaced);
  const plural = added.length > 1, all = "The dice and draws at this table come from the server’s secret";
  if (state === "waiting") return { added: "", replaced: "" };
  return {
    added: added.length ? `${all}, together with the share${plural ? "s" : ""} of ${listed(added)}.` : `${all} alone.`,
    replaced: missing.length ? `${missing.length > 1 ? "Shares" : "The share"} of ${listed(missing)} didn’t come in time. Bytes that follow from the server’s secret are used instead.` : "",
  };
}
