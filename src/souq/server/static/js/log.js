/**
 * The story of the game, and the talk of its players.
 *
 * @import { Frame, LogLine, Note, Said, TableInfo, Told } from "./types.js"
 */

import { $, $$, coin, make, maybe, words } from "./dom.js";
import { plain } from "./text.js";

/** So many lines of each are kept. */
const KEPT = 2000;
/** So near to its end, or its beginning, a list is at it: pixels. */
const NEAR = 40;
/** Why nothing can be typed. @type {Record<string, string>} */
const NO_TALK = {
  none: "Only players can talk",
  hushed: "The host has muted you",
  phrases: "Quick phrases only here",
};

/**
 * @typedef {Record<number, {tone: number, emblem: string}>} Coins by seat
 * @typedef {{lines: LogLine[], ply: number}} Moment what is told of one
 * @typedef {"story" | "talk"} Name
 */

export class Log {
  /**
   * @param {HTMLElement} host
   * @param {(text: string) => string} say gives the command's id
   * @param {(id: string) => boolean} waits whether a command has no answer yet
   * @param {(before: number) => void} ask for the story before a decision
   */
  constructor(host, say, waits, ask) {
    this.host = host;
    this.ask = ask;
    this.lists = { story: $(".story", host), talk: $(".talk", host) };
    this.pages = { story: pageOf(this.lists.story), talk: pageOf(this.lists.talk) };
    this.tabs = $$("[role=tab]", host);
    this.box = $("input", host);
    this.more = $(".earlier", host);
    /** What was said last, until it is heard. */
    this.saying = { id: "", text: "" };
    /** How many decisions are told on request only, and of which it was asked. */
    this.earlier = 0;
    this.asked = 0;
    /** The moment of a finished game that is looked at. @type {number | undefined} */
    this.ply = undefined;
    for (const tab of this.tabs) tab.addEventListener("click", () => this.turn(/** @type {Name} */ (tab.dataset.list)));
    for (const page of Object.values(this.pages)) keepEnd(page);
    this.more.addEventListener("click", () => ask(this.earlier));
    this.pages.story.addEventListener("scroll", () => {
      if (this.pages.story.scrollTop <= NEAR) this.lookBack();
    });
    $("form", host).addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.box.value.trim();
      const again = text === this.saying.text && waits(this.saying.id); // said already, and not heard yet
      if (text && !again) this.saying = { id: say(text), text };
      this.turn("talk");
    });
  }

  /** The lines of the story. */
  get told() {
    return /** @type {HTMLElement[]} */ ([...this.lists.story.children]);
  }

  /** Something was heard: what is in the box has been said. @param {string} id */
  sent(id) {
    if (id === this.saying.id && this.box.value.trim() === this.saying.text) this.box.value = "";
  }

  /** Who only watches says nothing, and neither does who is muted. @param {TableInfo} info */
  allow({ muted, seats, talk, you }) {
    const way = you === null ? "none" : seats[you].hushed ? "hushed" : talk;
    this.host.dataset.way = way;
    this.box.disabled = way !== "free";
    this.box.placeholder = NO_TALK[way] ?? this.box.ariaLabel ?? "";
    this.lists.talk.dataset.muted = muted.join(" ");
  }

  /** Know which entry each line of a finished game tells of. @param {{ply: number, lines: string[]}[]} decisions */
  date(decisions) {
    const told = decisions.flatMap(({ ply, lines }) => lines.map((text) => ({ ply, text: plain(text) })));
    for (const line of $$("li:not(.note)", this.lists.story).reverse()) {
      const last = told.at(-1);
      line.dataset.ply = String(last?.ply ?? 0);
      if (last?.text === line.textContent) told.pop();
    }
    if (this.ply !== undefined) this.follow(this.ply);
  }

  /** Tell what happened to seats where it happened. @param {Note[]} notes @param {Coins} coins */
  noted(notes, coins) {
    const { story } = this.pages;
    const low = isAtEnd(story);
    for (const line of $$(".note", this.lists.story)) line.remove();
    for (const note of notes.filter(({ ply }) => ply >= this.earlier)) this.note(note, coins);
    if (low) story.scrollTop = story.scrollHeight;
  }

  /** @param {Note} note @param {Coins} coins */
  note({ ply, seat, text }, coins) {
    const [line] = lines({ lines: [{ seat, text, tone: "note" }], ply }, false, coins);
    const before = this.told.findLast((other) => plyOf(other) <= ply);
    if (before) before.after(line);
    else this.lists.story.prepend(line);
  }

  /** Ask for what happened before, once. */
  lookBack() {
    if (!this.earlier || this.asked === this.earlier) return;
    this.asked = this.earlier;
    this.ask(this.earlier);
  }

  /** Show how far the story is at a moment of a finished game. @param {number} ply */
  follow(ply) {
    this.ply = ply;
    if (ply <= this.earlier) this.lookBack();
    const last = this.told.findLast((line) => plyOf(line) <= ply && !line.matches(".sep"));
    for (const line of this.told) {
      line.classList.toggle("later", plyOf(line) > ply);
      line.ariaCurrent = line === last ? "true" : null;
    }
    if (last) centre(this.pages.story, last);
  }

  /** Show the story or the talk. @param {Name} name */
  turn(name) {
    for (const tab of this.tabs) {
      const list = /** @type {Name} */ (tab.dataset.list);
      tab.setAttribute("aria-selected", String(list === name));
      this.pages[list].hidden = list !== name;
      if (list === name) tab.classList.remove("news");
    }
    const page = this.pages[name];
    page.scrollTop = page.scrollHeight;
  }

  /** Forget what was told after a decision: it was taken back, or is told again. @param {number} ply */
  cut(ply) {
    for (const line of this.told) if (plyOf(line) > ply) line.remove();
    for (const line of $$(".fresh", this.lists.story)) line.classList.remove("fresh");
  }

  /** The story is told from its beginning, or from after so many decisions. @param {number} earlier */
  begins(earlier) {
    this.earlier = earlier;
    this.more.hidden = !earlier;
  }

  /**
   * What happened before comes in over what is told; nothing moves under the reader's eyes.
   * @param {Told} told
   * @param {Coins} coins
   */
  before({ before, earlier, frames }, coins) {
    if (before !== this.earlier) return;
    const page = this.pages.story;
    const below = page.scrollHeight - page.scrollTop;
    this.begins(earlier);
    this.lists.story.prepend(...frames.flatMap((frame) => lines(frame, false, coins)));
    page.scrollTop = page.scrollHeight - below;
    if (this.ply !== undefined && this.ply <= before) this.follow(this.ply);
  }

  /** @param {Frame} frame @param {boolean} fresh @param {Coins} coins */
  tell(frame, fresh, coins) {
    // What one has drafted was told decision by decision; settled, all of it is one entry.
    for (const line of this.told.reverse()) {
      if (plyOf(line) <= frame.ply) break;
      line.dataset.ply = String(frame.ply);
    }
    this.add("story", lines(frame, fresh, coins));
  }

  /** @param {Said} said @param {Coins} coins */
  heard(said, coins) {
    const { seat, name, text } = said;
    const ready = isReady(said);
    const kind = /** @type {"li"} */ (ready ? "li.phrase" : "li");
    const facts = { "data-seat": seat };
    this.add("talk", [make(kind, facts, coin(coins[seat] ?? {}), make("span", {}, make("b", {}, name), " ", text))]);
    const page = this.pages.talk;
    const quiet = !ready && maybe("body.quiet");
    const unseen = !quiet && (!!page.hidden || getComputedStyle(page).visibility === "hidden");
    if (unseen) for (const sign of [$("#tab-talk"), $(".logs")]) sign.classList.add("news");
  }

  /** @param {Name} name @param {Element[]} lines */
  add(name, lines) {
    const list = this.lists[name];
    const page = this.pages[name];
    const low = isAtEnd(page);
    list.append(...lines);
    while (list.children.length > KEPT) list.firstElementChild?.remove();
    if (low) page.scrollTop = page.scrollHeight;
  }
}

