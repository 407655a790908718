// Comparison of a receipt with the server's current log. docs/fair-play.md
// specifies the hashes.

import type { Chain, Receipt } from '../../wire/wire';
import { hex } from '../random';
import { bytes, joined, sha256, unhex } from './sha256';

/** Encodes a string with its length as an 8-byte big-endian prefix. */
function lengthFirst(text: string): Uint8Array {
  const content = bytes(text);
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(4, content.length);
  return joined(length, content);
}

/** Returns the head of a hash chain after the given digests. */
export function headOf(table: string, digests: readonly string[]): string {
  let head = sha256(joined(bytes('bastide chain 1\n'), lengthFirst(table)));
  for (const digest of digests) {
    head = sha256(joined(bytes('bastide head 1\n'), head, unhex(digest) ?? new Uint8Array()));
  }
  return hex(head);
}

/** Returns true if the log that `receipt` was signed for is a prefix of
 * `chain`. */
export function isOnChain(receipt: Receipt, chain: Chain): boolean {
  if (chain.table !== receipt.table || chain.digests.length < receipt.seq) return false;
  return headOf(chain.table, chain.digests.slice(0, receipt.seq)) === receipt.head;
}
