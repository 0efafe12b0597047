// This seat's own share of chance: made here, promised by its digest, opened when all have promised.
// Kept in the browser until the match has begun, so that another tab, or this one after a reload,
// can still open what was promised.
import { fromHex, sha256, toHex } from "./sha256.js";

const BYTES = 32;

export class Entropy {
  #key;
  #storage;

  constructor(match, storage = window.localStorage) {
    this.#key = `laozhuang.entropy.${match}`;
    this.#storage = storage;
  }

  #bytes() {
    const kept = this.#storage.getItem(this.#key);
    if (kept) return fromHex(kept);
    const fresh = crypto.getRandomValues(new Uint8Array(BYTES));
    this.#storage.setItem(this.#key, toHex(fresh));
    return fresh;
  }

  /** Once all is opened there is nothing left to keep. */
  forget() {
    this.#storage.removeItem(this.#key);
  }

  /** The action that answers a legal entry of this type, or null. */
  answer(type) {
    if (type === "commit_entropy") return { type, digest: toHex(sha256(this.#bytes())) };
    if (type === "open_entropy") return { type, entropy: toHex(this.#bytes()) };
    return null;
  }
}
