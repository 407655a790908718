// Receipts: the same hashes as the server's, and their verification.
import { describe, expect, it } from 'vitest';

import { headOf, isOnChain } from '../src/lib/fair/chain';
import { receiptOf } from '../src/lib/receipts';
import { store } from '../src/lib/storage';
import type { Receipt } from '../src/wire/wire';

const table = 'abcdefghijkm';
/** SHA-256 of `a`, `b` and `c`. */
const digests = [
  'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
  '3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d',
  '2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6',
];
/** The heads after 0 to 3 of them, computed independently from
 * docs/fair-play.md. */
const heads = [
  '473e9cb3adf1a64dac599990e588324afa21f7e04a0b453854f9df16e35aeb3a',
  'abcc3763627b277cbe9478de5a11dd4d05e1e2b8c8bd3e6f5234e75921d14d49',
  '6c188f299b58bc7c6096a4202d2e2b0a5dc72b7098d05047a4dddb8e73ea71b0',
  'e6aee0802e01f9657ed802561ef87a8be6de6820c1b964f626139a671ef03d6e',
];

const receipt = (seq: number): Receipt => ({ table, seq, at: 0, head: heads[seq] ?? '', key: 'k', signature: 's' });
const chain = (all: string[]): Parameters<typeof isOnChain>[1] => ({ table, head: '', digests: all, facts: null });

describe('a receipt', () => {
  it('has the head that is specified', () => {
    for (const count of [0, 1, 2, 3]) expect(headOf(table, digests.slice(0, count))).toBe(heads[count]);
  });

  it('is on the chain as long as nothing before it changes', () => {
    expect(isOnChain(receipt(2), chain(digests))).toBe(true);
    expect(isOnChain(receipt(3), chain(digests.slice(0, 2)))).toBe(false);
    expect(isOnChain(receipt(3), chain([...digests].reverse()))).toBe(false);
    expect(isOnChain({ ...receipt(2), table: 'other' }, chain(digests))).toBe(false);
  });
});

describe('stored receipts', () => {
  it('are those that are complete', () => {
    const key = { id: 'k', algorithm: 'ed25519', public: 'p' };
    const stored = [null, 7, { receipt: null }, { receipt: { ...receipt(1), seq: '1' } }, { receipt: receipt(2), key }];
    store('receipts', stored);
    expect(receiptOf(table)).toEqual({ receipt: receipt(2), key });
    store('receipts', [{ receipt: receipt(2), key: { id: 1 } }]);
    expect(receiptOf(table)?.key).toBeNull();
    store('receipts', { receipt: receipt(2) });
    expect(receiptOf(table)).toBeNull();
  });
});
