/**
 * Who plays on, and how: again with the same people, a bot in one's place, an end that all agree to.
 *
 * @import { SeatInfo, Send, TableInfo } from "./types.js"
 */

import { $, about, copy, make, UNREACHED } from "./dom.js";
import { relink } from "./own.js";
import { ask, page } from "./server.js";

const ALONE = "The game is over for good then. Nobody wins, and no rating changes.";
const TOGETHER = "The others are asked. If all agree, the game is over for good. Nobody wins, and no rating changes.";
const OUT = "You ran out of time. A bot finishes this turn, and then you can come back.";

/**
 * @typedef {[label: string, act: () => void]} Way what can be answered
 * @typedef {{text: string, ways: Way[]}} Word what there is to be said
 */

export class Company {
  /** @param {string} table @param {Send} send @param {() => Record<string, string> | undefined} proof of one's seat */
  constructor(table, send, proof) {
    this.table = table;
    this.send = send;
    this.proof = proof;
    this.host = $(".offer");
    this.dialog = $("dialog.leaving");
    /** What was said last. */
    this.said = "";
    /** Where who only watches opens a table of their own; "": this player has a seat here. */
    this.elsewhere = "";
    /** The seat that somebody may be invited into. */
    this.free = -1;
    this.dialog.addEventListener("close", () => this.leave(this.dialog.returnValue));
    $(".free .btn", this.dialog).addEventListener("click", (event) => copy(about(event), relink(this.free, false)));
  }

  /** @param {TableInfo} info */
  know(info) {
    const { you, seats, state } = info;
    const alone = seats.filter(({ kind, kept }) => kind === "person" || kept).length < 2;
    $(".resign", this.dialog).hidden = seats.length > 2;
    this.free = seats.findIndex(({ free }) => free);
    $(".free", this.dialog).hidden = this.free < 0;
    $(".free b", this.dialog).textContent = seats[this.free]?.name ?? "";
    const person = you !== null && seats[you].kind === "person";
    this.elsewhere = you === null ? page(`/new/${info.game}`) : "";
    $("[value=leave]").hidden = !person || state !== "playing" || seats.length < 2;
    $(".early", this.dialog).hidden = info.tournament;
    $(".early p", this.dialog).textContent = alone ? ALONE : TOGETHER;
    this.say(this.word(info));
  }

  /** @param {Word} word */
  say({ text, ways }) {
    const said = [text, ...ways.map(([label]) => label)].join("\n");
    this.host.hidden = !text;
    if (said === this.said) return; // somebody may be about to press one of them
    this.said = said;
    const buttons = ways.map(([label, onclick], i) =>
      make(`button.btn.${i ? "" : "go"}`, { type: "button", onclick }, label),
    );
    this.host.replaceChildren(make("p", {}, text), ...buttons);
  }

  /** What there is to be said of the company, and what can be answered. @param {TableInfo} info @returns {Word} */
  word({ you, seats, state, next, deciders }) {
    const mine = you === null ? undefined : seats[you];
    if (next) return { text: `${next.by} plays again.`, ways: [mine ? this.join : watch(next.table)] };
    if (state !== "playing" || !mine) return { text: "", ways: [] };
    if (mine.kind === "bot" && mine.time?.out && deciders.includes(mine.index)) return { text: OUT, ways: [] };
    if (mine.kind === "bot") return { text: "A bot plays for you.", ways: [this.back] };
    const people = seats.filter(({ kind, gone }) => kind === "person" && !gone);
    const asking = people.filter(({ ends }) => ends);
    const others = people.filter(({ ends }) => !ends);
    if (mine.ends) return { text: `You’d like to end the game. Waiting for ${names(others)}.`, ways: [this.play] };
    const gone = seats.find((seat) => seat.gone && seat !== mine);
    if (!asking.length && gone)
      return {
        text: `${gone.name} has been away for a long time.`,
        ways: [["Let a bot play", () => this.cover(gone)]],
      };
    if (!asking.length) return { text: "", ways: [] };
    return {
      text: `${names(asking)} would like to end the game. Nobody would win, and no rating would change.`,
      ways: [this.play, this.end],
    };
  }

  /** @returns {Way} */
  get join() {
    return ["Join", () => void this.again()];
  }

  /** @returns {Way} */
  get back() {
    return ["Take my seat back", () => void this.send("back")];
  }

  /** @param {SeatInfo} seat */
  cover({ index }) {
    this.send("cover", { seat: index });
  }

  /** @returns {Way} */
  get play() {
    return ["Play on", () => void this.send("end", { agree: false })];
  }

  /** @returns {Way} */
  get end() {
    return ["End the game", () => void this.send("end")];
  }

  /** The same people, seats and options once more; who only watches opens a table of their own. */
  async again() {
    if (this.elsewhere) return location.assign(this.elsewhere);
    const asked = { method: "POST", headers: this.proof() };
    const answer = await ask(`/api/tables/${this.table}/again`, asked).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (answer?.ok) return location.assign(page(told.link));
    this.said = "";
    this.host.hidden = false;
    this.host.replaceChildren(make("p", {}, told?.message ?? UNREACHED));
  }

  /** @param {string} way */
  leave(way) {
    this.dialog.returnValue = "";
    if (way === "hand") this.send("hand", { level: $("select", this.dialog).value });
    else if (way === "stand" || way === "end" || way === "resign") this.send(way);
  }
}

/** @param {string} table @returns {Way} */
const watch = (table) => ["Watch", () => location.assign(page(`/t/${table}`))];

/** @param {SeatInfo[]} seats */
const names = (seats) => new Intl.ListFormat("en-GB").format(seats.map(({ name }) => name));
