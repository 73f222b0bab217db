// Moving pictures as GIF (CompuServe, 1990): colours are put together until 256 are left, pixels are compressed by LZW.

const COLOURS = 256;
const CODES = 4096;
const BITS = 8;

/**
 * Return the bytes of a GIF that repeats for ever.
 *
 * @param {ImageData[]} frames - pictures of one size
 * @param {number[]} delays - hundredths of a second for which each is shown
 */
export function gif(frames, delays) {
  const { width, height } = frames[0];
  const { colours, numbers } = palette(frames);
  const size = [width & 255, width >> 8, height & 255, height >> 8];
  const parts = [text("GIF89a"), [...size, 0xf7, 0, 0], colours, [0x21, 0xff, 11], text("NETSCAPE2.0"), [3, 1, 0, 0, 0]];
  frames.forEach((frame, index) => {
    const delay = delays[index];
    parts.push([0x21, 0xf9, 4, 0, delay & 255, delay >> 8, 0, 0], [0x2c, 0, 0, 0, 0, ...size, 0, BITS], blocks(compressed(indexed(frame, numbers))));
  });
  return new Uint8Array(parts.flatMap((part) => [...part]).concat(0x3b));
}

/** Colours of five bits a channel: those that most pixels have, and for each other one the nearest of them. */
function palette(frames) {
  const counts = new Map();
  for (const { data } of frames) {
    for (let at = 0; at < data.length; at += 4) {
      const bin = binOf(data, at);
      const found = counts.get(bin);
      if (found) found.count += 1;
      else counts.set(bin, { bin, count: 1, colour: [data[at], data[at + 1], data[at + 2]] });
    }
  }
  const every = [...counts.values()].sort((one, other) => other.count - one.count);
  const kept = every.slice(0, COLOURS);
  const numbers = new Map(every.map(({ bin, colour }, index) => [bin, index < COLOURS ? index : nearest(colour, kept)]));
  const colours = new Uint8Array(3 * COLOURS);
  kept.forEach(({ colour }, index) => colours.set(colour, 3 * index));
  return { colours, numbers };
}

function nearest([red, green, blue], kept) {
  const far = ({ colour: [r, g, b] }) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  return kept.reduce((best, each, index) => (far(each) < far(kept[best]) ? index : best), 0);
}

function binOf(data, at) {
  return ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);
}

function indexed({ data }, numbers) {
  return Uint8Array.from({ length: data.length / 4 }, (_, pixel) => numbers.get(binOf(data, 4 * pixel)));
}

/** Variable-length codes of LZW, packed from the lowest bit on. */
function compressed(pixels) {
  const [clear, end] = [1 << BITS, (1 << BITS) + 1];
  const bytes = [];
  let [codes, width, buffer, filled] = [new Map(), BITS + 1, 0, 0];

  function put(code) {
    buffer |= code << filled;
    for (filled += width; filled >= 8; filled -= 8) {
      bytes.push(buffer & 255);
      buffer >>>= 8;
    }
  }

  put(clear);
  let prefix = pixels[0];
  for (const pixel of pixels.subarray(1)) {
    const key = (prefix << BITS) | pixel;
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    const next = end + 1 + codes.size;
    if (next === CODES) {
      put(clear);
      [codes, width] = [new Map(), BITS + 1];
    } else {
      codes.set(key, next);
      if (next === 1 << width) width += 1;
    }
    prefix = pixel;
  }
  put(prefix);
  put(end);
  if (filled) bytes.push(buffer & 255);
  return bytes;
}

/** Bytes in blocks of at most 255, each behind its length. */
function blocks(bytes) {
  const found = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255);
    found.push(block.length, ...block);
  }
  return [...found, 0];
}

function text(word) {
  return [...word].map((letter) => letter.charCodeAt(0));
}
