/**
 * The waiting room: who has come, and links for who has not.
 *
 * @import { SeatInfo, Send, TableInfo } from "./types.js"
 */

import { $, about, coin, copy, make } from "./dom.js";
import { link } from "./server.js";

export class WaitingRoom {
  /**
   * @param {HTMLElement} host
   * @param {Send} send
   * @param {(seat: number) => Promise<string>} relink
   * @param {(seat: number) => string} seal of a seat's share
   */
  constructor(host, send, relink, seal) {
    this.host = host;
    this.send = send;
    this.relink = relink;
    this.seal = seal;
    /** The seat this player is invited to, and the one that was asked for. @type {number | null} */
    this.invited = null;
    /** @type {number | null} */
    this.taken = null;
    /** Links to open seats, by seat. @type {Record<string, string>} */
    this.links = {};
    /** What the list was made of. */
    this.shown = "";
    $("form", host).addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.invited !== null) this.sit(this.invited, $("input", host).value.trim() || "Guest");
    });
    $(".start", host).addEventListener("click", () => send("start"));
    $(".stand", host).addEventListener("click", () => send("stand"));
  }

  /** @param {TableInfo} info */
  show(info) {
    const { host, invited, links, seats, sharing, you } = info;
    this.invited = invited;
    this.links = links?.seats ?? {};
    const taking = invited !== null && you === null;
    const late = taking && info.state === "playing";
    this.host.hidden = info.state !== "waiting" && !late;
    if (this.host.hidden) return;
    if (late) $("h2", this.host).textContent = "Take a seat";
    $("p", this.host).textContent = late ? left(seats[invited]) : said(info, taking);
    $("form", this.host).hidden = !taking;
    $(".start", this.host).hidden = !host || sharing;
    $(".stand", this.host).hidden = you === null || host || sharing;
    if (taking && !late && seats[invited].kept && this.taken !== invited) this.sit(invited, seats[invited].name);
    this.list(info);
  }

  /** Who sits where; what one is pressing stays. @param {TableInfo} info */
  list({ host, seats, you }) {
    const now = JSON.stringify([host, you, seats.map((seat) => ({ ...seat, seal: "" }))]);
    if (now === this.shown) return;
    this.shown = now;
    $("ul", this.host).replaceChildren(...seats.map((seat) => this.seat(seat, you)));
  }

  /** @param {SeatInfo} seat @param {number | null} you */
  seat(seat, you) {
    const name = make(
      "span",
      {},
      called(seat),
      seat.index === you && make("span.tag.you", {}, "you"),
      seat.kind === "bot" && [make("span.tag", {}, "bot"), make("small", {}, ` ${seat.level_title}`)],
    );
    return make(`li.${seat.kind}`, {}, coin(seat), name, this.links[seat.index] && this.invitations(seat.index));
  }

  /** @param {number} seat */
  invitations(seat) {
    const same = (/** @type {Event} */ event) => copy(about(event), link(this.links[seat]));
    const fresh = (/** @type {Event} */ event) => copy(about(event), this.relink(seat));
    const title = "The link you sent before stops working";
    return [
      make("button.btn", { type: "button", onclick: same }, "Copy link"),
      make("button.btn.quiet", { type: "button", title, onclick: fresh }, "New link"),
    ];
  }

  /** @param {number} seat @param {string} name */
  sit(seat, name) {
    this.taken = seat;
    this.send("sit", { seat, name, seal: this.seal(seat) });
  }
}

/** Who has a seat. @param {SeatInfo} seat */
function called({ kind, kept, name }) {
  if (kind !== "open") return name;
  return kept ? `Kept for ${name}` : "Open seat";
}

const SHARING = "All seats are taken. Each player’s browser adds its share to the dice, and the game begins.";
const KEPT = "Waiting for the others to come along. If you start without them, bots play for them until they do.";
const OPEN =
  "Send each open seat’s link to a friend, or fill the seats with bots. " +
  "Anyone who opens a link can sit down there; no account needed.";

/** @param {SeatInfo} seat */
const left = ({ kept, name }) =>
  (kept ? `A bot plays for ${name}, who is away. ` : `${name} has left, and a bot plays on there. `) +
  "Take the seat and play on yourself: what’s your name?";

/** What is to be done here. @param {TableInfo} info @param {boolean} taking whether a seat is to be taken */
function said({ host, seats, sharing }, taking) {
  if (sharing) return SHARING;
  if (taking) return "A seat is saved for you. What’s your name?";
  if (!host) return "The game begins when every seat is taken.";
  return seats.some(({ kept }) => kept) ? KEPT : OPEN;
}
