// The reader is addressed in the second person, other players by name or
// colour; bots have their own names.
import { beforeAll, describe, expect, it } from 'vitest';

import { COLOURS } from '../src/lib/colours';
import { LANGUAGES, speak, withWords, type Language } from '../src/lib/i18n.svelte';
import { endingWords, history, tellGame, tellTable, type Perspective } from '../src/lib/narrate';
import { playersOf } from '../src/front/tablePlayers';
import { botName, botPerson, botTag, seatLabel, seatName, seatNames } from '../src/lib/words';
import {
  BOTS,
  GAMES,
  type AwardName,
  type FigureView,
  type RoleName,
  type ScoringReason,
  type TerrainName,
  type EventView,
  type TableEventKind,
  type SeatView,
  type TableEvent,
} from '../src/wire/wire';

const seat = (n: number, who: SeatView['who']): SeatView => ({
  colour: COLOURS[n] ?? 'black',
  who,
  is_out: false,
  away: null,
});
const person = (n: number, name: string): SeatView => seat(n, { kind: 'person', name, is_here: true });
const bot = (n: number, level: string): SeatView => seat(n, { kind: 'bot', level, instead_of: null });
/** The reader is red and has no name; blue has none either. */
const perspective: Perspective = {
  seats: [person(0, ''), person(1, ''), person(2, 'Ann')],
  yours: [0],
  family: 'land',
};

beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await withWords(speak('en'));
});

const figure = (by: number, role: RoleName): FigureView => ({
  seat: by,
  figure: 'meeple',
  role,
  pose: 'stand',
  spot: '',
  at: { x: 0, y: 0 },
  scale: 1,
});
const ROLES: RoleName[] = [
  'knight',
  'highwayman',
  'monk',
  'farmer',
  'abbot',
  'lady',
  'herald',
  'squire',
  'merchant',
  'meeple',
];
const AWARDS: AwardName[] = ['lady', 'barn', 'fortune', 'storm', 'inquisition', 'crown', 'keep', 'five-points'];

/** Returns one event of every kind that names the seat `by`. */
function events(by: number): EventView[] {
  const at = { x: 0, y: 0 };
  const scored = (feature: TerrainName, reason: ScoringReason, figures: number[]): EventView => ({
    kind: 'scored',
    feature,
    site: '',
    at,
    reason,
    tally: [],
    points: 4,
    figures,
    winners: [by],
  });
  const most = [0, 1, 2].map((n) => (n === by ? 2 : 1));
  return [
    { kind: 'tile_placed', seat: by, laid: { tile: 'V', cell: at, rotation: 0, symbol: '', bridge: null } },
    { kind: 'tile_placed', seat: by, laid: { tile: 'V', cell: at, rotation: 0, symbol: '', bridge: 'ew' } },
    ...ROLES.flatMap((role): EventView[] => [
      { kind: 'figure_placed', figure: figure(by, role) },
      { kind: 'figure_returned', figure: figure(by, role) },
      { kind: 'figure_moved', figure: figure(by, role), from: at },
    ]),
    { kind: 'piece_built', seat: by, piece: 'castle', at },
    { kind: 'piece_built', seat: by, piece: 'barn', at },
    { kind: 'token_taken', seat: by, corner: 0, at },
    { kind: 'token_used', seat: by, token: 1, site: null },
    { kind: 'token_revealed', seat: by, token: 1 },
    { kind: 'keep_moved', seat: by, at, size: 3 },
    { kind: 'turn_began', seat: by },
    { kind: 'game_ended', winners: [by] },
    ...AWARDS.map((reason): EventView => ({ kind: 'awarded', seat: by, reason, points: 3, tally: [] })),
    ...(['city', 'road', 'field', 'path', 'tower', 'house', 'courtyard'] as const).map((feature) =>
      scored(feature, 'completed', most),
    ),
    scored('monastery', 'recalled', [0, 0, 0]),
    scored('garden', 'recalled', [0, 0, 0]),
  ];
}

function tableEvents(by: number): TableEventKind[] {
  return [
    { kind: 'sat', seats: [by], name: '' },
    { kind: 'left', seat: by, name: '' },
    { kind: 'began', first: by, events: [], revision: 0 },
    { kind: 'took_back', seat: by, actions: 1, revision: 1 },
    { kind: 'proposed', seat: by, what: { kind: 'undo' } },
    { kind: 'proposed', seat: by, what: { kind: 'rematch' } },
    { kind: 'proposed', seat: by, what: { kind: 'bot', seat: 2, level: 'normal' } },
    { kind: 'agreed', seat: by },
    { kind: 'declined', seat: by },
    { kind: 'bot_took_over', seat: by, level: 'normal' },
    { kind: 'came_back', seat: by },
    { kind: 'resigned', seat: by },
    { kind: 'timed_out', seat: by },
    { kind: 'moved_seat', seats: [by] },
  ] as TableEventKind[];
}

