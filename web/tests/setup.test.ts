import { describe, expect, it } from 'vitest';

import { COLOURS } from '../src/lib/colours';
import { EXPANSIONS } from '../src/lib/games';
import {
  fitted,
  freshPlan,
  gameOf,
  hindrance,
  isAlwaysOn,
  mostSeats,
  newTable,
  presetOf,
  PRESETS,
  seatRaisers,
  undoOf,
  withColour,
  withoutSeat,
  withPreset,
  type Plan,
} from '../src/lib/presets';
import { readPlan } from '../src/lib/storedPlan';

describe('set-up', () => {
  it('makes each ready-made game', () => {
    const rules = PRESETS.map((preset) => {
      const table = newTable(withPreset(freshPlan('Ann'), preset));
      return `${table.game} ${table.rules ?? ''}`.trim();
    });
    expect(rules).toEqual([
      'land base,fields',
      'land base,fields',
      'land base,fields,bridges,castles,barns',
      'land wheel,fields',
      'stronghold',
      'land base',
      'land base,fields,river',
      'land base,fields,river,abbot,inns,traders',
    ]);
  });

  it('seats a sixth player only with the expansion that has the figures', () => {
    const six = { ...freshPlan('Ann'), seats: Array.from({ length: 6 }, () => ({ kind: 'open' as const })) };
    expect(mostSeats(six)).toBe(5);
    expect(seatRaisers(six)).toEqual(['inns']);
    expect(fitted(six).seats).toHaveLength(5);
    const large = withPreset(six, 'bigbox');
    expect(mostSeats(large)).toBe(6);
    expect(seatRaisers(large)).toEqual([]);
    expect(large.seats).toHaveLength(6);
    const colours = newTable(large).colours ?? COLOURS;
    expect(new Set(colours).size).toBe(6);
    // Without it again, the sixth seat is gone.
    const others = large.expansions.filter((name) => name !== 'inns');
    expect(fitted({ ...large, expansions: others }).seats).toHaveLength(5);
  });

  it('has two seats in The Castle, whatever was there', () => {
    const plan = freshPlan('Ann');
    plan.seats = [{ kind: 'me', name: 'Ann' }, { kind: 'open' }, { kind: 'open' }];
    expect(withPreset(plan, 'stronghold').seats).toHaveLength(2);
  });

  it('takes back what does not go together', () => {
    const plan = fitted({ ...freshPlan(''), kind: 'land', expansions: ['barns'] });
    expect(plan.expansions).toEqual([]);
    expect(hindrance({ ...plan, kind: 'wheel' }, 'river')).toEqual({ isAbsent: true, needs: [] });
    expect(hindrance(plan, 'barns')).toEqual({ isAbsent: false, needs: ['fields'] });
    expect(hindrance({ ...plan, expansions: ['fields'] }, 'barns')).toBeNull();
  });

  it('always has fields with the wheel, also in a set-up that was kept without them', () => {
    const plan = withPreset(freshPlan(''), 'wheel');
    expect(EXPANSIONS.filter((expansion) => isAlwaysOn(plan, expansion))).toEqual(['fields']);
    expect(fitted({ ...plan, expansions: ['river', 'barns'] }).expansions).toEqual(['fields', 'barns']);
    expect(newTable(readPlan({ ...plan, expansions: ['abbot'] }, '')).rules).toBe('wheel,fields,abbot');
    expect(isAlwaysOn(withPreset(plan, 'fortress'), 'fields')).toBe(false);
  });

  it('offers every option the server knows, and no other', () => {
    const known = new Set(
      (['land', 'wheel', 'stronghold'] as const).flatMap((kind) => gameOf(kind).expansions.map(({ name }) => name)),
    );
    expect([...known].sort()).toEqual([...EXPANSIONS].sort());
  });

  it('is a ready-made game only while it is like one', () => {
    const plan = withPreset(freshPlan(''), 'medieval');
    expect(presetOf(plan)).toBe('medieval');
    const mixed = fitted({ ...plan, expansions: ['fields', 'abbot'] });
    expect(presetOf(mixed)).toBeNull();
    expect(presetOf(fitted({ ...plan, expansions: ['fields', 'river'] }))).toBe('river');
    expect(presetOf(fitted({ ...plan, expansions: [] }))).toBe('base');
    expect(presetOf(fitted({ ...mixed, expansions: ['fields'] }))).toBe('medieval');
    expect(presetOf(fitted({ ...plan, expansions: ['barns', 'fields', 'castles', 'bridges'] }))).toBe('bridges');
    expect(presetOf(fitted({ ...withPreset(plan, 'wheel'), expansions: ['abbot'] }))).toBeNull();
  });

  it('agrees on undo several moves back at private tables and against bots without a clock', () => {
    const plan = freshPlan('');
    const open = { ...plan, seats: [{ kind: 'me' as const, name: '' }, { kind: 'open' as const }] };
    const clock = { kind: 'live' as const, seconds: 600, increment: 5 };
    expect(
      [plan, { ...plan, clock }, open, { ...open, clock }, { ...open, visibility: 'listed' as const }].map(undoOf),
    ).toEqual(['past_draws', 'within_turn', 'past_draws', 'past_draws', 'within_turn']);
    expect(undoOf({ ...plan, chosenUndo: 'within_turn' })).toBe('within_turn');
  });

  it('keeps names apart, and makes none up', () => {
    const plan = freshPlan('');
    plan.seats = [
      { kind: 'me', name: ' ' },
      { kind: 'me', name: '' },
      { kind: 'me', name: 'Ann' },
    ];
    const names = newTable(plan).seats.map((seat) => (seat.kind === 'me' ? seat.name : seat.kind));
    expect(names).toEqual(['', '', 'Ann']);
  });

  it('says which river', () => {
    const plan: Plan = { ...freshPlan(''), expansions: ['fields', 'river'], variants: { river: '2021' } };
    expect(newTable(plan).rules).toBe('base,fields,river=2021');
  });

  it('reads editions that exist, also as earlier clients stored them', () => {
    const kept = { ...freshPlan(''), expansions: ['fields', 'river'] };
    const rules = (more: object): string | undefined => newTable(readPlan({ ...kept, ...more }, '')).rules;
    expect(rules({ variants: { river: '2021' } })).toBe('base,fields,river=2021');
    expect(rules({ variants: { river: '1999', fields: 'x' } })).toBe('base,fields,river');
    expect(rules({ variants: {}, isRiver2021: true })).toBe('base,fields,river=2021');
    expect(rules({ expansions: undefined, options: ['fields', 'abbot'] })).toBe('base,fields,abbot');
  });

  it('survives whatever a browser kept', () => {
    for (const kept of [
      null,
      3,
      'x',
      [],
      {},
      { seats: 7 },
      { seats: [{ kind: 'king' }], kind: 'chess', first: 9, clock: { kind: 'live' } },
    ]) {
      const plan = readPlan(kept, 'Ann');
      expect(plan.seats.length).toBeGreaterThanOrEqual(2);
      expect(plan.first === null || plan.first < plan.seats.length).toBe(true);
    }
  });

  it('is as it was', () => {
    const plan: Plan = { ...withPreset(freshPlan('Ann'), 'bridges'), aid: 'coach', clock: { kind: 'days', days: 3 } };
    expect(readPlan(JSON.parse(JSON.stringify(plan)), 'Bo')).toEqual(plan);
    const white = { ...plan, ...withColour(plan, 0, 'white') };
    expect(readPlan(JSON.parse(JSON.stringify(white)), 'Bo')).toEqual(white);
  });
});

