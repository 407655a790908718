// Sentences about events and their reasons, checked against rules by id.
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { fieldsWords } from '../src/expansions/fields/words';
import { aboutWords } from '../src/lib/featureText';
import { speak, withWords } from '../src/lib/i18n.svelte';
import { movesOf, sinceOwn } from '../src/lib/moves';
import { moveCaption, tellGame, type Perspective } from '../src/lib/narrate';
import { reasonWords } from '../src/lib/reasons';
import { rewound } from '../src/lib/rewind';
import { captionTime, MoveReplay } from '../src/lib/moveReplay.svelte';
import type {
  Colour,
  FeatureView,
  FieldView,
  FigureView,
  EventView,
  GameView,
  LaidView,
  PointsWhen,
  ReasonView,
  SectorName,
  SeatView,
  TableEvent,
} from '../src/wire/wire';

const seat = (colour: Colour, name: string): SeatView => ({
  colour,
  who: { kind: 'person', name, is_here: true },
  is_out: false,
  away: null,
});
const seats = [seat('red', 'Ann'), seat('blue', 'Ben'), seat('green', 'Cleo')];
const land: Perspective = { seats, yours: [], family: 'land' };
const wall: Perspective = { seats: seats.slice(0, 2), yours: [], family: 'stronghold' };

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await withWords(speak('en'));
});

type Scored = Extract<EventView, { kind: 'scored' }>;
const scored = (given: Partial<Scored>): Scored => ({
  kind: 'scored',
  feature: 'city',
  site: '0,0.0',
  at: { x: 0, y: 0 },
  reason: 'completed',
  tally: [],
  points: 0,
  figures: [],
  winners: [],
  ...given,
});

describe('a scoring', () => {
  it('gives each player their own share of a tax, without a majority (W-EX-1)', () => {
    const tax: Partial<Scored> = { reason: 'tax', figures: [1, 2, 0] };
    const blue = scored({
      ...tax,
      points: 8,
      winners: [1],
      tally: [
        { item: 'shield', count: 4, each: 1 },
        { item: 'knight', count: 4, each: 1 },
      ],
    });
    const red = scored({
      ...tax,
      points: 3,
      winners: [0],
      tally: [
        { item: 'shield', count: 2, each: 1 },
        { item: 'knight', count: 1, each: 1 },
      ],
    });
    expect(tellGame(blue, land)).toBe(
      'Tax: 2 knights × (2 shields + 2 knights) = 8. Ben scores. No majority is needed.',
    );
    expect(tellGame(red, land)).toBe('Tax: 2 shields + 1 knight = 3. Ann scores. No majority is needed.');
  });

  it('counts every farmer in a famine (WHEEL-FAMINE)', () => {
    const famine = scored({
      feature: 'field',
      reason: 'famine',
      figures: [0, 3, 0],
      winners: [1],
      points: 6,
      tally: [{ item: 'city', count: 6, each: 1 }],
    });
    expect(tellGame(famine, land)).toBe('Famine: 3 farmers × 2 cities = 6. Ben scores.');
  });

  it('goes in full to all who are level on the land (MAJ-2)', () => {
    const city = scored({
      points: 8,
      figures: [1, 1, 0],
      winners: [0, 1],
      tally: [{ item: 'tile', count: 4, each: 2 }],
    });
    expect(tellGame(city, land)).toBe(
      'Finished city: 4 tiles × 2 = 8. Ann and Ben each score in full. Both have 1 knight, so both score.',
    );
  });

  it('is not awarded on a tie in The Castle (S-MAJ-2)', () => {
    const house = scored({
      feature: 'house',
      points: 3,
      figures: [1, 1],
      tally: [{ item: 'tile', count: 3, each: 1 }],
    });
    expect(tellGame(house, wall)).toBe(
      'Finished house: 3 tiles = 3. No player scores. Both have 1 squire: in a tie neither scores.',
    );
  });
});

