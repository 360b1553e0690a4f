/**
 * What goes on without being asked for: one's standing answers, and the clock that runs.
 *
 * @import { Answer, ClockInfo } from "./types.js"
 */

import { $, about, focused, icon, make, maybe, small } from "./dom.js";
import { sound } from "./sound.js";

/** Seconds left at which screen readers read them out. */
const SPOKEN = [60, 30, 10];
const LATE = 10;

/** The switches of the standing answers, behind one button beside the prompt. */
export class Answers {
  /** @param {HTMLElement} bar the prompt's @param {(name: string, on: boolean) => void} turn */
  constructor(bar, turn) {
    this.list = make("div.switches", { id: "switches", role: "group", "aria-label": "Answer for me", hidden: true });
    this.button = make("button", {
      type: "button",
      "aria-expanded": "false",
      "aria-controls": "switches",
      onclick: () => this.open(!!this.list.hidden),
    });
    this.element = make("div.standing", { hidden: true }, this.button, this.list);
    this.turn = turn;
    this.said = "";
    $(".aids", bar).before(this.element);
    addEventListener("pointerdown", (event) => about(event).closest(".standing") || this.open(false));
    // Before anybody else hears it: where a click gives no focus, the key comes from elsewhere.
    addEventListener("keydown", (event) => this.pressed(event), { capture: true });
  }

  /** @param {Answer[]} [answers] */
  show(answers = []) {
    const said = JSON.stringify(answers);
    const on = answers.filter((answer) => answer.on).length;
    this.element.hidden = !answers.length;
    if (said === this.said) return; // somebody may be about to press one of them
    this.said = said;
    this.button.replaceChildren(icon("answers"), make("span", {}, on ? `For me: ${on}` : "For me…"));
    this.button.setAttribute("aria-label", `Answer for me: ${on || "nothing"} switched on`);
    this.button.classList.toggle("on", on > 0);
    const held = focused().getAttribute("name");
    this.list.replaceChildren(make("h3", {}, "Answer for me"), ...answers.map((answer) => this.row(answer)));
    if (held) maybe(`[name="${CSS.escape(held)}"]`, this.list)?.focus();
  }

  /** @param {Answer} answer */
  row({ name, title, help, on }) {
    const onchange = (/** @type {Event} */ { currentTarget }) =>
      this.turn(name, /** @type {HTMLInputElement} */ (currentTarget).checked);
    return make(
      "label",
      {},
      make("span", {}, title, help && make("small", {}, help)),
      make("input", { type: "checkbox", role: "switch", name, checked: !!on, onchange }),
    );
  }

  /** @param {boolean} open */
  open(open) {
    this.list.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.key !== "Escape" || this.list.hidden || maybe("dialog[open]")) return;
    this.open(false);
    this.button.focus();
    event.stopImmediatePropagation(); // one key closes one thing
  }
}

/** A countdown beside the title. */
export class Clock {
  /** @param {HTMLElement} host @param {(text: string) => void} announce */
  constructor(host, announce) {
    this.host = host;
    this.announce = announce;
    this.label = "";
    /** When it has run out, as of `performance.now`. */
    this.end = 0;
    this.timer = 0;
  }

  /** @param {ClockInfo | null} clock */
  show(clock) {
    clearTimeout(this.timer);
    this.host.hidden = !clock;
    if (!clock) return;
    this.label = clock.label;
    this.end = performance.now() + clock.left * 1000;
    this.tick();
  }

  tick() {
    const left = Math.max(0, this.end - performance.now());
    const now = Math.ceil(left / 1000);
    const text = `${Math.floor(now / 60)}:${String(now % 60).padStart(2, "0")}`;
    this.host.replaceChildren(...(small.matches ? [] : [`${this.label} `]), make("b", {}, text));
    this.host.setAttribute("aria-label", `${this.label} ${text}`);
    this.host.classList.toggle("late", now <= LATE);
    if (SPOKEN.includes(now)) this.announce(`${this.label}: ${now} seconds.`);
    if (now === LATE) sound.play("wood");
    if (left > 0) this.timer = setTimeout(() => this.tick(), left % 1000 || 1000);
  }
}
