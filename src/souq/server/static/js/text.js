/** Words, as the page puts them together. Nothing here needs a page. */

/** Texts one after another; what does not end a sentence gets a full stop. @param {...(string | undefined)} texts */
export function sentences(...texts) {
  const said = texts.filter((text) => text !== undefined && text !== "");
  return said.map((text, i) => (i < said.length - 1 && !/[.?!…]$/.test(text ?? "") ? `${text}.` : text)).join(" ");
}

/** Several things: "Salt, Rugs and 3 Talents". @param {string[]} parts */
export const listed = (parts) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");

/** A sentence of the story without the marks of what is bold, or gained. @param {string} text */
export const plain = (text) => text.replace(/\*\*(.+?)\*\*|\[\[(.+?)\]\]/g, "$1$2");

/**
 * Words around a number.
 * @param {string} words
 * @param {number | null} value
 * @param {number} [purse] what it is taken from
 */
export const around = (words, value, purse = 0) =>
  words
    .replace("{}", value?.toLocaleString("en-GB") ?? "…")
    .replace("{rest}", (purse - (value ?? 0)).toLocaleString("en-GB"));

/**
 * Seconds as one says them: "4:05", "3 h 20 min", "2 days 4 h"; short: "3h 20m", "2d 4h".
 * @param {number} seconds
 * @param {boolean} [short]
 */
export function span(seconds, short = false) {
  const all = Math.ceil(seconds - 0.001);
  const [days, hours, minutes] = [all / 86400, (all / 3600) % 24, (all / 60) % 60].map(Math.floor);
  const [d, h, m] = short ? ["d", "h", "m"] : [days === 1 ? " day" : " days", " h", " min"];
  if (days) return `${days}${d}${hours ? ` ${hours}${h}` : ""}`;
  if (hours) return `${hours}${h}${minutes ? ` ${minutes}${m}` : ""}`;
  return `${minutes}:${String(all % 60).padStart(2, "0")}`;
}

/** A random name for a command, which the server hears once only. */
export const unique = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
