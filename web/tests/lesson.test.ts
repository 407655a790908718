// A lesson compares the learner's turn with the expected one.
import { describe, expect, it, vi } from 'vitest';

import { Course } from '../src/learn/course.svelte';
import type { TableSession } from '../src/lib/tableSession.svelte';
import { lesson } from '../src/lib/words/tutorial/base';
import type { Offer, Offers } from '../src/wire/wire';

vi.mock('../src/lib/layout.svelte', () => ({ layout: { name: 'wide' } }));

const place = (x: number, y: number, rotation: number): Offer => ({
  action: `P${String(x)},${String(y)}r${String(rotation)}`,
  what: { kind: 'place', cell: { x, y }, rotation, symbol: '', bridge: null },
});
const pass: Offer = { action: '.', what: { kind: 'pass' } };
const tile: Offers = { seat: 0, prompt: 'lay_tile', offers: [place(1, 0, 1), place(1, 0, 3), place(0, 1, 0)] };
const figure: Offers = { seat: 0, prompt: 'after_tile', offers: [pass] };

/** Returns the course at its first turn, with these offers chosen. */
function course(...chosen: Offer[]): Course {
  const steps = chosen.map((offer, n) => ({ offer, from: n === 0 ? tile : figure }));
  const session = {
    lesson: {},
    table: { subscribe: () => undefined, view: null },
    turn: { steps, offers: chosen.length === 0 ? tile : figure },
  };
  const made = new Course(lesson, session as unknown as TableSession);
  made.at = 1;
  return made;
}

describe('a lesson', () => {
  it('marks the cell of the expected tile, also once it is placed', () => {
    expect(course().target).toEqual([{ x: 1, y: 0 }]);
    expect(course(place(1, 0, 1)).target).toEqual([{ x: 1, y: 0 }]);
  });

  it.each([
    [[], null],
    [[place(1, 0, 1)], null],
    [[place(1, 0, 3)], 'tutorial.turn'],
    [[place(0, 1, 0)], 'tutorial.wrong'],
    [[place(1, 0, 1), pass], 'tutorial.other'],
  ] as const)('tells what is different in %j', (chosen, told) => {
    expect(course(...chosen).astray).toBe(told);
  });
});