describe('a reason', () => {
  const reason = (given: Partial<ReasonView>): ReasonView => ({
    kind: 'closes',
    feature: 'city',
    seat: null,
    number: 8,
    seats: [],
    owners: [],
    figure: null,
    sector: null,
    award: null,
    goods: null,
    piece: null,
    when: null,
    is_against: false,
    ...given,
  });

  it('calls a feature of several shared on the land, and tied within the wall', () => {
    expect(reasonWords(reason({ seats: [0, 1] }), land, 0)).toBe('Finishes the shared city: 8 points');
    expect(reasonWords(reason({ feature: 'house', seats: [0, 1] }), wall, 0)).toBe('Finishes the tied house: 8 points');
  });

  it('says when what is claimed counts', () => {
    const claim = (when: PointsWhen): string =>
      reasonWords(reason({ kind: 'starts', feature: 'tower', number: 4, when }), wall, 0);
    expect(claim('completed')).toBe('Claims a tower, worth 4 points if finished');
    expect(claim('final')).toBe('Claims a tower and scores 4 points at the end');
    expect(claim('now')).toBe('Claims a tower, worth 4 points now');
  });

  it('names goods, second turns, and figures that claim nothing', () => {
    const goods = { wine: 2, grain: 0, cloth: 1 };
    const words = (given: Partial<ReasonView>): string =>
      reasonWords(reason({ number: null, feature: null, seat: 0, ...given }), land, 0);
    expect(words({ kind: 'takes', goods })).toBe('Takes goods: 2 wine and 1 cloth');
    expect(words({ kind: 'earns_turn' })).toBe('Earns a second turn');
    const supports = { kind: 'supports' as const, seats: [0] };
    expect(words({ ...supports, feature: 'road', figure: 'builder' })).toBe('Adds the builder to your road');
    expect(words({ ...supports, feature: 'field', figure: 'hog' })).toBe('Adds the pig to your field');
  });
});

const laid = (x: number, y: number): LaidView => ({
  tile: 'V',
  cell: { x, y },
  rotation: 0,
  symbol: 'V-0',
  bridge: null,
});
const figure = (by: number, x: number, y: number): FigureView => ({
  seat: by,
  figure: 'meeple',
  role: 'knight',
  pose: 'stand',
  spot: `${String(x)},${String(y)}`,
  at: { x, y },
  scale: 1,
});
const moved = (seq: number, by: number, events: EventView[]): TableEvent => ({
  seq,
  at: 0,
  what: { kind: 'moved', seat: by, actions: [], events, revision: seq },
});
const lays = (by: number, x: number, y: number): EventView => ({ kind: 'tile_placed', seat: by, laid: laid(x, y) });

describe('moves', () => {
  const events: TableEvent[] = [
    moved(1, 0, [lays(0, 1, 0)]),
    moved(2, 1, [lays(1, 2, 0), { kind: 'figure_placed', figure: figure(1, 250, 50) }]),
    moved(3, 2, [
      lays(2, 3, 0),
      scored({ points: 6, winners: [0] }),
      { kind: 'figure_returned', figure: figure(0, 150, 50) },
    ]),
  ];
  const numbers = (list: readonly { seq: number }[]): number[] => list.map(({ seq }) => seq);

  it('of others count since one’s own, or from the start', () => {
    expect(numbers(sinceOwn(movesOf(events), [0]))).toEqual([2, 3]);
    expect(numbers(sinceOwn(movesOf(events), [1]))).toEqual([3]);
    expect(numbers(sinceOwn(movesOf(events.slice(0, 2)), [2]))).toEqual([1, 2]);
    expect(sinceOwn(movesOf(events), [])).toEqual([]);
  });

  it('that were taken back do not count, nor what came after them', () => {
    const back: TableEvent = { seq: 4, at: 0, what: { kind: 'took_back', seat: 1, actions: 2, revision: 4 } };
    expect(numbers(movesOf([...events, back]))).toEqual([1]);
  });

  it('can be gone back on, for the eye', () => {
    const game = {
      laid: [laid(0, 0), laid(1, 0), laid(2, 0), laid(3, 0)],
      figures: [figure(1, 250, 50)],
      scores: [6, 0, 0],
      land: null,
      stronghold: null,
    } as unknown as GameView;
    const moves = movesOf(events);
    const before = rewound(game, moves, 2);
    expect(before.laid.map((tile) => tile.symbol)).toEqual(['V-0', 'V-0', 'V-0', '']);
    expect(before.figures.map((one) => one.seat)).toEqual([1, 0]);
    expect(before.scores).toEqual([0, 0, 0]);
    expect(rewound(game, moves, 1).figures.map((one) => one.seat)).toEqual([0]);
    expect(rewound(game, moves, 3)).toBe(game);
  });

  it('leave the pig and keeps where they were before', () => {
    const pig = (sector: SectorName, x: number): EventView => ({ kind: 'pig_moved', sector, at: { x, y: 0 } });
    const keep = (seat: number, size: number): EventView => ({ kind: 'keep_moved', seat, at: { x: size, y: 0 }, size });
    const moves = movesOf([
      moved(1, 0, [pig('tax', 1), keep(0, 2)]),
      moved(2, 1, [keep(1, 3)]),
      moved(3, 0, [pig('storm', 2), keep(0, 5)]),
    ]);
    const game = {
      laid: [],
      figures: [],
      scores: [0, 0],
      land: { supplies: [], pieces: [], pig: { sector: 'storm', at: { x: 2, y: 0 } } },
      stronghold: {
        corners: [],
        walls: [],
        keeps: [
          { at: { x: 5, y: 0 }, size: 5 },
          { at: { x: 3, y: 0 }, size: 3 },
        ],
      },
    } as unknown as GameView;
    const sizes = (seq: number): unknown => rewound(game, moves, seq).stronghold?.keeps.map((one) => one?.size ?? null);
    expect([sizes(3), sizes(2), sizes(1), sizes(0)]).toEqual([
      [5, 3],
      [2, 3],
      [2, null],
      [null, null],
    ]);
    expect(rewound(game, moves, 2).land?.pig).toMatchObject({ sector: 'tax', at: { x: 1, y: 0 } });
  });

  it('are captioned without saying where', () => {
    expect(
      movesOf(events)
        .slice(0, 2)
        .map((move) => moveCaption(move, land)),
    ).toEqual(['Ann lays a tile.', 'Ben places a knight.']);
  });

  it('are told one after the other, until one has seen enough', () => {
    vi.useFakeTimers();
    const shown: (number | string)[] = [];
    const replay = new MoveReplay({ show: (move) => (shown.push(move.seq), ''), done: () => shown.push('done') });
    replay.start(movesOf(events).slice(1));
    expect([replay.isOn, replay.move, replay.seq, replay.of]).toEqual([true, null, 1, 2]);
    vi.advanceTimersByTime(400);
    expect([replay.move?.seq, replay.number]).toEqual([2, 1]);
    vi.advanceTimersByTime(900);
    expect(replay.seq).toBe(3);
    vi.advanceTimersByTime(5_000);
    expect([replay.isOn, shown]).toEqual([false, [2, 3, 'done']]);
    replay.start(movesOf(events));
    replay.stop();
    vi.advanceTimersByTime(5_000);
    expect(shown).toEqual([2, 3, 'done', 'done']);
    vi.useRealTimers();
  });

  it('are shown longer the more there is to read', () => {
    expect(captionTime(30)).toBe(900);
    expect(captionTime(100)).toBeGreaterThan(1_500);
    expect(captionTime(1_000)).toBe(3_200);
  });
});

