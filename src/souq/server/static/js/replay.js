/**
 * Looking back at a finished game: a slider, steps, play, and a link to any moment.
 *
 * @import { Frame } from "./types.js"
 */

import { $, $$, about, copy, icon, layout } from "./dom.js";
import { proof } from "./own.js";
import { ask, link } from "./server.js";

/** Between two moments: ms. */
const BEAT = 1100;
/** @type {Record<string, number>} */
const TURNS = { "[": -1, "]": 1 };

export class Replay {
  /**
   * @param {HTMLElement} host
   * @param {string} table
   * @param {(frame: Frame, forward: boolean) => void} show a moment
   */
  constructor(host, table, show) {
    this.host = host;
    this.table = table;
    this.show = show;
    this.slider = $("input", host);
    /** How many moments there are, which of them is shown, and which is gone to. */
    this.plies = 0;
    this.ply = -1;
    this.wanted = -1;
    this.loading = false;
    this.timer = 0;
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    for (const step of $$("[data-step]", host))
      step.addEventListener("click", () => this.go(this.wanted + Number(step.dataset.step)));
    /** The moments with which a turn or a round begins, once they have arrived. @type {Promise<number[]>} */
    this.turns = Promise.resolve([]);
    for (const jump of $$("[data-turn]", host))
      jump.addEventListener("click", () => void this.jump(Number(jump.dataset.turn)));
    addEventListener("keydown", (event) => {
      const way = TURNS[event.key];
      if (way && !host.hidden && !about(event).closest("input:not([type=range]), dialog")) void this.jump(way);
    });
    $("[data-play]", host).addEventListener("click", () => this.play(!this.timer));
    $(".link", host).addEventListener("click", (event) => copy(about(event), link(`/t/${this.table}#${this.wanted}`)));
    $(".story").addEventListener("click", (event) => {
      const ply = /** @type {HTMLElement | null} */ (about(event).closest("[data-ply]"))?.dataset.ply;
      if (ply && !host.hidden) void this.go(Number(ply));
    });
    // The event says where somebody wanted to go; the address may say again where the table is.
    addEventListener("hashchange", (event) => this.follow(new URL(event.newURL).hash || `#${this.plies}`));
  }

  /** Whether another moment than the last is looked at. */
  get away() {
    return !this.host.hidden && this.wanted !== this.plies;
  }

  /**
   * The game is over: offer all of its moments.
   * @param {number} plies
   * @param {(all: Awaited<ReturnType<typeof decisionsOf>>) => void} know what was decided, once it has arrived
   */
  open(plies, know) {
    if (!this.host.hidden) return;
    this.turns = decisionsOf(this.table).then(
      (all) => {
        know(all);
        return all.filter(({ turn }) => turn).map(({ ply }) => ply);
      },
      () => [],
    );
    this.plies = plies;
    this.slider.max = String(plies);
    this.host.hidden = false;
    this.ply = this.wanted = plies;
    this.mark();
    this.follow(location.hash);
  }

  /** Go where an address points. @param {string} hash */
  follow(hash) {
    if (!this.host.hidden && /^#\d+$/.test(hash)) this.go(Number(hash.slice(1)));
  }

  /** @param {number} ply */
  async go(ply) {
    this.wanted = Math.max(0, Math.min(this.plies, ply));
    this.mark();
    if (this.loading) return;
    this.loading = true;
    try {
      while (this.ply !== this.wanted) {
        const to = this.wanted;
        const query = `ply=${to}&layout=${layout()}`;
        const answer = await ask(`/api/tables/${this.table}/frames?${query}`, { headers: proof() }).catch(() => null);
        const told = answer?.ok && (await answer.json().catch(() => null)); // a line may break in the middle
        if (!told) {
          this.play(false);
          break;
        }
        this.show(told.frames[0], to === this.ply + 1);
        this.ply = to;
      }
    } finally {
      this.loading = false;
    }
    this.wanted = this.ply;
    this.mark();
    history.replaceState(null, "", `#${this.wanted}`);
    if (this.wanted === this.plies) this.play(false);
  }

  /** Go somewhere, and show it anew when it is shown already. @param {number} ply */
  again(ply) {
    if (this.ply === ply && !this.loading) this.ply = NaN;
    return this.go(ply);
  }

  /** To where a turn begins. @param {number} way -1: this one's, or the one's before; 1: the next one's */
  async jump(way) {
    const stops = [0, ...(await this.turns), this.plies];
    const before = stops.findLast((ply) => ply < this.wanted) ?? 0;
    const after = stops.find((ply) => ply > this.wanted) ?? this.plies;
    this.go(way < 0 ? before : after);
  }

  mark() {
    this.slider.value = String(this.wanted);
    $("button.try", this.host).disabled = this.wanted === this.plies;
    $("output", this.host).textContent = `${this.wanted} of ${this.plies}`;
    this.slider.setAttribute("aria-valuetext", `after move ${this.wanted} of ${this.plies}`);
  }

  /** @param {boolean} on */
  play(on) {
    clearInterval(this.timer);
    this.timer = 0;
    if (on) {
      this.go(this.wanted === this.plies ? 0 : this.wanted + 1);
      this.timer = setInterval(() => this.go(this.wanted + 1), BEAT);
    }
    const button = $("[data-play]", this.host);
    button.setAttribute("aria-label", on ? "Pause" : "Play");
    button.replaceChildren(icon(on ? "pause" : "play"));
  }
}

/** Every decision of a game, a page of them at a time. @param {string} table */
export async function decisionsOf(table) {
  /** @type {{ply: number, turn: boolean, lines: string[]}[]} */
  const all = [];
  for (let plies = 1; all.length < plies;) {
    const answer = await ask(`/api/tables/${table}/log?from=${all.length + 1}`, { headers: proof() });
    const page = await answer.json();
    if (!page.decisions.length) break;
    all.push(...page.decisions);
    plies = page.plies;
  }
  return all;
}