const SECOND: Record<Language, RegExp> = {
  en: /\b[Yy]ou(?:r|\b)/,
  uk: /(?<!\p{L})(?:ви|вас|ваш[ае]?)(?!\p{L})/iu,
  ru: /(?<!\p{L})(?:вы|вас|ваш[ае]?)(?!\p{L})/iu,
};
const OWN: Record<Language, string> = { en: 'Red', uk: 'Червоний', ru: 'Красный' };
const OTHER: Record<Language, string> = { en: 'Blue', uk: 'Синій', ru: 'Синий' };
/** Third-person verbs, which must not follow "you". */
const THIRD: Record<Language, RegExp> = {
  en: /\byou (?:\w+s|has|is)\b/i,
  uk: /(?<!\p{L})ви \p{L}+(?:ає|ує|ить|ється|де|ере)(?!\p{L})/iu,
  ru: /(?<!\p{L})вы \p{L}+(?:ает|ует|ит|ится|ётся|ёт)(?!\p{L})/iu,
};

const told = (by: number): string[] => [
  ...events(by).flatMap((event) => tellGame(event, perspective) ?? []),
  ...tableEvents(by).flatMap((what) => tellTable(what, perspective) ?? []),
];

describe.each(LANGUAGES)('what happens, in %s', (language) => {
  beforeAll(() => speak(language));

  it('is told to a player in the second person', () => {
    for (const line of told(0)) {
      expect(line).toMatch(SECOND[language]);
      expect(line).not.toContain(OWN[language]);
      expect(line).not.toMatch(THIRD[language]);
    }
  });

  it('is told of players without a name by their colour', () => {
    for (const line of told(1)) {
      expect(line).toContain(OTHER[language]);
      expect(line).not.toMatch(SECOND[language]);
    }
  });

  it('names who resigned', () => {
    const log = (by: number): TableEvent[] => [{ seq: 1, at: 0, what: { kind: 'resigned', seat: by } }];
    expect(endingWords('resigned', log(2), perspective)).toContain('Ann');
    expect(endingWords('resigned', log(0), perspective)).toMatch(SECOND[language]);
  });
});

describe('names', () => {
  beforeAll(() => speak('en'));

  it('are “You” for the reader and colours for others who gave none', () => {
    expect([0, 1, 2].map((n) => seatLabel(perspective, n))).toEqual(['You', 'Blue', 'Ann']);
    expect(seatNames(perspective, [2, 0])).toBe('you and Ann');
    expect(seatLabel({ seats: perspective.seats, yours: [0, 1] }, 0)).toBe('Red');
    expect(
      history(
        [{ seq: 1, at: 0, what: { kind: 'moved', seat: 0, actions: [], events: [], revision: 1 } }],
        perspective,
      )[0]?.title,
    ).toBe('You');
  });

  it('are those of the chosen colours, whatever the seat', async () => {
    const seats: SeatView[] = [
      { ...person(0, ''), colour: 'white' },
      { ...person(1, ''), colour: 'black' },
    ];
    const named: Record<Language, string[]> = {
      en: ['White', 'Black'],
      uk: ['Білий', 'Чорний'],
      ru: ['Белый', 'Чёрный'],
    };
    for (const language of LANGUAGES) {
      await speak(language);
      expect([0, 1].map((n) => seatName(seats, n))).toEqual(named[language]);
    }
    await speak('en');
    const renamed: TableEventKind = { kind: 'renamed', seat: 1, name: 'Ben' };
    expect(tellTable(renamed, { seats, yours: [0], family: 'land' })).toContain('Black');
    const away: SeatView[] = [{ ...seat(0, { kind: 'bot', level: 'normal', instead_of: '' }), colour: 'white' }];
    expect(tellTable({ kind: 'resigned', seat: 0 }, { seats: away, yours: [], family: 'land' })).toContain('White');
    expect(seatName(away, 0)).toContain('White');
  });

  it('that earlier clients stored for “you” are none', () => {
    expect(seatName([person(0, 'Ви'), person(1, 'Вы')], 1)).toBe('Blue');
  });

  it('of bots are never alike, whatever their level', async () => {
    for (const language of LANGUAGES) {
      await speak(language);
      const most = Math.max(
        ...GAMES.flatMap((game) => [game, ...game.expansions].map(({ most_seats }) => most_seats ?? 0)),
      );
      const names = BOTS.flatMap((level) => Array.from({ length: most }, (_, n) => botPerson(level, n)));
      expect(new Set(names).size).toBe(BOTS.length * most);
      expect(names).not.toContain('');
    }
    await speak('en');
    expect(seatName([person(0, ''), bot(1, 'normal'), bot(2, 'normal')], 2)).toBe('Thibault');
  });
});

describe('engines', () => {
  const WORDS: Record<Language, string> = { en: 'engine', uk: 'рушій', ru: 'движок' };

  it.each(LANGUAGES)('have a name of their own and are called engines (%s)', async (language) => {
    await withWords(speak(language));
    const word = WORDS[language];
    expect(botPerson('engine:Rook', 1)).toBe('Rook');
    expect(botTag('engine:Rook')).toBe(word);
    expect(botName('engine:Rook')).toBe(`Rook (${word})`);
    expect(botTag('normal')).toBe(botName('normal'));
    expect(seatLabel({ seats: [person(0, 'Ann'), bot(1, 'engine:Rook')], yours: [0] }, 1)).toBe('Rook');
    const seats = [person(0, 'Ann'), bot(1, 'engine:Rook'), bot(2, 'hard')].map(({ who }) => who);
    expect(playersOf({ seats: [...seats, { kind: 'nobody' }], colours: ['red', 'blue', 'green', 'black'] })).toEqual([
      { name: 'Ann', tag: null },
      { name: 'Rook', tag: word },
      { name: botPerson('hard', 2), tag: botName('hard') },
    ]);
  });
});
