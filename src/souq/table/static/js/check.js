/** Check a game: what a saved match says of its chance, reckoned again in this browser. The server is asked for nothing but the file. */

import { fingerprint, instead, keyOf, master, numbers } from "./chance.js";
import { $, make, memory } from "./dom.js";
import { hex, unhex } from "./hash.js";

const LARGEST = 8_000_000, ROWS = 200, SHOWN = 6;
const HEX = /^[0-9a-f]{64}$/;

/** @typedef {{tone: "good" | "bad" | "open", text: string, code?: string}} Finding what was found, and a number it is about */

const good = (/** @type {string} */ text, code = "") => /** @type {Finding} */ ({ tone: "good", text, code });
const bad = (/** @type {string} */ text, code = "") => /** @type {Finding} */ ({ tone: "bad", text, code });
const open = (/** @type {string} */ text, code = "") => /** @type {Finding} */ ({ tone: "open", text, code });

/** A file's document. Raises an error whose message is a sentence. @param {string} said */
export function read(said) {
  let match;
  try { match = JSON.parse(said); } catch { throw new Error("This file isn’t a saved match: it isn’t JSON."); }
  const { format, secret, commitment, decisions, shares = [] } = match ?? {};
  if (format !== "souq-match/1") throw new Error("This file isn’t a saved match: its format isn’t “souq-match/1”.");
  if (![secret, commitment].every((bytes) => HEX.test(bytes))) throw new Error("This file is damaged: its secret and commitment should have 64 hexadecimal digits each.");
  const list = Array.isArray(decisions) && decisions.every((each) => Number.isInteger(each?.seat) && typeof each.text === "string");
  if (!list || !Array.isArray(match.names)) throw new Error("This file is damaged: its decisions can’t be read.");
  const sound = Array.isArray(shares) && shares.every((each, i) => HEX.test(each?.share) && HEX.test(each.seal) && typeof each.replaced === "boolean"
    && Number.isInteger(each.seat) && each.seat < match.players && each.seat > (i ? shares[i - 1].seat : -1));
  if (!sound) throw new Error("This file is damaged: its shares can’t be read.");
  return { ...match, shares };
}

/** What a match says of its chance, checked. @param {any} match @returns {Promise<Finding[]>} */
export async function check(match) {
  const { secret, commitment, shares, start } = match, found = [];
  if (start !== null) found.push(bad("This match didn’t begin with the game’s own setup but from a position somebody made up."));
  found.push((await fingerprint(secret)) === commitment ? good("The secret matches the fingerprint:", commitment) : bad("The secret doesn’t match the fingerprint:", commitment));
  for (const share of shares) found.push(await judged(match, share));
  if (!shares.length) found.push(open("No player added a share, so the dice come from the server’s secret alone."));
  found.push(open(shares.length ? "The secret and the shares together make the master key:" : "The master key is the secret:", hex(await master(unhex(secret), shares))));
  return [...found, ...remembered(match)];
}

/** Whether a share is what was committed to, or what follows from the secret. @param {any} match @param {import("./chance.js").Share} share @returns {Promise<Finding>} */
async function judged({ secret, names }, { seat, seal, share, replaced }) {
  const who = names[seat] ?? `Seat ${seat}`;
  if (replaced) {
    const follows = hex(await instead(unhex(secret), seat)) === share;
    return follows ? open(`${who}’s share never came. Bytes that follow from the secret took its place. Its seal was:`, seal) : bad(`${who}’s share was replaced by bytes that don’t follow from the secret, so somebody chose them.`);
  }
  return (await fingerprint(share)) === seal ? good(`${who}’s share matches its seal:`, seal) : bad(`${who}’s share doesn’t match its seal:`, seal);
}

