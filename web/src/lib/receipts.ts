// Storage of the newest receipt of each table: the server's signature of its
// log.

import type { PublicKey, Receipt } from '../wire/wire';
import { isRecord, store, readStored } from './storage';

/** A receipt, and the key that signed it once it is known. */
export interface Kept {
  receipt: Receipt;
  key: PublicKey | null;
}

/** Maximum number of stored receipts. */
const MOST = 60;

function read(kept: unknown): Kept[] {
  if (!Array.isArray(kept)) return [];
  return (kept as unknown[]).flatMap((one) => {
    if (!isRecord(one) || !isRecord(one.receipt)) return [];
    const { table, seq, at, head, key, signature } = one.receipt;
    const isReceipt =
      typeof seq === 'number' &&
      typeof at === 'number' &&
      [table, head, key, signature].every((text) => typeof text === 'string');
    if (!isReceipt) return [];
    return [
      { receipt: one.receipt as unknown as Receipt, key: isRecord(one.key) ? (one.key as unknown as PublicKey) : null },
    ];
  });
}

/** Returns the stored receipt of a table. */
export const receiptOf = (table: string): Kept | null =>
  readStored('receipts', read).find((one) => one.receipt.table === table) ?? null;

/** Stores a receipt if it is newer than the stored one of its table. */
export function keepReceipt(receipt: Receipt): void {
  const all = readStored('receipts', read);
  const known = all.find((one) => one.receipt.table === receipt.table);
  if (known !== undefined && known.receipt.seq >= receipt.seq) return;
  const key = all.find((one) => one.key?.id === receipt.key)?.key ?? null;
  store('receipts', [{ receipt, key }, ...all.filter((one) => one !== known)].slice(0, MOST));
}

/** Stores the public key with the receipts that it signed. */
export function keepKey(key: PublicKey): void {
  const all = readStored('receipts', read);
  store(
    'receipts',
    all.map((one) => (one.receipt.key === key.id ? { ...one, key } : one)),
  );
}

/** Downloads the newest receipt of a table as a file, with its key. */
export function saveReceipt(table: string): void {
  const kept = receiptOf(table);
  if (kept === null) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(kept, null, 2)], { type: 'application/json' }));
  link.download = `${table}.receipt.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
