/**
 * How a game could go on, or could have gone on: moments that were not played, stepped through on the board.
 *
 * @import { Frame } from "./types.js"
 */

import { calm, focused, icon, layout, make, UNREACHED } from "./dom.js";
import { proof } from "./own.js";
import { plain } from "./text.js";

/** Between two moments: ms. */
const BEAT = 1500;
const GOING_ON = "How the game could go on";

export class Continuation {
  /**
   * @param {(frame: Frame, forward: boolean) => void} show a moment
   * @param {() => void} leave show the table as it is
   * @param {(text: string) => void} announce
   */
  constructor(show, leave, announce) {
    this.show = show;
    this.leave = leave;
    this.announce = announce;
    /** The moments that are looked at, and which of them is shown; none: the table is as it is. @type {Frame[]} */
    this.frames = [];
    this.at = 0;
    this.timer = 0;
    /** How often something was asked for or closed: an answer to an older question is not shown. */
    this.turn = 0;
    /** What had the focus before. @type {HTMLElement | null} */
    this.opener = null;
    const button = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      make("button.icon", { type: "button", "aria-label": label, onclick }, icon(name));
    this.back = button("back", "One step back", () => this.step(-1));
    this.forward = button("next", "One step forward", () => this.step(1));
    this.end = make("button.btn", { type: "button", onclick: () => this.close() }, "Back to the table");
    this.title = make("b");
    this.count = make("span");
    this.text = make("p"); // the prompt is read out, and says the same
    /** The panel with its buttons; others put it where they need it. */
    this.host = make(
      "div.continuation",
      { role: "group", "aria-label": GOING_ON, hidden: true },
      make("header", {}, this.title, this.count),
      this.text,
      make("div.acts", {}, this.back, this.forward, this.end),
    );
    this.host.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.close();
      event.stopPropagation(); // one key closes one thing
    });
  }

  /** Whether a continuation is shown. */
  get open() {
    return this.frames.length > 0;
  }

  /** Load a continuation and show it. @param {string} title @param {string} from */
  async look(title, from) {
    const turn = ++this.turn;
    const answer = await fetch(`${from}?layout=${layout()}`, { headers: proof() }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (turn !== this.turn) return;
    this.close();
    this.opener = focused();
    this.title.textContent = title;
    this.host.hidden = false;
    if (answer?.ok && told) return this.play(told.frames);
    this.text.textContent = told?.message ?? UNREACHED;
    this.announce(this.text.textContent);
    this.count.textContent = "";
    this.back.disabled = this.forward.disabled = true;
    this.end.focus({ preventScroll: true });
  }

  /** @param {Frame[]} frames */
  play(frames) {
    this.frames = frames;
    this.go(0);
    this.forward.focus({ preventScroll: true });
    if (!calm()) this.timer = setInterval(() => this.go(this.at + 1), BEAT);
  }

  /** @param {number} way */
  step(way) {
    clearInterval(this.timer);
    this.go(this.at + way);
  }

  /** @param {number} to */
  go(to) {
    const last = this.frames.length - 1;
    if (to < 0 || to > last) return;
    const frame = structuredClone(this.frames[to]);
    const lines = frame.lines.filter(({ tone }) => tone !== "turn").map(({ text }) => plain(text));
    const detail = lines.join(" ") || (to ? "Nothing you can see happens." : "Here you had to choose.");
    Object.assign(frame.scene ?? {}, { prompt: { title: `${GOING_ON}, ${to} of ${last}`, detail } });
    this.show(frame, to === this.at + 1);
    this.at = to;
    this.count.textContent = `${to} of ${last}`;
    this.text.textContent = detail;
    this.back.disabled = to === 0;
    this.forward.disabled = to === last;
    if (to === last) clearInterval(this.timer);
  }

  /** @param {boolean} [moved] whether the table has changed, and is shown anyway */
  close(moved = false) {
    this.turn++;
    clearInterval(this.timer);
    const inside = this.host.contains(focused());
    this.host.hidden = true;
    if (inside) this.opener?.focus({ preventScroll: true });
    if (!this.open) return;
    this.frames = [];
    this.at = 0;
    if (!moved) this.leave();
  }
}
