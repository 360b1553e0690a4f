/** What stands round the board: seats, facts, the story, the talk, the final scoring. */

import { $, $$, calm, coin, drawn, icon, make, plain, sharing, small, words } from "./dom.js";
import { sound } from "./sound.js";

const KEPT = 2000;

/**
 * @typedef {import("./types.js").Panel} Panel
 * @typedef {import("./types.js").Seat} Seat
 */

/** Seats beside the board, and as chips on a phone; a drawing in a seat's panel stays. @param {Panel[]} panels @param {Seat[]} seats @param {number | null} you */
export function showSeats(panels, seats, you) {
  const rows = panels.map((panel) => ({ panel, who: seats[panel.seat] ?? { name: "" }, mine: panel.seat === you }));
  for (const { panel, who, mine } of rows) {
    const away = who.connected === false && !panel.acting, gone = who.kind === "person" ? "away" : "";
    const asked = panel.acting && mine && who.kind !== "bot", note = asked ? "your turn" : away ? gone : [who.level_title, panel.note].filter(Boolean).map(together).join(" ·\u00a0");
    const seat = $(`.list .seat[data-seat="${panel.seat}"]`) ?? $(".seats .list").appendChild(make("section.seat", { "data-seat": panel.seat }));
    for (const child of [...seat.children]) if (!child.matches(".own")) child.remove();
    seat.setAttribute("aria-label", who.name);
    seat.classList.toggle("now", !!panel.acting);
    seat.classList.toggle("away", away);
    seat.prepend(coin(panel), make("div.who", {}, make("div.name", {}, make("span", {}, who.name || "Open seat"), mine && make("span.tag.you", {}, "you"), who.kind === "bot" && make("span.tag", {}, "bot")),
        make(`div.note.${asked ? "turn" : ""}`, {}, note)),
      make("div.pts", { title: panel.rank ? `place ${panel.rank}` : false }, panel.score),
      ...(panel.pips || panel.stats?.length ? [make("div.more", {},
        make("div.purse", {}, panel.stats?.filter((fact) => fact.tone && !fact.icon).map(stat)), panel.pips && pips(panel),
        panel.stats?.filter((fact) => !fact.icon && !fact.tone).map(stat), make("div.icons", {}, panel.stats?.filter((fact) => fact.icon).map(stat)))] : []));
  }
  $(".chips").replaceChildren(...rows.map(({ panel, who, mine }) =>
    make(`button.chip.${panel.acting ? "now" : ""}`, { type: "button", "data-seat": panel.seat, title: who.name || "Open seat" }, coin(panel), make("div", {}, make("b", {}, panel.score),
      make("span", {}, make("i", {}, mine ? "you" : (who.name || "open").split(" ")[0]), panel.stats?.length && !panel.stats[0].tone && make("small", {}, `· ${panel.stats[0].value}`))))));
}

/** A number stays with what it counts. @param {string} text */
const together = (text) => text.replace(/ (?=[+−-]?\d)|(?<=\d) /g, "\u00a0");

/** Put a drawing of the game's own where it stands: in a seat's panel, on a phone in a row of them, or by the story. @param {import("./types.js").Area} area @param {HTMLElement} host @param {Panel | undefined} panel @param {Seat[]} seats */
export function settle({ place, seat }, host, panel, seats) {
  const home = place === "story" ? $(".ledge") : small.matches ? $(".insets") : $(`.list .seat[data-seat="${seat}"]`);
  if (host.parentNode !== home) home.append(host);
  if (panel) $(".whose", host).replaceChildren(coin(panel), make("span", {}, seats[panel.seat].name), make("b", {}, panel.score));
}

/** @param {import("./types.js").Stat} fact */
const stat = ({ label, value, icon: sign, tone, title }) => tone && !sign
  ? make(`span.stat.tone-${tone}`, { title, role: title && "img", "aria-label": title }, make("i", {}, label), make("b", {}, value))
  : make(`span.stat.${tone ? `toned.tone-${tone}` : ""}`, { title, role: title && "img", "aria-label": title }, sign && make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("use", { href: `#${sign}` })), make("b", {}, value), " ", label);

