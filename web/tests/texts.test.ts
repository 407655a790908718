import { describe, expect, it } from 'vitest';

import type { Aid, Ending, EventView, TableEventKind, ProblemCode, Prompt } from '../src/wire/wire';
import { checkGuides, checkLessons, checkMessages, checkText } from '../src/lib/words/check';
import { loadGuide } from '../src/guide/load';
import { LESSONS, loadLesson, loadLessonTexts } from '../src/learn/load';
import { GUIDES } from '../src/lib/games';
import { LANGUAGES, type Language } from '../src/lib/i18n.svelte';
import type { LocalCode } from '../src/lib/request';
import type { Guide } from '../src/lib/words/guide/guide';
import { en, ru, uk, type Key } from '../src/lib/words/messages/all';
import { loadTiles, tileParts, tileWords } from '../src/lib/words/tiles';
import { record, type LessonTexts } from '../src/lib/words/tutorial/lesson';

/** Compiles only if every value sent by the server has a text. */
type Said<Names extends string> = [Exclude<Names, Key>] extends [never] ? true : Exclude<Names, Key>;
const problems: Said<`problem.${ProblemCode | LocalCode}`> = true;
const prompts: Said<`prompt.${Prompt}` | `prompt.wait.${Prompt}`> = true;
const endings: Said<`table_event.over.${Ending}`> = true;
const aids: Said<`aid.${Aid}.name` | `aid.${Aid}.about`> = true;
/** The excluded kinds have other texts or none. */
type Plain<T extends string> = Exclude<
  T,
  'proposed' | 'moderated' | 'moved' | 'over' | 'bot_set' | 'noted' | 'person_erased' | 'sealed'
>;
const tableEvents: Said<`table_event.${Plain<TableEventKind['kind']>}`> = true;
type Simple =
  'tile_discarded' | 'tile_placed' | 'token_taken' | 'token_revealed' | 'token_used' | 'keep_moved' | 'turn_began';
const events: Said<`event.${Extract<EventView['kind'], Simple>}`> = true;

/** Texts whose keys are composed in the code: `*` is a value from the server or
 * from a list. */
const FAMILIES = [
  'analysis.tab.*',
  'daily.open.*',
  'daily.totals.*',
  'puzzles.game.*',
  'puzzles.show.*',
  'puzzles.theme.*',
  'a11y.offscreen.*',
  'about.title.*',
  'aid.*.about',
  'aid.*.name',
  'awarded.*',
  'bot.*.about',
  'bot.*.name',
  'bot.*.people',
  'clock.(none|live|days)',
  'clock.(none|live|days).about',
  'colour.*',
  'colour.player.*',
  'count.(tile|shield|city|bridge|knight|lady|farmer|monk|supply|crown|fortune|market|empty-cell|token|goods)',
  'count.(abbot|builder|figure|highwayman|hog|herald|meeple|merchant|squire)',
  'event.(placed|returned).*',
  'event.(placed|returned).as.*',
  'event.moved.*',
  'event.piece_built.*',
  'event.pig_moved.*',
  'event.tile_placed.*',
  'feature.*',
  'goods.*',
  'goods.count.*',
  'guide.*',
  'hand.*',
  'table_event.over.*',
  'table_event.proposed.*',
  'language.*',
  'mark.*',
  'import.error.*',
  'import.note.*',
  'offer.as.*',
  'offer.build.*',
  'offer.build.*.about',
  'offer.deploy.*.*',
  'offer.figure.*',
  'offer.place.*',
  'offer.place.*.(cost|last)',
  'offer.recall.*',
  'offer.settle.*',
  'expansion.*.about',
  'expansion.*.always_with.*',
  'expansion.*.name',
  'expansion.*.variants',
  'expansion.*.variant.*',
  'expansion.*.not_with',
  'preset.*.about',
  'preset.*.name',
  'problem.*/*',
  'prompt.*',
  'prompt.*.more',
  'prompt.action.deploy.*',
  'prompt.action.build.*',
  'prompt.action.build.*.movers',
  'prompt.action.recall.*',
  'prompt.wait.*',
  'reason.*',
  'reason.*.*',
  'reason.*.*.*',
  'review.chart.(luck|error)',
  'review.depth.*',
  'review.total.*',
  'review.verdict.*',
  'role.*',
  'role.as.*',
  'rotation.*',
  'rules.*',
  'scored.what.*',
  'scored.what.*.*',
  'settings.pace.*',
  'sector.*.name',
  'supply.*',
  'tile.side.*',
  'token.*.about',
  'token.*.name',
  'tutorial.about.*',
  'tutorial.title.*',
  'undo.policy.*.about',
  'undo.policy.*.name',
  'verify.fault.*',
  'verify.gap.*',
  'visibility.*.about',
  'visibility.*.name',
  'what.*.*',
  'where.*.about',
  'where.*.name',
];

