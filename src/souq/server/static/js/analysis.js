/**
 * A finished game looked back at: asked for, waited for, shown. First the chart, then what could have been better.
 *
 * @import { Better } from "./types.js"
 */

import { $, $$, about, drawn, focused, icon, layout, make, maybe } from "./dom.js";
import { ask } from "./server.js";

/** Until it is asked again: ms. */
const AGAIN = 900;

/** @typedef {{state: string, done?: number, of?: number, points?: object[], message?: string}} Answer how far it is */

export class Analysis {
  /**
   * @param {HTMLElement} host
   * @param {string} table
   * @param {() => number | null} you one's own seat
   * @param {(ply: number) => void} lead shows a moment
   */
  constructor(host, table, you, lead) {
    this.host = host;
    this.table = table;
    this.you = you;
    this.lead = lead;
    /** What could have been better where it led to last. @type {Better | null} */
    this.better = null;
    this.text = make("p", { role: "status" });
    this.bar = make("progress", { "aria-label": "Analysis" });
    this.body = make("div.body");
    this.asking = false;
    /** For which layout it has been drawn, and whether the review has. */
    this.shown = "";
    this.reviewed = false;
    /** Who had the focus before. @type {HTMLElement | null} */
    this.opener = null;
    host.append(
      make("button.icon.close", { type: "button", "aria-label": "Close", onclick: () => this.close() }, icon("close")),
      make("h2", {}, "Analysis"),
      this.body,
    );
    this.body.addEventListener("click", (event) => this.clicked(about(event)));
    host.addEventListener("keydown", ({ key }) => key === "Escape" && this.close());
    addEventListener("click", (event) => about(event).closest("[data-analysis]") && this.open());
  }

  /** @param {HTMLElement} at */
  clicked(at) {
    const whose = at.closest(".whose button");
    if (whose instanceof HTMLElement) this.filter(whose.dataset.seat ?? "");
    if (!at.closest("a")) return;
    this.close();
    const line = at.closest("li");
    if (!line?.dataset.on) return;
    this.better = betterOf(line);
    this.lead(this.better.ply);
  }

  /** What could have been better at a moment, if that was asked. @param {number} ply */
  at(ply) {
    return this.better?.ply === ply ? this.better : null;
  }

  /** Show one person's turns. @param {string} seat */
  filter(seat) {
    const lines = $$(".review li", this.body);
    for (const button of $$(".whose button", this.body))
      button.setAttribute("aria-pressed", String(button.dataset.seat === seat));
    for (const line of lines) line.hidden = line.dataset.seat !== seat;
    $(".review .none", this.body).hidden = lines.some((line) => !line.hidden);
  }

  /** Who closes the sheet waits no more. */
  close() {
    this.host.hidden = true;
    if (this.opener?.isConnected) this.opener.focus({ preventScroll: true });
  }

  /** Ask again and again until it is there, as long as the sheet is open. */
  async open() {
    if (this.host.hidden) this.opener = focused();
    this.host.hidden = false;
    $(".tally").hidden = true;
    $(".close", this.host).focus();
    if ((this.shown === layout() && this.reviewed) || this.asking) return;
    this.asking = true;
    this.say("Analysing the game …");
    while (!this.host.hidden && !(await this.ask())) await new Promise((go) => setTimeout(go, AGAIN));
    this.asking = false;
  }

  /** Ask how far it is, and show it. @returns {Promise<boolean>} whether there is nothing more to ask for */
  async ask() {
    const answer = await ask(`/api/tables/${this.table}/analysis`, { method: "POST" }).catch(() => null);
    /** @type {Answer | null} */
    const told = (await answer?.json().catch(() => null)) ?? null;
    const done = told?.state === "done";
    if (done && (await this.show(true))) return true;
    if (done || (answer && !answer.ok)) {
      this.fail(told?.message ?? "That didn’t work.");
      return true;
    }
    if (told?.points?.length && this.shown !== layout()) await this.show(false);
    if (told) this.count(told);
    return false;
  }

  /** @param {string} why */
  fail(why) {
    const again = make("button.btn", { type: "button", onclick: () => this.open() }, "Try again");
    const alert = make("p", { role: "alert" }, why);
    this.place.replaceChildren(...(this.shown ? [$("h3", this.place)] : []), alert, again);
  }

  /** @param {Answer} answer */
  count({ state, done, of, points }) {
    if (of) Object.assign(this.bar, { max: of, value: done });
    else this.bar.removeAttribute("value");
    if (state === "waiting") this.say("Analysing another game first …");
    else if (of && points?.length) this.say(`Looking for better turns: ${Math.floor((100 * (done ?? 0)) / of)}% …`);
    else if (of) this.say(`Analysed ${done} of ${of} moments …`);
  }

  /** Where progress is told: where the review will stand once the chart is there. @returns {HTMLElement} */
  get place() {
    return maybe("section.review", this.body) ?? this.body;
  }

  /** @param {string} text */
  say(text) {
    const { place } = this;
    const cancel = make("button.btn", { type: "button", onclick: () => this.close() }, "Cancel");
    const heading = place === this.body ? [] : [$("h3", place)];
    if (this.bar.parentNode !== place) place.replaceChildren(...heading, this.bar, this.text, cancel);
    this.text.textContent = text;
  }

  /**
   * What the server has made of it: a chart, and words in which everything is escaped. Whether that came.
   * @param {boolean} reviewed whether the review is there as well; then it alone is exchanged
   */
  async show(reviewed) {
    const now = layout();
    const you = this.you();
    const query = `layout=${now}&seat=${you ?? -1}`;
    const answer = await ask(`/t/${this.table}/analysis?${query}`).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => "") : "";
    if (!text) return false;
    const made = drawn("div", text);
    const old = maybe("section.review", this.body);
    if (old && this.shown === now) old.replaceWith($("section.review", made));
    else this.body.replaceChildren(made);
    this.shown = now;
    this.reviewed = reviewed;
    if (reviewed) this.filter(String(you ?? 0));
    return true;
  }
}

/** What a line of the review says. @param {HTMLElement} line @returns {Better} */
function betterOf(line) {
  const said = (/** @type {string} */ part) => maybe(`.${part} > :last-child`, line)?.textContent?.trim() ?? "";
  const { ply, on = "[]" } = line.dataset;
  return { ply: Number(ply), on: JSON.parse(on), text: said("instead"), why: said("why") };
}
