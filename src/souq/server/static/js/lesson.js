/**
 * The card of a lesson: what it says, where that is, and the way on.
 *
 * @import { Lesson } from "./types.js"
 * @import { Drawing } from "./scene.js"
 */

import { $, $$, about, focused, icon, make, words } from "./dom.js";
import { mark } from "./glossary.js";
import { Posed } from "./posed.js";
import { page } from "./server.js";
import { Storm } from "./storm.js";
import { plain, sentences } from "./text.js";

/** Where the card stands above the story; elsewhere it stands above the prompt. */
const BESIDE = matchMedia("(min-width: 1260px) and (min-height: 541px)");

/**
 * @typedef {object} Acts
 * @property {() => void} next
 * @property {() => void} choose go where one can
 * @property {(nth: number) => void} look how the game could go on
 * @property {(text: string) => void} announce
 */

export class LessonCard {
  /**
   * @param {HTMLElement} host
   * @param {Record<string, Drawing>} drawings
   * @param {Acts} acts
   */
  constructor(host, drawings, acts) {
    this.host = host;
    this.drawings = drawings;
    this.acts = acts;
    const { table = "", game = "" } = document.body.dataset;
    this.posed = new Posed(host.dataset, table);
    this.storm = new Storm(host.dataset, game, table, acts.announce);
    /** @type {Lesson | undefined} */
    this.now = undefined;
    /** What is shown, to show it once only. */
    this.shown = "";
    /** It has been read, and the table has not answered yet. */
    this.going = false;
    BESIDE.addEventListener("change", () => this.stand());
    this.stand();
    host.addEventListener("click", (event) => {
      if (about(event).closest(".next")) this.next();
    });
  }

  /** Above the story where there is one, else above the prompt. */
  stand() {
    if (BESIDE.matches) $(".log").prepend(this.host);
    else $(".prompt").before(this.host);
  }

  /** What has been read is read. */
  next() {
    if (!this.now?.read || this.going) return;
    this.going = true;
    this.acts.next();
  }

  /** It was refused: it can be tried again. @param {boolean} [missed] another choice was asked for */
  again(missed = false) {
    this.going = false;
    if (!missed || this.now?.read) return;
    this.posed.missed();
    if (this.storm.on) this.storm.chosen(false);
  }

  /** What is said first of another choice than the one asked for. */
  get missed() {
    return this.storm.on ? "On to the next puzzle" : "Have another look";
  }

  /** @param {Lesson | undefined} lesson @param {boolean} [over] whether the game is over */
  show(lesson, over = false) {
    this.now = lesson;
    this.point(lesson);
    const shown = JSON.stringify([lesson, over]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.going = false;
    this.host.hidden = !lesson;
    if (!lesson) return;
    const inside = this.host.contains(focused());
    const free = inside || focused() === document.body || !!focused().closest(".prompt, .board, .hand, .tray");
    this.draw(lesson, over ? "Scores" : "Play on");
    mark(this.host);
    if (inside && !lesson.read) this.acts.choose();
    const { title, nth, of, heading, say = "" } = lesson;
    this.acts.announce(sentences(`${title}, ${nth} of ${of}`, heading, plain(say)));
    if (lesson.read && free && !this.storm.on) $(".next", this.host).focus({ preventScroll: true });
  }

  /** @param {Lesson} lesson @param {string} after what the button of the last step says */
  draw({ title, nth, of, heading, say, done, read, last, rules = [], continuations = [] }, after) {
    const game = document.body.dataset.game ?? "";
    const { storm, posed } = this;
    const { puzzle, onward } = posed;
    const number = make("span.nth", { "aria-label": `Step ${nth} of ${of}` }, `${nth} / ${of}`);
    const head = make("header", {}, make("span.of", {}, title), storm.on ? storm.clock : number);
    if (puzzle && done) posed.solved();
    if (storm.on && done) storm.chosen(true);
    const come = make("i");
    come.style.width = `${(100 * nth) / of}%`;
    const way = make("div.way", { "aria-hidden": "true" }, come);
    const more =
      last &&
      !storm.on &&
      (!onward || done) &&
      make("a.btn", { href: page(onward || `/learn/${game}`) }, onward ? "Next puzzle" : "More lessons");
    const next = read && !storm.on && make("button.btn.go.next", { type: "button" }, last ? after : "Next");
    const links = rules.map((id) => make("a", { href: page(`/rules/${game}#${id}`), target: "_blank" }, id));
    const foot = make(
      "footer",
      {},
      make("small", {}, links.length ? "Rules " : "", links),
      make("div.acts", {}, more, next),
    );
    const text = say ? make("p.said", {}, words(say)) : make("p.said.watch", {}, "Watch what the others do.");
    const result = puzzle && done && !storm.on ? posed.result() : "";
    this.host.classList.toggle("alone", of === 1);
    this.host.classList.toggle("done", !!done);
    this.host.classList.toggle("reading", !!read);
    const further = continuations.length && !storm.on ? this.further(continuations) : "";
    this.host.replaceChildren(head, way, heading && !done ? make("h2", {}, heading) : "", text, further, result, foot);
    this.host.scrollTop = 0;
  }

  /** What can be looked at: how the game could go on. @param {string[]} titles */
  further(titles) {
    const buttons = titles.map((title, nth) =>
      make("button.btn", { type: "button", onclick: () => this.acts.look(nth) }, icon("play"), title),
    );
    return make("div.further", { role: "group", "aria-label": "Play it out on the board" }, buttons);
  }

  /** Show what the card speaks of. @param {Lesson | undefined} lesson */
  point(lesson) {
    const keys = new Set(lesson?.point);
    for (const { elements } of Object.values(this.drawings))
      for (const [key, element] of elements) element.classList.toggle("pointed", keys.has(key));
    for (const seat of $$(".seats .seat, .chips .chip"))
      seat.classList.toggle("pointed", keys.has(`seat ${seat.dataset.seat}`));
  }
}
