/** SHA-256 and BLAKE2b without WebCrypto, which a page served over plain http in a club does not have. */

import { blake2b as blake } from "@noble/hashes/blake2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex as hex, utf8ToBytes as utf8 } from "@noble/hashes/utils.js";

export { hex, sha256, utf8 };

export function unhex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** BLAKE2b of some bytes, keyed if a key is given. */
export const blake2b = (data: Uint8Array, size: number, key?: Uint8Array): Uint8Array => blake(data, key?.length ? { dkLen: size, key } : { dkLen: size });
