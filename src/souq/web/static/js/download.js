/** The file of a finished game, which the worker makes instead of a server. */

import { ask } from "./server.js";

/** Let the link that downloads a finished game work on this page. */
export function offerFile() {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a.finished[download]"));
  link?.addEventListener("click", (event) => {
    event.preventDefault();
    void download(link);
  });
}

/** @param {HTMLAnchorElement} link */
async function download(link) {
  const { game, table } = document.body.dataset;
  const answer = await ask(`/api/tables/${table}/match`);
  if (!answer.ok) return;
  const file = document.createElement("a");
  file.href = URL.createObjectURL(await answer.blob());
  file.download = `${game}-${table}.souq.json`;
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
}
