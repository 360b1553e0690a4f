/**
 * Check a game: what a saved match says of its chance, reckoned again in this browser. The server is asked for nothing
 * but the file.
 *
 * @import { Share } from "./chance.js"
 */

import { fingerprint, instead, keyOf, master, numbers } from "./chance.js";
import { $, make } from "./dom.js";
import { hex, unhex } from "./hash.js";
import { ask } from "./server.js";
import { kept } from "./shares.js";

/** Bytes of a file, decisions shown at a time, and numbers of each. */
const LARGEST = 8_000_000;
const ROWS = 200;
const SHOWN = 6;
const HEX = /^[0-9a-f]{64}$/;

/**
 * A saved match, as far as it is read here.
 * @typedef {object} Saved
 * @property {string} game
 * @property {string} secret
 * @property {string} commitment
 * @property {string[]} names
 * @property {number} players
 * @property {Share[]} shares
 * @property {unknown} start null: it began with the game's own setup
 * @property {{seat: number, text: string}[]} decisions
 *
 * What was found, and a number that it is about.
 * @typedef {{tone: "good" | "bad" | "open", text: string, code?: string}} Finding
 */

/** @param {string} text @param {string} [code] @returns {Finding} */
const good = (text, code) => ({ tone: "good", text, code });
/** @param {string} text @param {string} [code] @returns {Finding} */
const bad = (text, code) => ({ tone: "bad", text, code });
/** @param {string} text @param {string} [code] @returns {Finding} */
const open = (text, code) => ({ tone: "open", text, code });

/** A file's document. Raises an error whose message is a sentence. @param {string} said @returns {Saved} */
export function read(said) {
  const match = parsed(said);
  const { format, secret, commitment, decisions, names, players, shares = [] } = match;
  if (format !== "souq-match/1") throw new Error("This file isn’t a saved match: its format isn’t “souq-match/1”.");
  if (![secret, commitment].every((bytes) => HEX.test(bytes)))
    throw new Error("This file is damaged: its secret and commitment should have 64 hexadecimal digits each.");
  if (!Array.isArray(decisions) || !decisions.every(isDecision) || !Array.isArray(names))
    throw new Error("This file is damaged: its decisions can’t be read.");
  if (!Array.isArray(shares) || !shares.every(isShare) || !ascend([-1, ...shares.map(({ seat }) => seat), players]))
    throw new Error("This file is damaged: its shares can’t be read.");
  return { ...match, shares };
}

/** @param {string} said */
function parsed(said) {
  try {
    return JSON.parse(said) ?? {};
  } catch {
    throw new Error("This file isn’t a saved match: it isn’t JSON.");
  }
}

/** @param {Partial<Saved["decisions"][0]> | null} each */
const isDecision = (each) => Number.isInteger(each?.seat) && typeof each?.text === "string";

/** @param {Partial<Share> | null} each */
const isShare = (each) =>
  HEX.test(each?.share ?? "") &&
  HEX.test(each?.seal ?? "") &&
  typeof each?.replaced === "boolean" &&
  Number.isInteger(each.seat);

/** Whether each number is larger than the one before. @param {number[]} numbers */
const ascend = (numbers) => numbers.slice(1).every((number, i) => number > numbers[i]);

/** What a match says of its chance, checked. @param {Saved} match @returns {Promise<Finding[]>} */
export async function check(match) {
  const { secret, commitment, shares, start } = match;
  const found = start === null ? [] : [bad(MADE_UP)];
  const same = (await fingerprint(secret)) === commitment;
  const said = `The secret ${same ? "matches" : "doesn’t match"} the fingerprint:`;
  found.push(same ? good(said, commitment) : bad(said, commitment));
  for (const share of shares) found.push(await judged(match, share));
  if (!shares.length) found.push(open("No player added a share, so the dice come from the server’s secret alone."));
  const key = shares.length
    ? "The secret and the shares together make the master key:"
    : "The master key is the secret:";
  found.push(open(key, hex(await master(unhex(secret), shares))));
  return [...found, ...remembered(match)];
}

const MADE_UP = "This match didn’t begin with the game’s own setup but from a position somebody made up.";

/**
 * Whether a share is what was committed to, or what follows from the secret.
 * @param {Saved} match
 * @param {Share} share
 * @returns {Promise<Finding>}
 */
async function judged({ secret, names }, { seat, seal, share, replaced }) {
  const who = names[seat] ?? `Seat ${seat}`;
  if (replaced) {
    const follows = hex(await instead(unhex(secret), seat)) === share;
    return follows
      ? open(`${who}’s share never came. Bytes that follow from the secret took its place. Its seal was:`, seal)
      : bad(`${who}’s share was replaced by bytes that don’t follow from the secret, so somebody chose them.`);
  }
  return (await fingerprint(share)) === seal
    ? good(`${who}’s share matches its seal:`, seal)
    : bad(`${who}’s share doesn’t match its seal:`, seal);
}

