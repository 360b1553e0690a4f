/** Tells how far the games are that still get ready, until all of them are. */

import { ask } from "./server.js";

/** @typedef {{ ready: number, of: number, words: string, games: Record<string, number> }} Getting */

const EVERY = 1_500;
const said = document.querySelector(".getting");
const game = document.body.dataset.game;

async function look() {
  const answer = await ask("/health/games").catch(() => null);
  const /** @type {Getting | null} */ getting = answer?.ok ? await answer.json() : null;
  if (said && getting) tell(/** @type {HTMLElement} */ (said), getting);
  if (!getting || getting.ready < getting.of) setTimeout(look, EVERY);
}

/** On a page in words, beside a table in short. @param {HTMLElement} said @param {Getting} getting */
function tell(said, { words, games }) {
  said.hidden = game ? !(game in games) : !words;
  said.title = game ? words : "";
  const text = game ? `${Math.floor((games[game] ?? 0) * 100)}% ready` : words;
  if (said.textContent !== text) said.textContent = text;
}

if (said) look();
