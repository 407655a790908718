// The engine as WebAssembly, compared with the native one. Skipped if it was
// not built (`cargo xtask wasm`).

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { goldenScript, start } from './engine/start.mjs';

const DAILY = new URL('../../crates/bastide-study/tests/golden/daily.txt', import.meta.url);
const MODULE = new URL('../src/engine/bastide.wasm', import.meta.url);
const ART = new URL('../src/engine/bastide-art.wasm', import.meta.url);
const GOLDEN = new URL('../../crates/bastide-bots/tests/golden/moves.txt', import.meta.url);
/** Memory of a module after a whole game, in bytes. */
const MOST_MEMORY = 16 << 20;

const load = (file) => start(new WebAssembly.Module(readFileSync(file)));

describe.skipIf(!existsSync(MODULE))('the engine', () => {
  it('plays the same bot moves as native code', { timeout: 300_000 }, async () => {
    const bytes = readFileSync(MODULE).toString('base64');
    // Indirect `eval`: the script that browsers run sees only global names.
    const played = await (0, eval)(goldenScript(`data:application/wasm;base64,${bytes}`));
    const golden = readFileSync(GOLDEN, 'utf8').trimEnd().split('\n');
    expect(golden.length).toBeGreaterThan(30);
    expect(played).toEqual(golden);
  });

  it('deals the same daily decks as native code', { timeout: 300_000 }, () => {
    const { call } = load(MODULE);
    const golden = readFileSync(DAILY, 'utf8').trimEnd().split('\n');
    const decks = golden.filter((line) => line.startsWith('deck '));
    expect(decks.length).toBe(16);
    for (const line of decks) {
      const [, game, day, table, first, tile] = line.split(' ');
      const deck = call({ call: 'daily', day: Number(day) }).ok.find((one) => one.game === game);
      expect([deck.table, `first=${deck.first}`]).toEqual([table, first]);
      const seats = [
        { kind: 'me', name: '' },
        { kind: 'bot', level: deck.opponent },
      ];
      const deal = { kind: 'seed', seed: deck.seed };
      const made = { game: deck.family, rules: deck.rules, seats, deal, first: { kind: 'seat', seat: deck.first } };
      const id = `local-${table}`;
      expect(call({ call: 'make', id, new: made, now: 1, entropy: '07'.repeat(32) }).problem).toBeUndefined();
      expect(call({ call: 'record', id }).ok.split('\n')[2]).toBe(tile);
    }
    // The margins follow from all tiles and all turns of both bots.
    for (const line of golden.filter((one) => one.startsWith('margins '))) {
      const [, name, day, bot] = line.split(' ');
      const margins = [0, 1].map((step) => call({ call: 'daily_game', name, day: Number(day), bot, step }).ok);
      expect(`margins ${name} ${day} ${bot} [${margins.join(', ')}]`).toBe(line);
    }
  });

  it('needs little memory for a whole game at a table', { timeout: 300_000 }, () => {
    const { call, memory } = load(MODULE);
    const id = 'local-abcdefghijkm';
    const bots = ['hard', 'normal', 'easy', 'beginner'];
    const seats = [{ kind: 'me', name: 'Anna' }, ...bots.map((level) => ({ kind: 'bot', level }))];
    const rules = 'base,fields,river=2021,abbot,bridges,castles,barns';
    const now = 1_000;
    const made = call({ call: 'make', id, new: { game: 'land', rules, seats }, now, entropy: '07'.repeat(32) }).ok;
    const token = made.seated.token;
    const send = (message) => call({ call: 'message', id, token, now, message }).ok;
    const welcome = send({ type: 'hello', protocol: 1, table: id });
    expect(welcome.messages[0].type).toBe('welcome');
    const view = () => call({ call: 'view', id, token, now }).ok;
    let turns = 0;
    for (let due = welcome.due; view().phase.kind === 'playing' && turns < 1_000; turns++) {
      if (due !== null) {
        due = call({ call: 'run', id, now: Math.max(now, due) }).ok.due;
        continue;
      }
      const { ok: actions } = call({ call: 'choose', record: call({ call: 'record', id }).ok, bot: 'greedy', seed: 1 });
      const command = { kind: 'play', seat: 0, revision: view().revision, actions };
      const played = send({ type: 'do', id: `turn${turns}`, command });
      expect(played.messages.at(-1).type).toBe('done');
      due = played.due;
    }
    expect(view().phase.kind).toBe('over');
    expect(turns).toBeGreaterThan(50);
    expect(memory.buffer.byteLength).toBeLessThan(MOST_MEMORY);
  });

  it('reports unreadable requests', () => {
    const { call } = load(MODULE);
    for (const request of [{ call: 'nonsense' }, { call: 'version', nonsense: 1 }, { call: 'close' }, {}, null, []]) {
      expect(call(request).problem.code, JSON.stringify(request)).toBe('message/malformed');
    }
  });

  it('speaks the protocol of the page', () => {
    const { call } = load(MODULE);
    const wire = readFileSync(new URL('../src/wire/wire.ts', import.meta.url), 'utf8');
    const protocol = /export const PROTOCOL = (\d+)/.exec(wire)?.[1];
    expect(String(call({ call: 'version' }).ok.protocol)).toBe(protocol);
  });
});

const isSvg = /^<svg[^]*<\/svg>\s*$/;

describe.skipIf(!existsSync(ART))('the pictures of the engine', () => {
  it('are SVG documents', () => {
    const { call } = load(ART);
    for (const request of [
      { call: 'pieces', theme: 'light' },
      { call: 'sprite', set: 'base', theme: 'dark' },
      { call: 'sprite', set: 'stronghold', theme: 'light' },
      { call: 'backdrop', rules: 'stronghold', theme: 'light' },
    ]) {
      expect(call(request).ok, JSON.stringify(request)).toMatch(isSvg);
    }
    expect(call({ call: 'sprite', set: 'nonsense', theme: 'light' }).problem.code).toBe('server/not_found');
  });
});

describe.skipIf(!existsSync(MODULE))('the postcards of the engine', () => {
  it('are SVG documents', () => {
    const { call } = load(MODULE);
    const record = 'bastide 1\ngame land rules=base seats=2\n';
    expect(call({ call: 'postcard', record, theme: 'light', language: 'uk' }).ok).toMatch(isSvg);
    const refused = call({ call: 'postcard', record: 'nonsense', theme: 'light', language: 'uk' });
    expect(refused.problem.code).toBe('record/unreadable');
  });
});
