// Links: texts, engine, seed and actions, deflated into the fragment of the address, which no server sees.

/** Return the fragment for what is given: JSON, deflated, in base64 for addresses. */
export async function packed(given) {
  const bytes = new TextEncoder().encode(JSON.stringify(given));
  const deflated = await through(bytes, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of deflated) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Return what a fragment holds; raises an error if it is none of ours. */
async function unpacked(fragment) {
  const text = atob(fragment.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const inflated = await through(bytes, new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder().decode(inflated));
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Return what the address asks to open, or null. */
export async function opened() {
  const found = /^#s=([\w-]+)$/.exec(location.hash);
  if (!found) return null;
  try {
    const given = await unpacked(found[1]);
    const { domain, problem, axioms } = given.texts;
    if (typeof domain !== "string" || typeof problem !== "string" || !Array.isArray(axioms)) return null;
    return given;
  } catch {
    return { broken: true };
  }
}

/** Return the address that opens what is on the page now. */
export async function link(app) {
  const { texts, backend, seed } = app.state;
  const actions = app.play.line().slice(1).map((view) => view.action);
  const address = new URL(location.href);
  address.hash = `s=${await packed({ texts, backend, seed, actions })}`;
  return address.href;
}
