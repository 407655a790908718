// The choice of a figure for a spot; goods, second turns and pigs in sentences
// and in earlier states.
import { beforeAll, describe, expect, it } from 'vitest';

import { events } from '../src/expansions/traders/events';
import { peopleOn } from '../src/lib/featureText';
import { figuresIn } from '../src/lib/figureChoice';
import { speak, withWords } from '../src/lib/i18n.svelte';
import { tellGame, type Perspective } from '../src/lib/narrate';
import { groupOffers, offerKey, offerNote, offerWords } from '../src/lib/offers';
import { isFinal } from '../src/lib/schedule';
import { partsOf } from '../src/lib/tableParts';
import type {
  BoardPoint,
  EventView,
  FeatureView,
  FigureName,
  GroundName,
  LandView,
  Offer,
  Offers,
  RoleName,
  SectorName,
  SeatView,
} from '../src/wire/wire';

const person = (name: string, colour: string): SeatView =>
  ({ colour, who: { kind: 'person', name, is_here: true } }) as SeatView;
const seats = [person('Ann', 'red'), person('Bo', 'blue')];
const land: Perspective = { seats, yours: [0], family: 'land' };

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await withWords(speak('en'));
});

const deploy = (
  action: string,
  figure: FigureName,
  role: RoleName,
  feature: GroundName,
  at: BoardPoint,
  sector: SectorName | null = null,
): Offer => ({
  action,
  what: {
    kind: 'deploy',
    figure,
    role,
    pose: `${figure}0`,
    at,
    scale: 1,
    feature,
    sector,
    site: null,
    points: figure === 'builder' || figure === 'hog' ? null : 3,
    is_complete: false,
  },
});
const [north, south] = [
  { x: 50, y: 20 },
  { x: 50, y: 80 },
];
const asked: Offers = {
  seat: 0,
  prompt: 'after_tile',
  offers: [
    deploy('M0', 'meeple', 'knight', 'city', north),
    deploy('L0', 'large', 'knight', 'city', north),
    deploy('W1', 'builder', 'builder', 'road', south),
    { action: '.', what: { kind: 'pass' } },
  ],
};
const pinned = (figure: FigureName | null): string[] => groupOffers(asked, figure).pinned.map(({ action }) => action);

describe('a spot that takes figures of several kinds', () => {
  it('has one pin, for the figure that was taken', () => {
    expect(pinned(null)).toEqual(['M0', 'W1']);
    expect(pinned('meeple')).toEqual(['M0', 'W1']);
    expect(pinned('large')).toEqual(['L0', 'W1']);
    // No spot takes either a builder or a meeple.
    expect(pinned('builder')).toEqual(['M0', 'W1']);
  });

  it('offers a choice of figures only where there is one', () => {
    expect(figuresIn(asked)).toEqual(['meeple', 'large']);
    expect(figuresIn({ offers: asked.offers.filter(({ action }) => action !== 'L0') })).toEqual([]);
    // Two spaces of one sector are equivalent, but not a choice of figures.
    const crowns = [south, north].map((at, n) => deploy(`Mk${String(n)}`, 'meeple', 'meeple', 'crown', at, 'storm'));
    expect(figuresIn({ offers: crowns })).toEqual([]);
  });

  it('keeps a role of its own apart', () => {
    const abbot = deploy('A0', 'abbot', 'abbot', 'monastery', north);
    const monk = deploy('M0', 'meeple', 'monk', 'monastery', north);
    expect(offerKey(abbot)).not.toBe(offerKey(monk));
  });

  it('names the figure, and what a builder or a pig brings', () => {
    const [, large, builder] = asked.offers;
    expect(large && offerWords(large.what)).toBe('Knight in the city (large meeple)');
    expect(builder && offerWords(builder.what)).toBe('Builder on the road');
    expect(builder && offerNote(builder.what)).toBe('When you extend it later, you take a second turn.');
  });
});

