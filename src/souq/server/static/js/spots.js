/**
 * The places that the story and the talk name: pointing at a line, focusing or tapping it rings them on the table.
 *
 * @import { Area } from "./types.js"
 * @import { Drawing } from "./scene.js"
 */

import { $, about } from "./dom.js";

/** How long places stay ringed after a tap: ms. */
const TAPPED = 3500;
/** @type {Record<string, "nextElementSibling" | "previousElementSibling">} */
const BESIDE = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" };

/** @typedef {{area: string, x: number, y: number, radius: number}} Spot */

export class Spots {
  /** @param {HTMLElement} host of the lines @param {Record<string, Drawing>} drawings by the name of their area */
  constructor(host, drawings) {
    this.drawings = drawings;
    /** Every spot by its name in small letters. @type {Map<string, Spot>} */
    this.named = new Map();
    /** Finds names. @type {RegExp | null} */
    this.pattern = null;
    this.timer = 0;
    host.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.look(line(event)));
    host.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.look(null));
    host.addEventListener("focusin", (event) => this.look(line(event)));
    host.addEventListener("focusout", () => this.look(null));
    host.addEventListener("keydown", (event) => this.pressed(event));
    host.addEventListener("click", (event) => this.tapped(line(event)));
  }

  /** Know the spots of a scene; those that are not told again stay. @param {Area[]} areas */
  know(areas) {
    if (!areas.some(({ spots }) => spots)) return;
    this.named.clear();
    for (const { name: area, spots = [] } of areas)
      for (const [name, x, y, radius] of spots) this.named.set(name.toLowerCase(), { area, x, y, radius });
    const names = [...this.named.keys()].sort((a, b) => b.length - a.length).map(literal);
    this.pattern = new RegExp(`(?<![\\w’])(?:${names.join("|")})(?!\\w)`, "gi");
  }

  /** The spots that a text names. @param {string} text @returns {Spot[]} */
  in(text) {
    const names = this.pattern ? text.match(this.pattern) : null;
    return [...new Set(names ?? [])].map((name) => /** @type {Spot} */ (this.named.get(name.toLowerCase())));
  }

  /** A line is looked at, or none any more; what was tapped stays ringed for its while. @param {Element | null} at */
  look(at) {
    if (at || !this.timer) this.show(at);
  }

  /** Ring what a line names, and only that. @param {Element | null} at @returns {boolean} whether there is anything */
  show(at) {
    clearTimeout(this.timer);
    this.timer = 0;
    const spots = this.in(at?.textContent ?? "");
    for (const [name, drawing] of Object.entries(this.drawings))
      drawing.light(spots.filter(({ area }) => area === name));
    return spots.length > 0;
  }

  /** A tap rings for a while; what covers the board goes. @param {Element | null} at */
  tapped(at) {
    if (!at || !this.show(at)) return;
    this.timer = setTimeout(() => this.show(null), TAPPED);
    if ($(".log").matches(".open") && $(".logs").getClientRects().length) $(".logs").click();
  }

  /** The arrows go from line to line. @param {KeyboardEvent} event */
  pressed(event) {
    const way = BESIDE[event.key];
    const list = about(event).closest("[role=tabpanel]")?.querySelector("ol");
    if (!way || !list || about(event).matches("button")) return;
    const next = line(event)?.[way] ?? (event.target === list.parentElement ? list.lastElementChild : null);
    event.preventDefault();
    if (!(next instanceof HTMLElement)) return;
    next.tabIndex = -1;
    next.focus();
  }
}

/** A name as a pattern that finds it. @param {string} name */
const literal = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The line that an event is about. @param {Event} event @returns {HTMLElement | null} */
const line = (event) => about(event).closest("li");
