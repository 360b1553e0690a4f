/** “Your turn” on the page You: whether this browser takes notices, and switching them on. */

import { $, maybe } from "./dom.js";
import { ask, install, page } from "./server.js";

const button = $("#push");
const why = $("#push-why");

/** What is in the way of notices in this browser; "" when nothing is. */
function obstacle() {
  if (!isSecureContext) return "Notices only work over https or at localhost, and this page came another way.";
  if (!("PushManager" in globalThis && "Notification" in globalThis))
    return /iPhone|iPad/.test(navigator.userAgent)
      ? "On an iPhone or iPad, add souq to the home screen first. Then open it there and switch notices on."
      : "This browser can’t show notices.";
  if (Notification.permission === "denied")
    return "This browser blocks notices from souq. Allow them in its settings for this site, then load the page again.";
  return "";
}

/** Ask the browser, then tell the server where to push to. */
async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(obstacle() || "Notices stay off.");
  await install();
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const wanted = { userVisibleOnly: true, applicationServerKey: button.dataset.key ?? "" };
  const { endpoint, keys } = (await pushManager.subscribe(wanted)).toJSON();
  const headers = { "content-type": "application/json" };
  const answer = await ask("/api/you/push", { method: "POST", headers, body: JSON.stringify({ endpoint, keys }) });
  if (!answer.ok) throw new Error((await answer.json()).message);
}

/** Say what is in the way; what a notice does, when nothing is. @param {string} text */
function say(text) {
  why.textContent = text;
  why.hidden = !text;
  $("#push-what").hidden = Boolean(text);
}

const found = obstacle();
button.hidden = Boolean(found) || button.dataset.on === "1";
if (found || !button.dataset.on) say(found);
button.addEventListener("click", async () => {
  button.setAttribute("disabled", "");
  say("");
  try {
    await subscribe();
    location.assign(page("/you?tried=on#turn"));
  } catch (error) {
    const { name, message } = /** @type {Error} */ (error);
    say(name === "AbortError" ? "This browser’s push service isn’t answering. Try again later." : message);
    button.removeAttribute("disabled");
  }
});

maybe("#push-off")?.addEventListener("submit", async () => {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
});