/** What this browser remembers of the game, if it played it. @param {Saved} match @returns {Finding[]} */
function remembered(match) {
  const mine = Object.entries(kept()).filter(([, own]) => own.commitment === match.commitment);
  if (!mine.length) return [open(FORGOTTEN)];
  return mine.map(([name, own]) => compared(match, Number(name.split(".")[1]), own));
}

const FORGOTTEN =
  "This browser doesn’t remember this game. " +
  "Compare the fingerprint and the seals with those you were shown when it began.";

/** @param {Saved} match @param {number} seat @param {import("./shares.js").Own} own */
function compared({ shares, names }, seat, own) {
  const seals = (own.seals ?? []).flatMap((seal, at) => (seal ? [`${at} ${seal}`] : []));
  const used = shares.map((share) => `${share.seat} ${share.seal}`);
  if (seals.join() !== used.join()) return bad("These aren’t the seals this browser was shown before the game.");
  if (!shares.some((each) => each.seat === seat && !each.replaced && each.share === own.share))
    return bad(`This browser played for ${names[seat]}, but its share wasn’t used.`);
  const shown = "the fingerprint and seals are those it was shown before the game";
  return good(`This browser played for ${names[seat]}. Its share was used, and ${shown}.`);
}

const SIGNS = { good: "✓ ", bad: "✗ ", open: "– " };

/** @param {Finding} found */
const listed = ({ tone, text, code }) =>
  make(`li.${tone}`, {}, make("span", {}, SIGNS[tone], text), code && make("code", {}, code));

/** Show the chance of every decision, some at a time. @param {Saved} match */
async function decided({ secret, shares, decisions, names }) {
  const key = await master(unhex(secret), shares);
  const rows = [{ who: "", text: "the setup" }, ...decisions.map(({ seat, text }) => ({ who: by(names, seat), text }))];
  const body = $("#keys tbody");
  const more = $("#more");
  const sides = /** @type {HTMLInputElement} */ ($("#sides"));
  const show = async (/** @type {number} */ until) => {
    const n = Math.min(2 ** 32 - 1, Math.max(1, Math.floor(Number(sides.value)) || 6));
    const made = rows.slice(0, until).map(async ({ who, text }, ply) => row(ply, who, text, await keyOf(key, ply), n));
    body.replaceChildren(...(await Promise.all(made)));
    more.hidden = body.children.length >= rows.length;
  };
  more.onclick = () => show(body.children.length + ROWS);
  sides.onchange = () => show(body.children.length);
  await show(ROWS);
}

/** Who decided; seats below 0 are nobody's. @param {string[]} names @param {number} seat */
const by = (names, seat) => names[seat] ?? (seat < 0 ? "time" : `seat ${seat}`);

/** @param {number} ply @param {string} who @param {string} text @param {[number, number]} keys @param {number} sides */
function row(ply, who, text, keys, sides) {
  const drawn = numbers(keys, sides, SHOWN).map((number) => number + 1);
  const code = keys.map((part) => part.toString(16).padStart(8, "0")).join(" ");
  const cells = [ply, who, text].map((each) => make("td", {}, each));
  return make("tr", {}, cells, make("td.drawn", {}, drawn.join(" ")), make("td", {}, make("code", {}, code)));
}

/** Check what was given, and say what was found. @param {() => Promise<string>} given */
async function take(given) {
  const said = $("#found");
  const result = $("#result");
  result.hidden = true;
  $("#wrong").textContent = "";
  try {
    const match = read(await given());
    const found = await check(match);
    const wrong = found.some(({ tone }) => tone === "bad");
    const titles = JSON.parse($(".checking").dataset.titles ?? "{}");
    $("#title").textContent =
      `${titles[match.game] ?? match.game} · ${match.names.join(", ")} · ${match.decisions.length} decisions`;
    $("#verdict").textContent = wrong ? "Something here isn’t right." : "The dice in this file check out.";
    $("#verdict").className = wrong ? "bad" : "good";
    said.replaceChildren(...found.map(listed));
    await decided(match);
    result.hidden = false;
  } catch (error) {
    $("#wrong").textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {File | undefined} file */
function opened(file) {
  if (file)
    take(async () => {
      if (file.size > LARGEST) throw new Error("This file is too large to be a saved match.");
      return file.text();
    });
}

const field = /** @type {HTMLInputElement} */ ($("#file"));
field.addEventListener("change", () => opened(field.files?.[0]));
field.addEventListener("click", () => {
  field.value = ""; // the same file again may have changed
});
const drop = $("#drop");
for (const kind of ["dragover", "dragleave", "drop"])
  addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragover");
    if (kind === "drop") opened(/** @type {DragEvent} */ (event).dataTransfer?.files[0]);
  });

const table = new URLSearchParams(location.search).get("table");
if (table && /^[a-z0-9]{1,16}$/.test(table))
  take(async () => {
    const answer = await ask(`/api/tables/${table}/match`);
    const text = await answer.text();
    if (!answer.ok) throw new Error(JSON.parse(text).message ?? "That game isn’t available.");
    return text;
  });
