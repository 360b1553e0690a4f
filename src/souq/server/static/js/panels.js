/**
 * What stands round the board: seats, facts, and drawings of the game's own.
 *
 * @import { Area, Facts, Panel, SeatInfo, Stat } from "./types.js"
 */

import { bank } from "./clocks.js";
import { $, $$, about, coin, drawn, make, maybe, small, symbol, words } from "./dom.js";

/** Seconds that only a clock of days has: nobody stays on the line for them. */
const DAYS = 4 * 3600;

/** @typedef {{panel: Panel, who: SeatInfo, mine: boolean, says: string}} Row */

/**
 * Seats beside the board, and as chips on a phone; a drawing in a seat's panel stays.
 * @param {Panel[]} panels
 * @param {SeatInfo[]} seats
 * @param {number | null} you
 * @param {(seat: number) => string} says what a player wants and has
 */
export function showSeats(panels, seats, you, says) {
  const rows = panels.map((panel) => ({
    ...{ panel, who: seats[panel.seat], mine: panel.seat === you },
    says: says(panel.seat),
  }));
  for (const row of rows) showSeat(row);
  $(".chips").replaceChildren(...rows.map(chip));
}

/** @param {Row} row */
function showSeat({ panel, who, mine, says }) {
  const away = !who.connected && !panel.acting;
  const asked = !!panel.acting && mine && who.kind !== "bot";
  const seat = maybe(`.list .seat[data-seat="${panel.seat}"]`) ?? newSeat(panel.seat);
  for (const child of [...seat.children]) if (!child.matches(".own")) child.remove();
  seat.setAttribute("aria-label", who.name);
  seat.classList.toggle("now", !!panel.acting);
  seat.classList.toggle("away", away);
  const name = make(
    "div.name",
    {},
    make("span", {}, who.name || "Open seat"),
    mine && make("span.tag.you", {}, "you"),
    who.kind === "bot" && make("span.tag", {}, "bot"),
  );
  const lost = who.kind === "person" && !who.connected && !away && who.time;
  const text = asked ? "your turn" : lost ? (lost.left > DAYS ? "away" : "connection lost") : noted(who, panel, away);
  const clock = bank(panel.seat);
  const note = make(`div.note.${asked ? "turn" : ""}`, {}, clock, clock && text && "\u00a0· ", text);
  const score = make("div.pts", { title: panel.rank ? `place ${panel.rank}` : false }, panel.score);
  const said = says ? [make("p.says", {}, `“${says}”`)] : [];
  seat.prepend(coin(panel), make("div.who", {}, name, note), score, ...more(panel), ...said);
}

/** @param {number} seat */
const newSeat = (seat) => $(".seats .list").appendChild(make("section.seat", { "data-seat": seat }));

/** What stands under a name. @param {SeatInfo} who @param {Panel} panel @param {boolean} away */
function noted({ kind, level_title: level }, { note }, away) {
  if (away) return kind === "person" ? "away" : "";
  return [level, note ?? ""].filter(Boolean).map(together).join("\u00a0· ");
}

/** Small facts, and what can be counted. @param {Panel} panel */
function more(panel) {
  const { pips, stats = [] } = panel;
  if (!pips && !stats.length) return [];
  const chips = stats.filter(({ tone, icon }) => tone && !icon);
  const plain = stats.filter(({ tone, icon }) => !tone && !icon);
  const icons = stats.filter(({ icon }) => icon);
  const purse = make("div.purse", {}, chips.map(stat));
  const row = pips && coins(panel, pips);
  return [make("div.more", {}, purse, row, plain.map(stat), make("div.icons", {}, icons.map(stat)))];
}

