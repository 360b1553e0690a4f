/** A finished game looked at with open hands: asked for, waited for, shown. */

import { $, drawn, icon, layout, make } from "./dom.js";

const AGAIN = 900;

export class Analysis {
  /** @param {HTMLElement} host @param {string} table */
  constructor(host, table) {
    this.host = host;
    this.table = table;
    this.text = make("p", { role: "status" });
    this.bar = make("progress", { "aria-label": "Analysis" });
    this.body = make("div.body");
    host.append(make("button.icon.close", { type: "button", "aria-label": "Close", onclick: () => this.close() }, icon("close")), make("h2", {}, "Analysis"), this.body);
    this.body.addEventListener("click", ({ target }) => target.closest("a") && this.close());
    host.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    addEventListener("click", ({ target }) => /** @type {any} */ (target).closest("[data-analysis]") && this.open());
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
    while (!this.host.hidden) {
      const answer = await fetch(`/api/tables/${this.table}/analysis`, { method: "POST" }).catch(() => null), told = await answer?.json().catch(() => null);
      const shown = told?.state === "done" && (await this.show());
      if (shown) break;
      if (told?.state === "done" || (answer && !answer.ok)) {
        this.body.replaceChildren(make("p", { role: "alert" }, told?.message ?? "That didn’t work."), make("button.btn", { type: "button", onclick: () => this.open() }, "Try again"));
        break;
      }
      if (told?.of) Object.assign(this.bar, { max: told.of, value: told.done });
      if (told?.of || told?.state === "waiting") this.say(told.state === "waiting" ? "Another game is looked at first …" : `Looked at ${told.done} of ${told.of} moments …`);
      await new Promise((go) => setTimeout(go, AGAIN));
    }
    this.asking = false;
  }

  /** @param {string} text */
  say(text) {
    if (!this.bar.isConnected) this.body.replaceChildren(this.bar, this.text, make("button.btn", { type: "button", onclick: () => this.close() }, "Cancel"));
    this.text.textContent = text;
  }

  /** What the server has made of it: a chart, and words in which everything is escaped. Whether that came. */
  async show() {
    const now = layout(), answer = await fetch(`/t/${this.table}/analysis?layout=${now}`).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => "") : "";
    if (!text) return false;
    this.body.replaceChildren(drawn("div", text));
    this.shown = now;
    return true;
  }
}
