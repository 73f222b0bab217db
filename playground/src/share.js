// Links: texts, engine, seed and actions, deflated into the fragment of the address, which no server sees; or `#open=NAME/PROBLEM`.

/** The bytes that a link may hold: as many as the largest request has. A few kilobytes could be inflated to gigabytes. */
const MOST_BYTES = 4_000_000;

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
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let [inflated, size] = ["", 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) {
      reader.cancel();
      throw new RangeError("a link with too much in it");
    }
    inflated += decoder.decode(part.value, { stream: true });
  }
  return JSON.parse(inflated + decoder.decode());
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Return what the address asks to open: null where it asks for nothing, `{broken: true}` where it is damaged, `{named}` for a domain by name. */
export async function opened() {
  const asked = /^#open=([\w-]+)(?:\/([\w/-]+))?$/.exec(location.hash);
  if (asked) return { named: { name: asked[1], problem: asked[2] } };
  const found = /^#s=(.*)$/s.exec(location.hash);
  if (!found) return null;
  try {
    return sound(await unpacked(found[1]));
  } catch {
    return { broken: true };
  }
}

/** Return what a link has, as the page takes it; raises an error if its texts are not all there. */
function sound({ texts: { domain, problem, axioms = [] }, backend, seed, actions }) {
  if ([domain, problem, ...axioms].some((text) => typeof text !== "string")) throw new TypeError("a text is missing");
  return {
    texts: { domain, problem, axioms },
    backend: typeof backend === "string" ? backend : null,
    seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : 0,
    actions: Array.isArray(actions) && actions.every(isAction) ? actions : [],
  };
}

function isAction(given) {
  return typeof given === "string" || (typeof given === "object" && given !== null);
}

/** Return what is on the page now: texts, where they come from, engine, seed and the actions up to here. */
export function snapshot(app) {
  const { texts, source, backend, seed } = app.state;
  return { texts, source, backend, seed, actions: app.play.line().slice(1).map((view) => view.action) };
}

/** Return the address that opens what is on the page now. */
export async function link(app) {
  const { source, ...shared } = snapshot(app);
  const address = new URL(location.href);
  address.hash = `s=${await packed(shared)}`;
  return address.href;
}