const sources: Record<string, string> = import.meta.glob(
  ['../src/**/*.{ts,svelte}', '!../src/lib/words/messages/**', '!../src/{boxes,expansions}/*/{en,uk,ru}.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

describe('words', () => {
  it('are there for all that the server says', () => {
    expect([problems, prompts, endings, aids, tableEvents, events]).not.toContain(false);
  });

  it('are the same in every language', () => {
    expect(checkMessages({ en, uk, ru })).toEqual([]);
  });

  it('have names where they need no case', () => {
    const told = /^(?:about|aids|awarded|event|what|why)\./;
    const stiff = [...Object.entries(uk), ...Object.entries(ru)].filter(
      ([key, message]) => told.test(key) && /(?:гравця|игрока) \{/.test(JSON.stringify(message)),
    );
    expect(stiff.map(([key]) => key)).toEqual([]);
  });

  it('are all used', () => {
    const code = Object.values(sources).join('\n');
    const families = FAMILIES.map((family) => new RegExp(`^${family.replace(/\./g, '\\.').replace(/\*/g, '[^./]+')}$`));
    const unused = Object.keys(en).filter(
      (key) => !code.includes(`'${key}'`) && !families.some((family) => family.test(key)),
    );
    expect(unused).toEqual([]);
    const forgotten = FAMILIES.filter((family) => !code.includes(`\`${family.replace(/[*(].*$/, '')}\${`));
    expect(forgotten).toEqual([]);
  });

  it('are found wanting when they are', () => {
    const many = { one: '{n} a', other: '{n} b' };
    const found = checkMessages({
      en: { a: '{p}', b: many, c: 'c', d: 'd' },
      uk: { a: '{q}', b: many, d: many, e: 'е' },
    });
    for (const wrong of ['uk c: missing', 'uk e: not in en', 'uk a: parameters', 'uk b: forms', 'uk d: a plural']) {
      expect(
        found.some((line) => line.startsWith(wrong)),
        wrong,
      ).toBe(true);
    }
    expect(checkText('ru', 'x', 'їжак')).toHaveLength(1);
    expect(checkText('uk', 'x', 'мiсто')).toHaveLength(1);
    expect(checkText('en', 'x', '[{name} lays] a tile')).toHaveLength(1);
    expect(checkText('en', 'x', '[{name} lays|You lay] a tile')).toEqual([]);
  });
});

/** Loads something in all languages, English first. */
async function inAll<T>(load: (language: Language) => Promise<T>): Promise<Record<string, T>> {
  const languages = [...LANGUAGES].reverse();
  const all = await Promise.all(languages.map(async (language) => [language, await load(language)] as const));
  return Object.fromEntries(all);
}

async function guidesIn(language: Language): Promise<Record<string, Guide>> {
  const found: Record<string, Guide> = {};
  for (const name of GUIDES) {
    const loaded = await loadGuide(language, name);
    if (loaded === null) throw new Error(`there is no guide ${name} in ${language}`);
    found[name] = loaded.guide;
  }
  return found;
}

describe('guides', () => {
  it('show and list the same in every language', async () => {
    expect(checkGuides(await inAll(guidesIn))).toEqual([]);
  });

  it('show pictures that exist, and all of them', async () => {
    for (const name of GUIDES) {
      const loaded = await loadGuide('en', name);
      const blocks = loaded?.guide.sections.flatMap((section) => section.blocks) ?? [];
      const shown = blocks.flatMap((block) =>
        typeof block !== 'string' && block.kind === 'board' ? [block.picture] : [],
      );
      expect(shown.sort()).toEqual(Object.keys(loaded?.pictures ?? {}).sort());
    }
  });

  // RIVER-1 with X-2, WHEEL-5, WHEEL-PLAGUE-1 and -2, S-SETUP-2 and -4.
  it.each([
    [
      'en',
      /13th/,
      /fits nowhere, it leaves the game.+once more/,
      /must take one figure home/,
      /Only players without a figure on the land skip/,
    ],
    [
      'uk',
      /річкових плиток 13/,
      /нікуди не підходить, вона виходить із гри.+ще раз/,
      /мусить забрати/,
      /Пропускає лише той, у кого на карті немає жодної/,
    ],
    [
      'ru',
      /речных квадратов 13/,
      /никуда не подходит, он выбывает из игры.+ещё раз/,
      /обязан забрать/,
      /Пропускает лишь тот, у кого на карте нет ни одной/,
    ],
  ] as const)('tell what is easily overlooked: %s', async (language, river, discarded, compulsory, skipped) => {
    const guides = await guidesIn(language);
    expect(JSON.stringify(guides.river)).toMatch(river);
    const wheel = JSON.stringify(guides.wheel);
    for (const fact of [discarded, compulsory, skipped]) expect(wheel).toMatch(fact);
    const castle = JSON.stringify(guides.stronghold);
    for (const fact of [/\b18\b/, /\b99\b.+\b100\b/]) expect(castle).toMatch(fact);
  });
});

const records: Record<string, string> = import.meta.glob(
  ['../src/lib/words/tutorial/*.bastide', '../src/{boxes,expansions}/*/lesson.bastide'],
  { query: '?raw', import: 'default', eager: true },
);

describe('lessons', () => {
  it('have a text for every step in every language', async () => {
    const lessons = await Promise.all(LESSONS.map(loadLesson));
    const texts = await inAll(async (language) => {
      const found: Record<string, LessonTexts> = {};
      for (const name of LESSONS) found[name] = await loadLessonTexts(language, name);
      return found;
    });
    expect(checkLessons(lessons, texts)).toEqual([]);
  });

  it('are the games that were checked by the rules', async () => {
    expect(LESSONS).toEqual(['base', 'bridges', 'inns', 'wheel', 'stronghold']);
    const played = await Promise.all(LESSONS.map(async (name) => record(await loadLesson(name))));
    expect(played.sort()).toEqual(Object.values(records).sort());
  });
});

describe('tiles', () => {
  it('turn with what is on them', async () => {
    expect(tileParts('D', 1)).toEqual({
      parts: [
        { feature: 'city', mark: null, sides: ['east'] },
        { feature: 'road', mark: null, sides: ['north', 'south'] },
      ],
      icon: 0,
    });
    await loadTiles('wheel');
    expect(tileParts('W31i2', 0).icon).toBe(2);
    expect(tileParts('nothing', 0).parts).toEqual([]);
  });

  it('have only parts with names', () => {
    const sets: Record<string, Record<string, string>> = import.meta.glob(
      ['../src/lib/words/tileSets/*.ts', '../src/expansions/*/tiles.ts'],
      { eager: true, import: 'tiles' },
    );
    const parts = Object.values(sets).flatMap((tiles) => Object.values(tiles).flatMap((tile) => tile.split(', ')));
    const names = new Set(parts.flatMap((part) => part.split(' ').slice(0, 1)));
    const keys = [...names].flatMap((name) => {
      const [feature = '', ...marks] = name.split('+');
      return feature === 'icon' ? [] : [`feature.${feature}`, ...marks.map((mark) => `mark.${mark}`)];
    });
    expect(keys.length).toBeGreaterThan(8);
    expect(keys.filter((key) => !(key in en))).toEqual([]);
  });

  it('are told in words', async () => {
    const t = (key: Key, params: Readonly<Record<string, string | number>> = {}): string => {
      const message = en[key];
      const text = typeof message === 'string' ? message : message.other;
      return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
    };
    const speaker = {
      t,
      isKey: (name: string): name is Key => name in en,
      listed: (parts: readonly string[]): string => parts.join(' and '),
    };
    expect(tileWords('O', 0, speaker)).toBe(
      'city with shield to the north and to the west, road to the east and to the south',
    );
    expect(tileWords('A', 2, speaker)).toBe('monastery in the middle, road to the north');
    expect(tileWords('nothing', 0, speaker)).toBe('');
    await loadTiles('bridges');
    expect(tileWords('XA', 0, speaker)).toBe('field only');
  });
});
