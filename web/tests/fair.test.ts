import { describe, expect, it } from 'vitest';

import { nextStep, saltCommitment, type Kept } from '../src/lib/fair/salts';
import { bytes, hash, hmac, sha256, unhex } from '../src/lib/fair/sha256';
import { verifyDraws } from '../src/lib/fair/verify';
import { hex } from '../src/lib/random';
import type { BagView, DealView, SaltView, TableView } from '../src/wire/wire';
import vectors from './fair.json';

interface Vector {
  record: string;
  bag: BagView;
  draws: number;
  contributors: number[];
  reseeds: number;
}
const games: Record<string, Vector> = vectors;
const game = (name: string): Vector => {
  const found = games[name];
  if (found === undefined) throw new Error(name);
  return found;
};
const commitOf = (record: string): string => /commit=([0-9a-f]{64})/.exec(record)?.[1] ?? '';
const salt = (byte: number): string => byte.toString(16).padStart(2, '0').repeat(32);

describe('SHA-256', () => {
  it('is that of others, for all lengths of padding', async () => {
    expect(hash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    for (let n = 0; n < 200; n += 1) {
      const message = Uint8Array.from({ length: n }, (_, at) => (at * 7 + n) % 256);
      expect(hex(sha256(message))).toBe(hex(new Uint8Array(await crypto.subtle.digest('SHA-256', message))));
      const key = Uint8Array.from({ length: n + 1 }, (_, at) => (at * 11 + n) % 256);
      const algorithm = { name: 'HMAC', hash: 'SHA-256' };
      const theirs = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
      const signed = await crypto.subtle.sign('HMAC', theirs, Uint8Array.from(bytes(`tiles ${String(n)}`)));
      expect(hex(hmac(key, `tiles ${String(n)}`))).toBe(hex(new Uint8Array(signed)));
    }
    expect(unhex(hex(bytes('é')))).toEqual(bytes('é'));
    expect(unhex('0g')).toBeNull();
  });
});

describe('the check of the draws', () => {
  it.each(Object.keys(games))('confirms an honest game: %s', (name) => {
    const { record, bag, draws, contributors, reseeds } = game(name);
    expect(verifyDraws(record, bag, null)).toEqual({
      kind: 'verified',
      draws,
      contributors,
      reseeds,
      hasOwn: false,
      isFirstDrawn: true,
    });
    const kept: Kept = { salt: contributors.includes(1) ? salt(2) : null, seal: commitOf(record) };
    expect(verifyDraws(record, bag, kept)).toMatchObject({ kind: 'verified', hasOwn: contributors.includes(1) });
  });

  it.each(Object.keys(games))('notices another draw anywhere: %s', (name) => {
    const { record, bag } = game(name);
    const lines = record.split('\n');
    const turns = lines.flatMap((line, at) => (line.startsWith('D') ? [at] : []));
    for (const at of [turns[0], turns[Math.floor(turns.length / 2)], turns.at(-1)]) {
      if (at === undefined) throw new Error('no turns');
      const changed = lines.map((line, n) =>
        n === at ? line.replace(/^D\S+/, (drawn) => (drawn === 'DV' ? 'DU' : 'DV')) : line,
      );
      expect(verifyDraws(changed.join('\n'), bag, null)).toEqual({ kind: 'wrong', why: 'draw', turn: at - 1 });
    }
  });

  it('notices another wall token', () => {
    const { record, bag } = game('stronghold');
    const changed = record.replace(/ T(\d)/, (_, kind: string) => ` T${kind === '9' ? '1' : '9'}`);
    expect(verifyDraws(changed, bag, null)).toMatchObject({ kind: 'wrong', why: 'draw' });
  });

  it('notices another seed, salt or text', () => {
    for (const name of Object.keys(games)) {
      const { record, bag } = game(name);
      const seeds = /seed (.*)/.exec(record)?.[1]?.split(' ') ?? [];
      for (const seed of seeds) {
        const other = record.replace(
          seed,
          seed.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
        );
        expect(verifyDraws(other, bag, null)).toMatchObject({ kind: 'wrong', why: 'seed' });
      }
    }
    const { record, bag } = game('river');
    for (const [from, to] of [
      [salt(2), salt(3)],
      ['salt=a%20b%20%25', 'salt=b'],
      [` salts=1:${salt(2)}`, ''],
    ] as const) {
      expect(record).toContain(from);
      expect(verifyDraws(record.replace(from, to), bag, null)).toMatchObject({ kind: 'wrong', why: 'seed' });
    }
    const plain = game('plain');
    expect(verifyDraws(plain.record.replace('table%201', 'x'), plain.bag, null)).toMatchObject({
      kind: 'wrong',
      why: 'draw',
    });
    const twice = game('salted');
    expect(verifyDraws(twice.record.replace(salt(2), salt(1)), twice.bag, null)).toEqual({
      kind: 'wrong',
      why: 'copied_salt',
      turn: null,
    });
    const late = game('reseeded');
    const moved = late.record.replace(/reseed=(\d+):/, (_, at: string) => `reseed=${String(Number(at) + 1)}:`);
    expect(verifyDraws(moved, late.bag, null)).toMatchObject({ kind: 'wrong', why: 'seed' });
  });

  it('compares with what this browser saw and sent', () => {
    const { record, bag } = game('salted');
    const seal = commitOf(record);
    expect(verifyDraws(record, bag, { salt: salt(1), seal: hash('another') })).toEqual({
      kind: 'wrong',
      why: 'promise',
      turn: null,
    });
    expect(verifyDraws(record, bag, { salt: salt(9), seal })).toEqual({ kind: 'wrong', why: 'own_salt', turn: null });
    expect(verifyDraws(record, bag, { salt: salt(9), seal: null })).toMatchObject({ kind: 'verified', hasOwn: false });
  });

  it('says what is missing', () => {
    const { record, bag } = game('salted');
    expect(verifyDraws(record.replace(/ commit=\S+/, ''), bag, null)).toEqual({
      kind: 'unverifiable',
      why: 'no_commitment',
    });
    expect(verifyDraws(record.replace(/seed .*/, ''), bag, null)).toEqual({ kind: 'unverifiable', why: 'no_seed' });
    for (const bad of [
      '',
      'bastide 2\ngame land',
      'bastide 1\ngame land x',
      record.replace('salts=', 'salts=x'),
      record.replace(/seed ./, 'seed g'),
    ]) {
      expect(verifyDraws(bad, bag, null)).toEqual({ kind: 'unverifiable', why: 'unreadable' });
    }
  });
});

describe('the steps of a browser', () => {
  const table = (deal: Partial<DealView>, commitment: string | null = null, yours = [1]): TableView =>
    ({
      id: 't',
      yours,
      commitment,
      phase: { kind: deal.stage === 'dealt' ? 'playing' : 'open' },
      deal: { stage: 'open', takes_salts: true, salts: [], until: null, ...deal },
    }) as unknown as TableView;
  const mine = (byte: number, isRevealed = false): SaltView[] => [
    { seat: 1, commitment: saltCommitment(salt(byte)), is_revealed: isRevealed },
  ];
  const draw = (): string => salt(5);

  it('commit once, with the salt that is kept', () => {
    const first = nextStep(table({}), null, draw);
    expect(first).toEqual({
      kept: { salt: salt(5), seal: null },
      command: { kind: 'commit_salt', seat: 1, commitment: saltCommitment(salt(5)) },
    });
    expect(nextStep(table({ salts: mine(5) }), first.kept, draw).command).toBeNull();
    const other = nextStep(table({ stage: 'gathering', salts: mine(6) }), { salt: salt(7), seal: null }, draw);
    expect(other.command).toEqual({ kind: 'commit_salt', seat: 1, commitment: saltCommitment(salt(7)) });
  });

  it('reveal under one seal only', () => {
    const kept = { salt: salt(5), seal: null };
    const revealing = nextStep(table({ stage: 'revealing', salts: mine(5) }, 'one'), kept, draw);
    expect(revealing).toEqual({
      kept: { salt: salt(5), seal: 'one' },
      command: { kind: 'reveal_salt', seat: 1, salt: salt(5) },
    });
    expect(nextStep(table({ stage: 'revealing', salts: mine(5) }, 'two'), revealing.kept, draw).command).toBeNull();
    expect(
      nextStep(table({ stage: 'revealing', salts: mine(5, true) }, 'one'), revealing.kept, draw).command,
    ).toBeNull();
    expect(nextStep(table({ stage: 'revealing', salts: mine(5) }, null), kept, draw).command).toBeNull();
    expect(nextStep(table({ stage: 'revealing', salts: mine(6) }, 'one'), kept, draw).command).toBeNull();
  });

  it('never use a salt again that was revealed', () => {
    const again = nextStep(table({ stage: 'gathering' }), { salt: salt(4), seal: 'one' }, draw);
    expect(again.kept).toEqual({ salt: salt(5), seal: null });
  });

  it('are none for watchers and for known tiles', () => {
    expect(nextStep(table({}, null, []), null, draw)).toEqual({ kept: null, command: null });
    expect(nextStep(table({ takes_salts: false }), null, draw)).toEqual({ kept: null, command: null });
  });

  it('keep the promise that was shown, also for watchers', () => {
    expect(nextStep(table({ stage: 'dealt' }, 'one', []), null, draw).kept).toEqual({ salt: null, seal: 'one' });
    expect(nextStep(table({ stage: 'dealt' }, 'two', []), { salt: salt(1), seal: 'one' }, draw).kept).toEqual({
      salt: salt(1),
      seal: 'one',
    });
  });
});
