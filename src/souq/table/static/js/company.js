/** Who plays on, and how: again with the same people, a bot in one's place, an end that all agree to. */

import { $, make } from "./dom.js";

export class Company {
  /** @param {string} table @param {(type: string, fields?: object) => void} send @param {() => Record<string, string> | undefined} proof of one's seat */
  constructor(table, send, proof) {
    this.table = table;
    this.send = send;
    this.proof = proof;
    this.host = $(".offer");
    this.dialog = $("dialog.leaving");
    this.dialog.addEventListener("close", () => this.leave(this.dialog.returnValue));
  }

  /** @param {any} info the table's */
  know(info) {
    this.info = info;
    const { you, seats, state } = info, alone = seats.filter(({ kind, kept }) => kind === "person" || kept).length < 2;
    $("[value=leave]").hidden = you === null || state !== "playing" || seats.length < 2 || seats[you].kind !== "person";
    $(".early p", this.dialog).textContent = alone ? "The game is over for good then, and nobody wins." : "The others are asked. When all agree, the game is over for good, and nobody wins.";
    const [text, ...ways] = this.word(info) ?? [""], said = JSON.stringify([text, ways.map(([label]) => label)]);
    this.host.hidden = !text;
    if (said === this.said) return; // somebody may be about to press one of them
    this.said = said;
    this.host.replaceChildren(make("p", {}, text), ...ways.map(([label, onclick], i) => make(`button.btn.${i ? "" : "go"}`, { type: "button", onclick }, label)));
  }

  /** What there is to be said of the company, and what can be answered. @param {any} info @returns {any[] | undefined} */
  word({ you, seats, state, next }) {
    const mine = seats[you ?? -1], play = ["Play on", () => this.send("end", { agree: false })];
    if (next && mine) return [`${next.by} plays again.`, ["Join", () => this.again()]];
    if (next) return [`${next.by} plays again.`, ["Watch", () => location.assign(`/t/${next.table}`)]];
    if (state !== "playing" || !mine) return undefined;
    if (mine.kind === "bot") return ["A bot plays for you.", ["Take my seat back", () => this.send("back")]];
    const people = seats.filter(({ kind }) => kind === "person"), names = (some) => new Intl.ListFormat("en-GB").format(some.map(({ name }) => name));
    const asking = people.filter(({ ends }) => ends), others = people.filter(({ ends }) => !ends);
    if (mine.ends) return [`You would like to end the game. Waiting for ${names(others)}.`, play];
    return asking.length ? [`${names(asking)} would like to end the game.`, play, ["End the game", () => this.send("end")]] : undefined;
  }

  /** The same people, seats and options once more; who only watches opens a table of their own. */
  async again() {
    if (this.info.you === null) return location.assign(`/new/${this.info.game}`);
    const answer = await fetch(`/api/tables/${this.table}/again`, { method: "POST", headers: this.proof() }).catch(() => null), told = await answer?.json().catch(() => null);
    if (answer?.ok) return location.assign(told.link);
    Object.assign(this.host, { hidden: false, said: this.said = "" }).replaceChildren(make("p", {}, told?.message ?? "The table cannot be reached. Try again in a moment."));
  }

  /** @param {string} way */
  leave(way) {
    this.dialog.returnValue = "";
    if (way === "hand") this.send("hand", { level: $("select", this.dialog).value });
    else if (way) this.send(way);
  }
}
