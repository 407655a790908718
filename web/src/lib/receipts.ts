// The newest receipt of each table: the server's signature for its log.
// docs/fair-play.md specifies the hashes.

import type { Chain, PublicKey, Receipt } from '../wire/wire';
import { isRecord, keep, recall } from './keep';

/** A receipt, and the key that signed it as soon as it is known. */
export interface Kept {
  receipt: Receipt;
  key: PublicKey | null;
}

/** More than this nobody needs. */
const MOST = 60;

function read(kept: unknown): Kept[] {
  if (!Array.isArray(kept)) return [];
  return (kept as unknown[]).flatMap((one) => {
    if (!isRecord(one) || !isRecord(one.receipt)) return [];
    const { table, seq, at, head, key, signature } = one.receipt;
    const isReceipt = typeof seq === 'number' && typeof at === 'number'
      && [table, head, key, signature].every((text) => typeof text === 'string');
    if (!isReceipt) return [];
    return [{ receipt: one.receipt as unknown as Receipt, key: isRecord(one.key) ? (one.key as unknown as PublicKey) : null }];
  });
}

/** What is kept of a table. */
export const receiptOf = (table: string): Kept | null =>
  recall('receipts', read).find((one) => one.receipt.table === table) ?? null;

/** Keeps a receipt if it is newer than the one of its table. */
export function keepReceipt(receipt: Receipt): void {
  const all = recall('receipts', read);
  const known = all.find((one) => one.receipt.table === receipt.table);
  if (known !== undefined && known.receipt.seq >= receipt.seq) return;
  const key = all.find((one) => one.key?.id === receipt.key)?.key ?? null;
  keep('receipts', [{ receipt, key }, ...all.filter((one) => one !== known)].slice(0, MOST));
}

/** Keeps the public key with the receipts that it signed. */
export function keepKey(key: PublicKey): void {
  const all = recall('receipts', read);
  keep('receipts', all.map((one) => (one.receipt.key === key.id ? { ...one, key } : one)));
}

const encoder = new TextEncoder();

async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Eight bytes of length, the highest first, then the text. */
function lengthFirst(text: string): Uint8Array {
  const bytes = encoder.encode(text);
  const out = new Uint8Array(8 + bytes.length);
  new DataView(out.buffer).setUint32(4, bytes.length);
  out.set(bytes, 8);
  return out;
}

const fromHex = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The head of a chain after its first facts. */
export async function headOf(table: string, digests: readonly string[]): Promise<string> {
  let head = await sha256(encoder.encode('bastide chain 1\n'), lengthFirst(table));
  for (const digest of digests) head = await sha256(encoder.encode('bastide head 1\n'), head, fromHex(digest));
  return toHex(head);
}

/** Whether the log that a receipt was given for is still part of a chain. Pages
 * without TLS cannot compute hashes: `null`. */
export async function isOnChain(receipt: Receipt, chain: Chain): Promise<boolean | null> {
  if (!('crypto' in globalThis) || !('subtle' in crypto)) return null;
  if (chain.table !== receipt.table || chain.digests.length < receipt.seq) return false;
  return (await headOf(chain.table, chain.digests.slice(0, receipt.seq))) === receipt.head;
}

/** Saves the newest receipt of a table as a file, with its key. */
export function saveReceipt(table: string): void {
  const kept = receiptOf(table);
  if (kept === null) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(kept, null, 2)], { type: 'application/json' }));
  link.download = `${table}.receipt.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