/** @param {Panel} panel */
function pips(panel) {
  const { total, left, label } = /** @type {{total: number, left: number, label?: string}} */ (panel.pips);
  return make("span.pips", { role: "img", "aria-label": `${left} of ${total} ${label ?? "left"}`, title: `${left} of ${total} ${label ?? "left"}` },
    Array.from({ length: total }, (_, i) => coin(panel, i < left ? "" : "gone")));
}

/** The element a gain flies to. @param {number} seat @returns {Element | null} */
export const homeOf = (seat) =>
  $$(`[data-seat="${seat}"] .pts, .chip[data-seat="${seat}"] b`).find((element) => element.getClientRects().length) ?? null;

/** @param {import("./types.js").Facts[]} facts */
export function showFacts(facts = []) {
  const said = (what, text) => (text.startsWith("<") ? drawn(what, text) : make(what, {}, words(text)));
  const box = ({ title, rows, legend, place }) => make(`section.box.${legend ? "legend" : ""}.${place ?? ""}`, {}, title && make("h2", {}, words(title)),
    make("dl", {}, rows.map(([label, value]) => [said("dt", label), said("dd", value)])));
  $(".seats .facts").replaceChildren(...facts.map(box));
  $(".log .facts").replaceChildren(...facts.filter(({ place }) => place).map(box)); // the width decides which of the two is shown
}

/** @param {Element} page */
const atEnd = (page) => page.scrollHeight - page.scrollTop - page.clientHeight < 40;

/** Scroll to the line that the story has come to. @param {Element} page @param {HTMLElement} line */
const centre = (page, line) => { page.scrollTop = line.offsetTop - page.clientHeight / 2; };

/** A list whose end is in sight shows it still when the room for the list changes. @param {Element} page */
function keepEnd(page) {
  let end = true, height = page.clientHeight;
  page.addEventListener("scroll", () => { if (page.clientHeight === height) end = atEnd(page); });
  new ResizeObserver(() => {
    const told = $("[aria-current]", page);
    if (told) centre(page, told);
    else if (end) page.scrollTop = page.scrollHeight;
    height = page.clientHeight;
  }).observe(page);
}

