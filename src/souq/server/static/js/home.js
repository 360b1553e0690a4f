/** Home: join a table without its link leaving this browser, and keep "Your tables" fresh. */

import { ask, page } from "./server.js";

const ALPHABET = /^[a-z0-9]{6,40}$/;
const LINK = /(?:^|\/)t\/([A-Za-z0-9]{6,40})\/?(?:\?[^#\s]*)?(?:#(?:seat=([A-Za-z0-9_-]{16,100}))?\S*)?$/;

/** The path of the table that a typed code or a pasted link means, or null. @param {string} text */
export function destination(text) {
  const link = LINK.exec(text.trim());
  if (link) return page(`/t/${link[1].toLowerCase()}${link[2] ? `#seat=${link[2]}` : ""}`);
  const code = text.replace(/[\s-]/g, "").toLowerCase();
  return ALPHABET.test(code) ? page(`/t/${code}`) : null;
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches(".join")) return;
  const path = destination(new FormData(form).get("table")?.toString() ?? "");
  if (path === null) return;
  event.preventDefault();
  location.assign(path);
});

const EVERY = 30_000;
const title = document.title;

/** Fetch this page again and put its tables in place of ours, unless somebody is typing there. */
async function refresh() {
  const here = document.querySelector("#tables");
  if (!here || document.hidden || here.contains(document.activeElement)) return;
  const answer = await ask("/", { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const there = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#tables");
  if (there && here.querySelector("details[open]")) there.querySelector("details")?.setAttribute("open", "");
  if (there && there.innerHTML !== here.innerHTML) here.replaceChildren(...there.childNodes);
  announce();
}

/** How many tables wait for us, in the tab's title. */
function announce() {
  const waiting = document.querySelectorAll("#tables .yours").length;
  document.title = waiting ? `(${waiting}) ${title}` : title;
}

if (document.querySelector("#tables a")) {
  announce();
  setInterval(refresh, EVERY);
  document.addEventListener("visibilitychange", refresh);
}
