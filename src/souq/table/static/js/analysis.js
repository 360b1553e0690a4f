/** A finished game looked at with open hands: asked for, waited for, shown. */

import { $, about, drawn, icon, layout, make } from "./dom.js";

/** Until it is asked again: ms. */
const AGAIN = 900;

/** @typedef {{state: string, done?: number, of?: number, message?: string}} Answer how far it is */

export class Analysis {
  /** @param {HTMLElement} host @param {string} table */
  constructor(host, table) {
    this.host = host;
    this.table = table;
    this.text = make("p", { role: "status" });
    this.bar = make("progress", { "aria-label": "Analysis" });
    this.body = make("div.body");
    this.asking = false;
    /** For which layout it has been drawn. */
    this.shown = "";
    host.append(
      make("button.icon.close", { type: "button", "aria-label": "Close", onclick: () => this.close() }, icon("close")),
      make("h2", {}, "Analysis"),
      this.body,
    );
    this.body.addEventListener("click", (event) => about(event).closest("a") && this.close());
    host.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    addEventListener("click", (event) => about(event).closest("[data-analysis]") && this.open());
  }

  /** Who closes the sheet waits no more. */
  close() {
    this.host.hidden = true;
  }

  /** Ask again and again until it is there, as long as the sheet is open. */
  async open() {
    this.host.hidden = false;
    $(".tally").hidden = true;
    $(".close", this.host).focus();
    if (this.shown === layout() || this.asking) return;
    this.asking = true;
    this.say("Looking at the game …");
    while (!this.host.hidden && !(await this.ask())) await new Promise((go) => setTimeout(go, AGAIN));
    this.asking = false;
  }

  /** Ask how far it is, and show it. @returns {Promise<boolean>} whether there is nothing more to ask for */
  async ask() {
    const answer = await fetch(`/api/tables/${this.table}/analysis`, { method: "POST" }).catch(() => null);
    /** @type {Answer | null} */
    const told = (await answer?.json().catch(() => null)) ?? null;
    const done = told?.state === "done";
    if (done && (await this.show())) return true;
    if (done || (answer && !answer.ok)) {
      this.fail(told?.message ?? "That didn’t work.");
      return true;
    }
    if (told) this.count(told);
    return false;
  }

  /** @param {string} why */
  fail(why) {
    const again = make("button.btn", { type: "button", onclick: () => this.open() }, "Try again");
    this.body.replaceChildren(make("p", { role: "alert" }, why), again);
  }

  /** @param {Answer} answer */
  count({ state, done, of }) {
    if (of) Object.assign(this.bar, { max: of, value: done });
    if (state === "waiting") this.say("Another game is looked at first …");
    else if (of) this.say(`Looked at ${done} of ${of} moments …`);
  }

  /** @param {string} text */
  say(text) {
    const cancel = make("button.btn", { type: "button", onclick: () => this.close() }, "Cancel");
    if (!this.bar.isConnected) this.body.replaceChildren(this.bar, this.text, cancel);
    this.text.textContent = text;
  }

  /** What the server has made of it: a chart, and words in which everything is escaped. Whether that came. */
  async show() {
    const now = layout();
    const answer = await fetch(`/t/${this.table}/analysis?layout=${now}`).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => "") : "";
    if (!text) return false;
    this.body.replaceChildren(drawn("div", text));
    this.shown = now;
    return true;
  }
}
