import { describe, expect, it } from 'vitest';

import { fitted, freshPlan, gameOf, hindrance, isAlwaysOn, newTable, OPTIONS, presetOf, PRESETS, readPlan, undoOf, withPreset } from '../src/lib/presets';

describe('set-up', () => {
  it('makes each ready-made game', () => {
    const rules = PRESETS.map((preset) => {
      const table = newTable(withPreset(freshPlan('Ann'), preset));
      return `${table.game} ${table.rules ?? ''}`.trim();
    });
    expect(rules).toEqual([
      'land base,fields', 'land base,fields', 'land base,fields,bridges,castles,barns', 'land wheel,fields', 'stronghold',
      'land base', 'land base,fields,river',
    ]);
  });

  it('has two seats in The Castle, whatever was there', () => {
    const plan = freshPlan('Ann');
    plan.seats = [{ kind: 'me', name: 'Ann' }, { kind: 'open' }, { kind: 'open' }];
    expect(withPreset(plan, 'stronghold').seats).toHaveLength(2);
  });

  it('takes back what does not go together', () => {
    const plan = fitted({ ...freshPlan(''), kind: 'land', options: ['barns'] });
    expect(plan.options).toEqual([]);
    expect(hindrance({ ...plan, kind: 'wheel' }, 'river')).toEqual({ isAbsent: true, needs: [] });
    expect(hindrance(plan, 'barns')).toEqual({ isAbsent: false, needs: ['fields'] });
    expect(hindrance({ ...plan, options: ['fields'] }, 'barns')).toBeNull();
  });

  it('always has fields with the wheel, also in a set-up that was kept without them', () => {
    const plan = withPreset(freshPlan(''), 'wheel');
    expect(OPTIONS.filter((option) => isAlwaysOn(plan, option))).toEqual(['fields']);
    expect(fitted({ ...plan, options: ['river', 'barns'] }).options).toEqual(['fields', 'barns']);
    expect(newTable(readPlan({ ...plan, options: ['abbot'] }, '')).rules).toBe('wheel,fields,abbot');
    expect(isAlwaysOn(withPreset(plan, 'fortress'), 'fields')).toBe(false);
  });

  it('offers every option the server knows, and no other', () => {
    const known = new Set((['land', 'wheel', 'stronghold'] as const).flatMap((kind) => gameOf(kind).options.map(({ name }) => name)));
    expect([...known].sort()).toEqual([...OPTIONS].sort());
  });

  it('is a ready-made game only while it is like one', () => {
    const plan = withPreset(freshPlan(''), 'medieval');
    expect(presetOf(plan)).toBe('medieval');
    const mixed = fitted({ ...plan, options: ['fields', 'abbot'] });
    expect(presetOf(mixed)).toBeNull();
    expect(presetOf(fitted({ ...plan, options: ['fields', 'river'] }))).toBe('river');
    expect(presetOf(fitted({ ...plan, options: [] }))).toBe('base');
    expect(presetOf(fitted({ ...mixed, options: ['fields'] }))).toBe('medieval');
    expect(presetOf(fitted({ ...plan, options: ['barns', 'fields', 'castles', 'bridges'] }))).toBe('bridges');
    expect(presetOf(fitted({ ...withPreset(plan, 'wheel'), options: ['abbot'] }))).toBeNull();
  });

  it('agrees on undo several moves back at private tables and against bots without a clock', () => {
    const plan = freshPlan('');
    const open = { ...plan, seats: [{ kind: 'me' as const, name: '' }, { kind: 'open' as const }] };
    const clock = { kind: 'live' as const, seconds: 600, increment: 5 };
    expect([plan, { ...plan, clock }, open, { ...open, clock }, { ...open, visibility: 'listed' as const }].map(undoOf))
      .toEqual(['past_draws', 'within_turn', 'past_draws', 'past_draws', 'within_turn']);
    expect(undoOf({ ...plan, chosenUndo: 'within_turn' })).toBe('within_turn');
  });

  it('keeps names apart, and makes none up', () => {
    const plan = freshPlan('');
    plan.seats = [{ kind: 'me', name: ' ' }, { kind: 'me', name: '' }, { kind: 'me', name: 'Ann' }];
    const names = newTable(plan).seats.map((seat) => (seat.kind === 'me' ? seat.name : seat.kind));
    expect(names).toEqual(['', '', 'Ann']);
  });

  it('says which river', () => {
    const plan = { ...freshPlan(''), options: ['fields' as const, 'river' as const], isRiver2021: true };
    expect(newTable(plan).rules).toBe('base,fields,river=2021');
  });

  it('survives whatever a browser kept', () => {
    for (const kept of [null, 3, 'x', [], {}, { seats: 7 }, { seats: [{ kind: 'king' }], kind: 'chess', first: 9, clock: { kind: 'live' } }]) {
      const plan = readPlan(kept, 'Ann');
      expect(plan.seats.length).toBeGreaterThanOrEqual(2);
      expect(plan.first === null || plan.first < plan.seats.length).toBe(true);
    }
  });

  it('is as it was', () => {
    const plan = { ...withPreset(freshPlan('Ann'), 'bridges'), aid: 'coach' as const, clock: { kind: 'days' as const, days: 3 } };
    expect(readPlan(JSON.parse(JSON.stringify(plan)), 'Bo')).toEqual(plan);
  });
});
