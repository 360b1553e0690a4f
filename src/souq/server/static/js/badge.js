/** souq as an app: it opens without a network, and its icon counts the tables that wait. */

import { ask, install } from "./server.js";

install().catch(() => {});

/** Count them anew. */
async function count() {
  const answer = await ask("/api/you/waiting").catch(() => null);
  if (answer?.ok) await navigator.setAppBadge((await answer.json()).tables.length);
}

if ("setAppBadge" in navigator && matchMedia("(display-mode: standalone)").matches) {
  void count();
  document.addEventListener("visibilitychange", count);
}