describe('what there is to say', () => {
  const city: FeatureView = {
    feature: 'city',
    site: '0,0.0',
    outline: '',
    tiles: 3,
    is_complete: false,
    is_endless: false,
    role: 'knight',
    now: [{ item: 'tile', count: 3, each: 1 }],
    points_now: 3,
    points_finished: 10,
    figures: [2, 1, 0],
    leaders: [0],
    open: [{ cell: { x: 1, y: 0 }, fitting: 3, of: 41 }],
  };

  it('about a feature is told in a breath', () => {
    expect(aboutWords(city, land)).toBe(
      'City: open, on 3 tiles. Now: 3 tiles = 3. If finished with the fewest tiles: 10 points. ' +
        'Ann has the majority. Ann: 2 knights, Ben: 1 knight. 1 cell is open. 3 of the 41 tiles left fit here.',
    );
  });

  it('about a tie is what the server says: shared in the Land family, not awarded in The Castle', () => {
    expect(aboutWords({ ...city, figures: [1, 1], leaders: [0, 1] }, land)).toContain(
      'Ann and Ben are tied, and each scores in full.',
    );
    expect(aboutWords({ ...city, figures: [1, 1], leaders: [] }, wall)).toContain(
      'Ann and Ben are tied: as it stands, neither scores.',
    );
    expect(aboutWords({ ...city, figures: [0, 0], leaders: [] }, wall)).toContain('Not claimed yet.');
  });

  it('about fields is who owns them, the best first, those alike once', () => {
    const field = (leaders: number[], cities: number): FieldView => ({
      site: '',
      outline: '',
      at: { x: 0, y: 0 },
      leaders,
      figures: [],
      cities,
      points: cities * 3,
    });
    expect(fieldsWords([field([0], 0), field([], 2), field([1], 3), field([0], 0)], land)).toBe(
      'Fields: Ben’s field, 3 finished cities; Ann’s field, 0 finished cities × 2.',
    );
    expect(fieldsWords([field([], 2)], land)).toBe('There are no fields with farmers yet.');
  });
});
