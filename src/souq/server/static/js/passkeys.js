/** Passkeys: what the server asks, and what this browser answers. */

import { ask } from "./server.js";

const { PublicKeyCredential: Passkey } = globalThis;

/** Whether there is anything to ask this browser. */
export const able = () => Boolean(Passkey && "parseCreationOptionsFromJSON" in Passkey);

/** Ask the server. Raises an error whose message is a sentence. @param {string} path @param {object} [body] */
async function post(path, body = {}) {
  const headers = { "content-type": "application/json" };
  const answer = await ask(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.message);
  return said;
}

/** What is sent of a passkey. @param {Credential | null} found */
const sent = (found) => /** @type {PublicKeyCredential} */ (found).toJSON();

/** Make a passkey. @param {string} called */
export async function make(called) {
  const { options } = await post("you/passkeys/ask", { called });
  const publicKey = Passkey.parseCreationOptionsFromJSON(options);
  await post("you/passkeys", { called, credential: sent(await navigator.credentials.create({ publicKey })) });
}

/** Show a passkey. @param {boolean} join whether the guest's tables come along @returns {Promise<{joined: number}>} */
export async function show(join) {
  const { options } = await post("sign-in/ask");
  const publicKey = Passkey.parseRequestOptionsFromJSON(options);
  return post("sign-in", { join, credential: sent(await navigator.credentials.get({ publicKey })) });
}
