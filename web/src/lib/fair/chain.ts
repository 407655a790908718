// Compares a receipt with the log that the server has now. docs/fair-play.md
// specifies the hashes.

import type { Chain, Receipt } from '../../wire/wire';
import { hex } from '../random';
import { bytes, joined, sha256, unhex } from './sha256';

/** Eight bytes of length, the highest first, then the text. */
function lengthFirst(text: string): Uint8Array {
  const content = bytes(text);
  const length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(4, content.length);
  return joined(length, content);
}

/** The head of a chain after its first facts. */
export function headOf(table: string, digests: readonly string[]): string {
  let head = sha256(joined(bytes('bastide chain 1\n'), lengthFirst(table)));
  for (const digest of digests) {
    head = sha256(joined(bytes('bastide head 1\n'), head, unhex(digest) ?? new Uint8Array()));
  }
  return hex(head);
}

/** Whether the log that a receipt was given for is still part of a chain. */
export function isOnChain(receipt: Receipt, chain: Chain): boolean {
  if (chain.table !== receipt.table || chain.digests.length < receipt.seq) return false;
  return headOf(chain.table, chain.digests.slice(0, receipt.seq)) === receipt.head;
}