export class Log {
  /** @param {HTMLElement} host @param {(text: string) => void} say @param {(before: number) => void} ask for the story before a decision */
  constructor(host, say, ask) {
    /** @type {Record<string, any>} */
    this.lists = { story: $(".story", host), talk: $(".talk", host) };
    this.tabs = $$("[role=tab]", host);
    this.box = $("input", host);
    /** What was said last, until it is heard. */
    this.saying = { id: "", text: "" };
    for (const tab of this.tabs) tab.addEventListener("click", () => this.turn(tab.dataset.list));
    for (const { parentNode: page } of Object.values(this.lists)) keepEnd(page);
    this.more = $(".earlier", host);
    /** How many decisions are told on request only, and of which it was asked. */
    this.earlier = this.asked = 0;
    this.more.addEventListener("click", () => ask(this.earlier));
    this.more.parentNode.addEventListener("scroll", ({ target }) => {
      if (target.scrollTop > 40 || !this.earlier || this.asked === this.earlier) return;
      ask(this.asked = this.earlier);
    });
    $("form", host).addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.box.value.trim();
      if (text) this.saying = { id: say(text), text };
      this.turn("talk");
    });
  }

  /** Something was heard: what is in the box has been said. @param {string} id */
  sent(id) {
    if (id === this.saying.id && this.box.value.trim() === this.saying.text) this.box.value = "";
  }

  /** @param {boolean} playing who only watches says nothing */
  allow(playing) {
    this.box.disabled = !playing;
    this.box.placeholder = playing ? this.box.ariaLabel : "Only players can talk";
  }

  /** Know which entry each line of a finished game tells of. @param {{ply: number, lines: string[]}[]} decisions */
  date(decisions) {
    const told = decisions.flatMap(({ ply, lines }) => lines.map((text) => ({ ply, text: plain(text) })));
    for (const line of $$("li:not(.note)", this.lists.story).reverse()) {
      const last = told.at(-1);
      line.dataset.ply = last?.ply ?? 0;
      if (last?.text === line.textContent) told.pop();
    }
    if (this.ply !== undefined) this.follow(this.ply);
  }

  /** Tell what happened to seats where it happened. @param {{ply: number, seat: number, text: string}[]} notes @param {Record<number, any>} coins */
  noted(notes, coins) {
    const list = this.lists.story, page = list.parentNode, low = atEnd(page);
    for (const line of $$(".note", list)) line.remove();
    for (const { ply, seat, text } of notes.filter((note) => note.ply >= this.earlier)) {
      const [line] = this.lines({ lines: [{ seat, text, tone: "note" }], ply }, false, coins), before = [...list.children].findLast((other) => Number(other.dataset.ply) <= ply);
      if (before) before.after(line);
      else list.prepend(line);
    }
    if (low) page.scrollTop = page.scrollHeight;
  }

  /** Show how far the story is at a moment of a finished game. @param {number} ply */
  follow(ply) {
    this.ply = ply;
    const lines = [...this.lists.story.children], page = this.lists.story.parentNode;
    const last = lines.findLast((line) => Number(line.dataset.ply) <= ply && !line.matches(".sep"));
    for (const line of lines) {
      line.classList.toggle("later", Number(line.dataset.ply) > ply);
      line.ariaCurrent = line === last ? "true" : null;
    }
    if (last) centre(page, last);
  }

  /** Show the story or the talk. @param {string} name */
  turn(name) {
    for (const tab of this.tabs) {
      tab.setAttribute("aria-selected", String(tab.dataset.list === name));
      this.lists[tab.dataset.list].parentNode.hidden = tab.dataset.list !== name;
      if (tab.dataset.list === name) tab.classList.remove("news");
    }
    const page = this.lists[name].parentNode;
    page.scrollTop = page.scrollHeight;
  }

  /** Forget what was told after a decision: it was taken back, or is told again. @param {number} ply */
  cut(ply) {
    for (const line of [...this.lists.story.children]) if (Number(line.dataset.ply) > ply) line.remove();
    for (const line of $$(".fresh", this.lists.story)) line.classList.remove("fresh");
  }

  /** The story is told from its beginning, or from after so many decisions. @param {number} earlier */
  begins(earlier) {
    this.earlier = earlier;
    this.more.hidden = !earlier;
  }

  /** What happened before comes in over what is told; nothing moves under the reader's eyes. @param {{before: number, earlier: number, frames: import("./types.js").Frame[]}} told @param {Record<number, any>} coins */
  before({ before, earlier, frames }, coins) {
    if (before !== this.earlier) return;
    const page = this.more.parentNode, below = page.scrollHeight - page.scrollTop;
    this.begins(earlier);
    this.lists.story.prepend(...frames.flatMap((frame) => this.lines(frame, false, coins)));
    page.scrollTop = page.scrollHeight - below;
  }

  /** @param {import("./types.js").Frame} frame @param {boolean} fresh @param {Record<number, {tone?: number, emblem?: string}>} coins by seat */
  tell(frame, fresh, coins) {
    // What one has drafted was told decision by decision; settled, all of it is one entry.
    for (const line of [...this.lists.story.children].reverse()) {
      if (Number(line.dataset.ply) <= frame.ply) break;
      line.dataset.ply = frame.ply;
    }
    this.add("story", this.lines(frame, fresh, coins));
  }

  /** @param {import("./types.js").Frame} frame @param {boolean} fresh @param {Record<number, {tone?: number, emblem?: string}>} coins @returns {Element[]} */
  lines({ lines = [], ply }, fresh, coins) {
    return lines.map(({ seat, text, tone }) => make(`li.${tone === "turn" ? "sep" : tone ?? ""}.${fresh && tone !== "turn" ? "fresh" : ""}`,
      { "data-ply": ply }, tone !== "turn" && coins[seat ?? -1] && coin(coins[seat ?? -1]), make("span", {}, words(text))));
  }

  /** @param {{seat: number, name: string, text: string}} said @param {Record<number, any>} coins @returns {boolean} whether it could not be seen */
  heard({ seat, name, text }, coins) {
    this.add("talk", [make("li", {}, coin(coins[seat] ?? {}), make("span", {}, make("b", {}, name), " ", text))]);
    const page = this.lists.talk.parentNode, unseen = page.hidden || getComputedStyle(page).visibility === "hidden";
    if (unseen) for (const sign of [$("#tab-talk"), $(".logs")]) sign.classList.add("news");
    return unseen;
  }

  /** @param {string} name @param {Element[]} lines */
  add(name, lines) {
    const list = this.lists[name], page = list.parentNode, low = atEnd(page);
    list.append(...lines);
    while (list.children.length > KEPT) list.firstChild.remove();
    if (low) page.scrollTop = page.scrollHeight;
  }
}

