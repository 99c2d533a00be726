/** SHA-256 and BLAKE2b, written out: a page served over plain http in a club has no WebCrypto. */

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const hex = (data: Uint8Array): string => [...data].map((b) => b.toString(16).padStart(2, "0")).join("");

export function unhex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

// ---------------------------------------------------------------- SHA-256 (FIPS 180-4)

/** The constants of SHA-256: the first 32 bits behind the point of a root of the first primes. */
function roots(count: number, power: number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
  return Uint32Array.from(primes, (p) => (p ** power % 1) * 2 ** 32);
}
const START = roots(8, 1 / 2);
const ROUND = roots(64, 1 / 3);

export function sha256(data: Uint8Array): Uint8Array {
  const length = (((data.length + 8) >> 6) + 1) << 6;
  const padded = new Uint8Array(length);
  padded.set(data);
  padded[data.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(length - 8, Math.floor((data.length * 8) / 2 ** 32));
  words.setUint32(length - 4, (data.length * 8) >>> 0);
  const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));
  const state = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = words.getUint32(at + 4 * i);
      else {
        const [a, b] = [w[i - 15]!, w[i - 2]!];
        w[i] = w[i - 16]! + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]! + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
      }
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((v, i) => (state[i] = state[i]! + v));
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((v, i) => out.setUint32(4 * i, v));
  return new Uint8Array(out.buffer);
}

// ---------------------------------------------------------------- BLAKE2b (RFC 7693)

const MASK = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const SIGMA = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
];

const turned = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (64n - n))) & MASK;

function mix(h: bigint[], block: DataView, count: number, last: boolean): void {
  const v = [...h, ...IV];
  v[12] = v[12]! ^ BigInt(count);
  if (last) v[14] = v[14]! ^ MASK;
  const m = Array.from({ length: 16 }, (_, i) => block.getBigUint64(8 * i, true));
  const g = (a: number, b: number, c: number, d: number, x: bigint, y: bigint) => {
    v[a] = (v[a]! + v[b]! + x) & MASK;
    v[d] = turned(v[d]! ^ v[a]!, 32n);
    v[c] = (v[c]! + v[d]!) & MASK;
    v[b] = turned(v[b]! ^ v[c]!, 24n);
    v[a] = (v[a]! + v[b]! + y) & MASK;
    v[d] = turned(v[d]! ^ v[a]!, 16n);
    v[c] = (v[c]! + v[d]!) & MASK;
    v[b] = turned(v[b]! ^ v[c]!, 63n);
  };
  for (let round = 0; round < 12; round++) {
    const s = [...SIGMA[round % 10]!].map((digit) => m[parseInt(digit, 16)]!) as bigint[];
    g(0, 4, 8, 12, s[0]!, s[1]!);
    g(1, 5, 9, 13, s[2]!, s[3]!);
    g(2, 6, 10, 14, s[4]!, s[5]!);
    g(3, 7, 11, 15, s[6]!, s[7]!);
    g(0, 5, 10, 15, s[8]!, s[9]!);
    g(1, 6, 11, 12, s[10]!, s[11]!);
    g(2, 7, 8, 13, s[12]!, s[13]!);
    g(3, 4, 9, 14, s[14]!, s[15]!);
  }
  for (let i = 0; i < 8; i++) h[i] = h[i]! ^ v[i]! ^ v[i + 8]!;
}

/** BLAKE2b of some bytes, keyed if a key is given. */
export function blake2b(data: Uint8Array, size: number, key: Uint8Array = new Uint8Array()): Uint8Array {
  const h = [...IV];
  h[0] = h[0]! ^ 0x01010000n ^ (BigInt(key.length) << 8n) ^ BigInt(size);
  const head = key.length ? 128 : 0;
  const input = new Uint8Array(head + data.length);
  input.set(key);
  input.set(data, head);
  const blocks = Math.max(1, Math.ceil(input.length / 128));
  const padded = new Uint8Array(blocks * 128);
  padded.set(input);
  for (let n = 0; n < blocks; n++) mix(h, new DataView(padded.buffer, n * 128, 128), Math.min(input.length, (n + 1) * 128), n === blocks - 1);
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, i) => out.setBigUint64(8 * i, word, true));
  return new Uint8Array(out.buffer, 0, size);
}