/** A seat on a phone. @param {Row} row @param {number} _ @param {Row[]} all */
function chip({ panel, who, mine, says }, _, all) {
  const [first] = panel.stats ?? [];
  const name = mine ? "you" : (who.name || "open").split(" ")[0];
  const clock = bank(panel.seat, true);
  const room = all.length !== 4 ? all.length < 6 : panel.score.length < 3;
  const counts = room && !clock && first && !first.tone;
  const value = counts && make("small", { title: `${first.value} ${first.label}` }, first.value);
  const facts = { type: "button", "data-seat": panel.seat, title: who.name || "Open seat" };
  const text = make("div", {}, make("b", {}, panel.score), make("span", {}, clock, make("i", {}, name), value));
  return make(`button.chip.${panel.acting ? "now" : ""}.${says ? "saying" : ""}`, facts, coin(panel), text);
}

/** A number stays with what it counts. @param {string} text */
const together = (text) => text.replace(/ (?=[+−-]?\d)|(?<=\d) /g, "\u00a0");

/**
 * Put a drawing of the game's own where it stands: in a seat's panel, on a phone in a row of them, or by the story.
 * @param {Area} area
 * @param {HTMLElement} host
 * @param {Panel | undefined} panel
 * @param {SeatInfo[]} seats
 */
export function settle({ place, seat }, host, panel, seats) {
  const beside = small.matches ? $(".insets") : $(`.list .seat[data-seat="${seat}"]`);
  const home = place === "story" ? $(".ledge") : beside;
  if (host.parentNode !== home) home.append(host);
  if (!panel) return;
  const name = make("span", {}, seats[panel.seat].name);
  $(".whose", host).replaceChildren(coin(panel), name, make("b", {}, panel.score));
}

/** A chip of the game's colour, or a value beside its icon. @param {Stat} fact */
function stat({ label, value, icon: sign, tone, title }) {
  const facts = { title, role: title && "img", "aria-label": title };
  const number = make("b", {}, value);
  if (tone && !sign) return make(`span.stat.tone-${tone}`, facts, make("i", {}, label), number);
  return make(`span.stat.${tone ? `toned.tone-${tone}` : ""}`, facts, sign && symbol(sign), number, " ", label);
}

/** @param {Panel} panel @param {import("./types.js").Pips} pips */
function coins(panel, { total, left, label }) {
  const said = `${left} of ${total} ${label ?? "left"}`;
  const each = Array.from({ length: total }, (_, i) => coin(panel, i < left ? "" : "gone"));
  return make("span.pips", { role: "img", "aria-label": said, title: said }, each);
}

/** The element a gain flies to. @param {number} seat @returns {Element | null} */
export function homeOf(seat) {
  const all = $$(`[data-seat="${seat}"] .pts, .chip[data-seat="${seat}"] b`);
  return all.find((element) => element.getClientRects().length) ?? null;
}

/** Under the seats, or above the story: the width decides which of the two is seen. @param {Facts[]} facts */
export function showFacts(facts = []) {
  $(".seats .facts").replaceChildren(...facts.map(box));
  $(".log .facts").replaceChildren(...facts.filter(({ place }) => place).map(box));
}

/** @param {Facts} facts */
function box({ title, rows, legend, place }) {
  const list = rows.map(([label, value]) => [said("dt", label), said("dd", value)]);
  const heading = title && make("h2", {}, words(title));
  return make(`section.box.${legend ? "legend" : ""}.${place ?? ""}`, {}, heading, make("dl", {}, list));
}

/** Words, or art: a drawing or a coloured square. @param {"dt" | "dd"} what @param {string} text */
const said = (what, text) => (/^<(svg|em)[ >]/.test(text) ? drawn(what, text) : make(what, {}, words(text)));

/**
 * Show a seat's whole panel when its chip is pressed.
 * @param {(at: Element, heading: string, content: Node) => void} show
 */
export function openChips(show) {
  $(".chips").addEventListener("click", (event) => {
    const chip = /** @type {HTMLElement | null} */ (about(event).closest(".chip"));
    const seat = chip && maybe(`.seat[data-seat="${chip.dataset.seat}"]`);
    if (seat) show(chip, "", seat.cloneNode(true));
  });
}