/** What this browser remembers of the game, if it played it. @param {any} match @returns {Finding[]} */
function remembered({ commitment, shares, names }) {
  const mine = Object.entries(memory.get("shares", {})).filter(([, own]) => own.commitment === commitment);
  if (!mine.length) return [open("This browser doesn’t remember this game. Compare the fingerprint and the seals with those you were shown when it began.")];
  return mine.map(([name, own]) => {
    const seat = Number(name.split(".")[1]), seals = own.seals.map((/** @type {string | null} */ seal, /** @type {number} */ at) => seal && `${at} ${seal}`).filter(Boolean).join();
    if (seals !== shares.map((/** @type {any} */ { seat, seal }) => `${seat} ${seal}`).join()) return bad("These aren’t the seals this browser was shown before the game.");
    if (!shares.some((/** @type {any} */ share) => share.seat === seat && !share.replaced && share.share === own.share)) return bad(`This browser played for ${names[seat]}, but its share wasn’t used.`);
    return good(`This browser played for ${names[seat]}. Its share was used, and the fingerprint and seals are those it was shown before the game.`);
  });
}

/** A list of findings. @param {Finding[]} found */
const listed = (found) => found.map(({ tone, text, code }) => make(`li.${tone}`, {}, make("span", {}, { good: "✓ ", bad: "✗ ", open: "– " }[tone], text), code && make("code", {}, code)));

/** Show the chance of every decision, some at a time. @param {any} match */
async function decided(match) {
  const key = await master(unhex(match.secret), match.shares), rows = [{ seat: -2, text: "the setup" }, ...match.decisions];
  const body = $("#keys tbody"), more = $("#more"), sides = $("#sides");
  const row = async (/** @type {number} */ ply) => {
    const { seat, text } = rows[ply], keys = await keyOf(key, ply), n = Math.min(2 ** 32 - 1, Math.max(1, Math.floor(Number(sides.value)) || 6));
    const who = seat === -2 ? "" : match.names[seat] ?? (seat < 0 ? "time" : `seat ${seat}`);
    const drawn = numbers(keys, n, SHOWN).map((number) => number + 1).join(" ");
    return make("tr", {}, make("td", {}, ply), make("td", {}, who), make("td", {}, text), make("td.drawn", {}, drawn), make("td", {}, make("code", {}, keys.map((part) => part.toString(16).padStart(8, "0")).join(" "))));
  };
  const show = async (/** @type {number} */ until) => {
    const made = await Promise.all(rows.slice(0, until).map((_, ply) => row(ply)));
    body.replaceChildren(...made);
    more.hidden = made.length >= rows.length;
  };
  more.onclick = () => show(body.children.length + ROWS);
  sides.onchange = () => show(body.children.length);
  await show(ROWS);
}

/** Check what was given, and say what was found. @param {() => Promise<string>} given */
async function take(given) {
  const said = $("#found"), result = $("#result");
  result.hidden = true;
  $("#wrong").textContent = "";
  try {
    const match = read(await given()), found = await check(match), wrong = found.some(({ tone }) => tone === "bad");
    const titles = JSON.parse($(".checking").dataset.titles);
    $("#title").textContent = `${titles[match.game] ?? match.game} · ${match.names.join(", ")} · ${match.decisions.length} decisions`;
    $("#verdict").textContent = wrong ? "Something here isn’t right." : "The dice in this file check out.";
    $("#verdict").className = wrong ? "bad" : "good";
    said.replaceChildren(...listed(found));
    await decided(match);
    result.hidden = false;
  } catch (error) {
    $("#wrong").textContent = /** @type {Error} */ (error).message;
  }
}

/** @param {File | undefined} file */
function opened(file) {
  if (file) take(async () => { if (file.size > LARGEST) throw new Error("This file is too large to be a saved match."); return file.text(); });
}

$("#file").addEventListener("change", ({ target }) => opened(target.files[0]));
$("#file").addEventListener("click", ({ target }) => { target.value = ""; }); // the same file again may have changed
const drop = $("#drop");
for (const kind of ["dragover", "dragleave", "drop"]) addEventListener(kind, (event) => {
  event.preventDefault();
  drop.classList.toggle("over", kind === "dragover");
  if (kind === "drop") opened(/** @type {DragEvent} */ (event).dataTransfer?.files[0]);
});

const table = new URLSearchParams(location.search).get("table");
if (table && /^[a-z0-9]{1,16}$/.test(table)) take(async () => {
  const answer = await fetch(`/api/tables/${table}/match`), text = await answer.text();
  if (!answer.ok) throw new Error(JSON.parse(text).message ?? "That game isn’t available.");
  return text;
});