describe('colours', () => {
  const three: Plan = { ...freshPlan(''), seats: [{ kind: 'me', name: '' }, { kind: 'open' }, { kind: 'open' }] };
  const of = (plan: Plan): readonly string[] => plan.colours.slice(0, plan.seats.length);

  it('are not sent unless they are chosen', () => {
    for (const preset of PRESETS) expect(newTable(withPreset(freshPlan(''), preset))).not.toHaveProperty('colours');
    expect(newTable({ ...three, ...withColour(three, 1, 'white') }).colours).toEqual(['red', 'white', 'green']);
    const castle = withPreset(
      { ...three, colours: ['white', 'black', 'red', 'blue', 'green', 'yellow'] },
      'stronghold',
    );
    expect(newTable(castle).colours).toEqual(['white', 'black']);
  });

  it('of two seats are swapped', () => {
    const swapped = { ...three, ...withColour(three, 0, 'green') };
    expect(of(swapped)).toEqual(['green', 'blue', 'red']);
    expect(of({ ...swapped, ...withColour(swapped, 0, 'green') })).toEqual(of(swapped));
    expect({ ...swapped, ...withColour(swapped, 0, 'red') }).toEqual(three);
  });

  it('are all different, whatever is chosen and removed', () => {
    let plan = three;
    for (const [n, colour] of [...COLOURS, ...COLOURS].entries()) {
      plan = { ...plan, ...withColour(plan, n % 3, colour) };
      expect(of(plan)[n % 3]).toBe(colour);
      expect([...plan.colours].sort()).toEqual([...COLOURS].sort());
    }
  });

  it('of other seats stay when one is removed, and the next seat gets the free one', () => {
    const fewer = { ...three, ...withoutSeat(three, 1) };
    expect(of(fewer)).toEqual(['red', 'green']);
    expect(of({ ...fewer, seats: three.seats })).toEqual(['red', 'green', 'blue']);
  });

  it('that were kept are read as far as they are colours', () => {
    for (const kept of [undefined, 7, ['pink', 3, null], []])
      expect(readPlan({ colours: kept }, '').colours).toEqual(COLOURS);
    expect(readPlan({ colours: ['white', 'pink', 'white', 'black'] }, '').colours).toEqual([
      'white',
      'black',
      'red',
      'blue',
      'green',
      'yellow',
    ]);
  });
});