describe('goods and second turns', () => {
  const taken: EventView = {
    kind: 'goods_taken',
    seat: 0,
    goods: { wine: 2, grain: 0, cloth: 1 },
    at: { x: 0, y: 0 },
  };

  it('are told (TRADE-EX-1, BUILDER-3)', () => {
    expect(tellGame(taken, land)).toBe('You take goods: 2 wine and 1 cloth.');
    expect(tellGame({ ...taken, seat: 1 }, land)).toBe('Bo takes goods: 2 wine and 1 cloth.');
    expect(tellGame({ kind: 'second_turn', seat: 1 }, land)).toBe('The builder gives Bo a second turn.');
  });

  it('belong to the final scoring (TRADE-4)', () => {
    const award: EventView = {
      kind: 'awarded',
      seat: 1,
      reason: 'cloth',
      tally: [{ item: 'goods', count: 1, each: 10 }],
      points: 10,
    };
    expect(isFinal(award)).toBe(true);
    expect(tellGame(award, land)).toBe('The most cloth: 10 points for Bo.');
  });

  it('are taken back in earlier states, with their leaders', () => {
    const now: LandView = {
      pieces: [],
      supplies: [],
      traders: {
        goods: [
          { wine: 3, grain: 0, cloth: 1 },
          { wine: 2, grain: 0, cloth: 0 },
        ],
        leaders: { wine: [0], grain: [], cloth: [0] },
        is_second_turn: true,
        earns_second_turn: false,
      },
    };
    const before = events.rewind(now, [{ kind: 'second_turn', seat: 0 }, taken], []).traders;
    expect(before?.goods).toEqual([
      { wine: 1, grain: 0, cloth: 0 },
      { wine: 2, grain: 0, cloth: 0 },
    ]);
    expect(before?.leaders).toEqual({ wine: [1], grain: [], cloth: [] });
    expect(before?.is_second_turn).toBe(false);
    // A move undone within a second turn: the turn before it was an ordinary one.
    const began: EventView = { kind: 'turn_began', seat: 0 };
    const second: EventView = { kind: 'second_turn', seat: 0 };
    const land: LandView = {
      ...now,
      traders: {
        goods: [],
        leaders: { wine: [], grain: [], cloth: [] },
        is_second_turn: false,
        earns_second_turn: false,
      },
    };
    const isSecond = (earlier: EventView[]): boolean | undefined =>
      events.rewind(land, [{ kind: 'turn_began', seat: 1 }], earlier).traders?.is_second_turn;
    expect(isSecond([began, second, began])).toBe(true);
    expect(isSecond([second, began, began])).toBe(false);
  });

  it('have parts of the table page, which other games do without', async () => {
    expect(await partsOf('base,fields')).toEqual([]);
    const [parts] = await partsOf('base,inns,traders');
    expect(Object.keys(parts ?? {})).toEqual(['Seat', 'Standing', 'Turn']);
  });
});

describe('a field with a pig', () => {
  it('is told in parts, each with the tie that decides it (HOG-EX-1)', () => {
    const part = (winner: number, each: number): EventView => ({
      kind: 'scored',
      feature: 'field',
      site: '0,0.0',
      at: { x: 0, y: 0 },
      reason: 'game-end',
      tally: [{ item: 'city', count: 3, each }],
      points: 3 * each,
      figures: [1, 1],
      winners: [winner],
    });
    expect(tellGame(part(0, 4), land)).toContain('3 cities × 4 = 12');
    expect(tellGame(part(1, 3), land)).toContain('Both have 1 farmer, so both score.');
  });
});

describe('a large meeple (INN-3)', () => {
  type Scored = Extract<EventView, { kind: 'scored' }>;
  const city = (given: Partial<Scored>): EventView => ({
    kind: 'scored',
    feature: 'city',
    site: '0,0.0',
    at: { x: 0, y: 0 },
    reason: 'completed',
    tally: [{ item: 'tile', count: 4, each: 2 }],
    points: 8,
    figures: [1, 1],
    strength: [2, 1],
    winners: [0],
    ...given,
  });

  it('is one figure that counts as two for the majority', () => {
    expect(tellGame(city({}), land)).toContain('You have the most: 1 knight (large, counts as 2).');
    const beside = { figures: [2, 1], strength: [3, 1] };
    expect(tellGame(city(beside), land)).toContain('You have the most: 2 knights (one large, count as 3).');
    // The other player has more figures.
    const behind = { figures: [3, 2], strength: [3, 3], winners: [0, 1] };
    expect(tellGame(city(behind), land)).toContain('Both have figures that count as 3, so both score.');
    const alike = { strength: [2, 2], winners: [0, 1] };
    expect(tellGame(city(alike), land)).toContain('Both have 1 knight (large, counts as 2), so both score.');
  });

  it('is paid once in a famine', () => {
    const famine: Partial<Scored> = {
      feature: 'field',
      reason: 'famine',
      tally: [{ item: 'city', count: 2, each: 1 }],
      points: 2,
      figures: [1, 0],
      strength: [2, 0],
    };
    expect(tellGame(city(famine), land)).toBe('Famine: 2 cities = 2. You score.');
  });

  it('is one of the figures of a feature', () => {
    const feature = { figures: [2, 1, 0], role: 'knight' } as FeatureView;
    expect(peopleOn(feature, land)).toEqual(['Ann: 2 knights', 'Bo: 1 knight']);
    expect(peopleOn({ ...feature, strength: [2, 2, 0] }, land)).toEqual([
      'Ann: 2 knights',
      'Bo: 1 knight (large, counts as 2)',
    ]);
  });
});