/** Whether somebody said something ready-made: a quick phrase, or what they want and have. @param {Said} said */
export const isReady = ({ phrase, about }) => phrase !== null || about !== null;

/** What a list is scrolled in. @param {Element} list */
const pageOf = (list) => /** @type {HTMLElement} */ (list.parentElement);

/** The moment that a line tells of. @param {HTMLElement} line */
const plyOf = (line) => Number(line.dataset.ply);

/** @param {Moment} moment @param {boolean} fresh @param {Coins} coins */
function lines({ lines: told, ply }, fresh, coins) {
  return told.map(({ seat, text, tone }) => {
    const turn = tone === "turn";
    const whose = seat === null ? undefined : coins[seat];
    const kind = `li.${turn ? "sep" : (tone ?? "")}.${fresh && !turn ? "fresh" : ""}`;
    return make(
      /** @type {"li"} */ (kind),
      { "data-ply": ply },
      !turn && whose && coin(whose),
      make("span", {}, words(text)),
    );
  });
}

/** @param {Element} page */
const isAtEnd = (page) => page.scrollHeight - page.scrollTop - page.clientHeight < NEAR;

/** Scroll to the line that the story has come to. @param {Element} page @param {HTMLElement} line */
const centre = (page, line) => {
  page.scrollTop = line.offsetTop - page.clientHeight / 2;
};

/** A list whose end is in sight shows it still when the room for the list changes. @param {Element} page */
function keepEnd(page) {
  let end = true;
  let height = page.clientHeight;
  page.addEventListener("scroll", () => {
    if (page.clientHeight === height) end = isAtEnd(page);
  });
  new ResizeObserver(() => {
    const told = maybe("[aria-current]", page);
    if (told) centre(page, told);
    else if (end) page.scrollTop = page.scrollHeight;
    height = page.clientHeight;
  }).observe(page);
}
