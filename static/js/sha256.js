// SHA-256 (FIPS 180-4) in plain JavaScript: crypto.subtle is missing on pages served without TLS,
// and a club's own server in the hall is often such a page.

const PRIMES = firstPrimes(64);
const K = Uint32Array.from(PRIMES, (p) => fraction(Math.cbrt(p)));
const START = Uint32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p)));

function firstPrimes(count) {
  const primes = [];
  for (let n = 2; primes.length < count; n += 1) {
    if (primes.every((p) => n % p !== 0)) primes.push(n);
  }
  return primes;
}

function fraction(x) {
  return Math.floor((x - Math.floor(x)) * 2 ** 32);
}

function padded(bytes) {
  const length = bytes.length;
  const out = new Uint8Array((((length + 8) >> 6) + 1) << 6);
  out.set(bytes);
  out[length] = 0x80;
  const view = new DataView(out.buffer);
  view.setUint32(out.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(out.length - 4, (length << 3) >>> 0);
  return view;
}

const rotr = (x, n) => (x >>> n) | (x << (32 - n));

function schedule(view, offset) {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ (w[i - 15] >>> 3);
    const s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ (w[i - 2] >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  return w;
}

function compress(state, w) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((x, i) => {
    state[i] += x;
  });
}

/** Uint8Array → Uint8Array(32) */
export function sha256(bytes) {
  const state = Uint32Array.from(START);
  const view = padded(bytes);
  for (let offset = 0; offset < view.byteLength; offset += 64)
    compress(state, schedule(view, offset));
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(i * 4, word));
  return new Uint8Array(out.buffer);
}

export function toHex(bytes) {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
