/** Long synchronous work over many bytes, such as encryption, in pieces: whatever else is due runs between them. */
import { setImmediate } from 'node:timers/promises';

/** Hashed or encrypted in one to four milliseconds, even without CPU instructions for it. */
const PIECE = 512 * 1024;

/** Calls `work` with all of the bytes, in order. They must not change meanwhile. */
export async function inPieces(bytes: Uint8Array, work: (piece: Uint8Array) => void): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    work(bytes.subarray(at, at + PIECE));
    await setImmediate();
  }
}
