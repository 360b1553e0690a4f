/** Files of the site as they are sent: some of them compressed, so that any web server sends them small. */

/** Fetch a file, or say which can't be fetched. @param {string} url */
export async function fetched(url) {
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) throw new Error(`Part of souq can’t be loaded: ${url.split("/").at(-1)}. Load the page again.`);
  return answer;
}

/**
 * The content of a file, decompressed if its name ends in `.bin`.
 * @param {string} url
 * @param {(bytes: number) => void} [came] is called with the number of bytes as they come
 */
export async function unpacked(url, came) {
  const { body } = await fetched(url);
  const counted = new TransformStream({
    transform(chunk, controller) {
      came?.(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const sent = /** @type {ReadableStream} */ (body).pipeThrough(counted);
  return new Response(url.endsWith(".bin") ? sent.pipeThrough(new DecompressionStream("gzip")) : sent).arrayBuffer();
}