/** The final scoring, row by row, the best first; resolves when all of it stands. @param {import("./types.js").Tally} tally @param {Panel[]} panels @param {Seat[]} seats @param {boolean} still @param {{label: string, act: () => void}} again @param {string} [share] to pass on */
export async function showTally(tally, panels, seats, still, again, share) {
  const { ranks, total, totals, headline = "", note = "", below = [] } = tally, several = panels.length > 1;
  const order = ranks.map((_, seat) => seat).sort((a, b) => (ranks[a] || Infinity) - (ranks[b] || Infinity) || a - b);
  const cell = (text) => { const [now, more] = String(text).split("\n"); return [now, more && make("small", {}, more)]; };
  const row = (kind) => ([label, cells, why]) => make(`tr.${kind}`, {}, make("th", { scope: "row" }, label, why && make("small", {}, why)), order.map((seat) => make(`td.${ranks[seat] === 1 ? "best" : ""}`, {}, ...cell(cells[seat]))));
  const rows = [...tally.rows.map(row("")), row("sum")([total, totals, ""]), ...(several && ranks.some(Boolean) ? [row("")(["Place", ranks.map((rank) => rank || "–"), ""])] : []), ...below.map(row("below"))];
  const close = () => { host.hidden = true; };
  const host = $(".tally");
  host.replaceChildren(make("button.icon.close", { type: "button", "aria-label": "Look at the board", onclick: close }, icon("close")),
    make("h2", {}, headline || note || "Final scoring"), headline && note ? make("p", {}, note) : "",
    make("div.scroll", { tabindex: 0, role: "group", "aria-label": "Final scoring" }, make("table", {},
      make("thead", {}, make("tr", {}, make("td"), order.map((seat) => make("th", { scope: "col" }, coin(panels[seat]), make("span", {}, seats[seat].name))))), make("tbody", {}, rows))),
    make("div.ways", {}, make("button.btn.go", { type: "button", onclick: again.act }, again.label), several && make("button.btn", { type: "button", "data-analysis": true }, "Analysis")),
    share ? make("div.share", {}, make("p", {}, share), sharing(() => share).map(({ label, act }) => make("button.btn", { type: "button", onclick: act }, label))) : "");
  host.hidden = false;
  if (still || calm()) return;
  for (const each of rows) each.classList.add("later");
  for (const each of rows) {
    await new Promise((done) => setTimeout(done, 480));
    each.classList.remove("later");
    sound.play("coin");
  }
  sound.play("bell");
}
