/** Checks of translations: every language has all texts, with the same
 * parameters and all plural forms. Each function returns a list of problems,
 * empty if there are none. */
import type { Guide, GuideBlock } from './guide/guide';
import type { Message } from './message';
import { type Lesson, type LessonTexts, textKeys } from './tutorial/lesson';

type Words = Readonly<Record<string, Message>>;

/** Texts by language; the others are compared with the first. */
export type ByLanguage<T> = Readonly<Record<string, T>>;

const forms = (message: Message): [form: string, text: string][] =>
  typeof message === 'string' ? [['', message]] : Object.entries(message);

const params = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))].sort();

/** Returns the parameters of all forms of a message. */
const allParams = (message: Message): string =>
  [...new Set(forms(message).flatMap(([, text]) => params(text)))].sort().join(' ');

/** Letters that do not exist in a language. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  uk: /[ыэъё]/i,
  ru: /[іїєґ]/i,
  en: /[а-яіїєґ]/i,
};

/** Names of languages are written in the language itself. */
const isForeignByRight = (key: string): boolean => key.startsWith('language.');

/** Returns the problems of a single text. */
export function checkText(language: string, key: string, text: string): string[] {
  const wrong = (what: string): string => `${language} ${key}: ${what}`;
  const found: string[] = [];
  if (text.trim() === '') found.push(wrong('empty'));
  if (text !== text.trim() && key !== 'tally.plus') found.push(wrong('space at an end'));
  if (/ {2}/.test(text)) found.push(wrong('two spaces'));
  if (/["']|\.\.\./.test(text)) found.push(wrong('a straight quote or three dots'));
  if (/[{}]/.test(text.replace(/\{\w+\}/g, ''))) found.push(wrong('a stray brace'));
  if (/[[\]|]/.test(text.replace(/\[[^[\]|]+\|[^[\]|]+\]/g, ''))) found.push(wrong('brackets without two forms'));
  if (/[a-z][а-яіїєґ]|[а-яіїєґ][a-z]/i.test(text)) found.push(wrong('Latin and Cyrillic letters in one word'));
  if (!isForeignByRight(key) && FOREIGN[language]?.test(text)) found.push(wrong('letters of another language'));
  return found;
}

/** Compares messages: keys, parameters, plural forms. */
export function checkMessages(languages: ByLanguage<Words>): string[] {
  const found: string[] = [];
  const [first, ...others] = Object.entries(languages);
  if (first === undefined) return ['no language'];
  const [name, model] = first;
  for (const [language, words] of others) {
    for (const key of Object.keys(model)) if (!(key in words)) found.push(`${language} ${key}: missing`);
    for (const key of Object.keys(words)) if (!(key in model)) found.push(`${language} ${key}: not in ${name}`);
  }
  for (const [language, words] of Object.entries(languages)) {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.slice().sort().join(' ');
    for (const [key, message] of Object.entries(words)) {
      found.push(
        ...forms(message).flatMap(([form, text]) => checkText(language, form === '' ? key : `${key} ${form}`, text)),
      );
      const other = model[key];
      if (other === undefined) continue;
      if (typeof message !== typeof other) found.push(`${language} ${key}: a plural here and none there`);
      if (allParams(message) !== allParams(other)) {
        found.push(`${language} ${key}: parameters {${allParams(message)}} instead of {${allParams(other)}}`);
      }
      if (typeof message === 'string') continue;
      const has = Object.keys(message).sort().join(' ');
      if (has !== categories) found.push(`${language} ${key}: forms ${has} instead of ${categories}`);
      for (const [form, text] of forms(message)) {
        // A form may omit the number, but must not introduce a parameter.
        const unknown = params(text).filter((param) => !allParams(other).split(' ').includes(param));
        if (unknown.length > 0) found.push(`${language} ${key} ${form}: unknown {${unknown.join(' ')}}`);
      }
    }
  }
  return found;
}

const shape = (block: GuideBlock): string => {
  if (typeof block === 'string') return 'text';
  switch (block.kind) {
    case 'board':
      return `board ${block.picture}`;
    case 'list':
      return `list of ${String(block.items.length)}`;
    case 'table':
      return `table of ${String(block.rows.length)}`;
  }
};

const texts = (block: GuideBlock): readonly string[] => {
  if (typeof block === 'string') return [block];
  switch (block.kind) {
    case 'board':
      return [block.caption];
    case 'list':
      return block.items;
    case 'table':
      return block.rows.flat();
  }
};

/** Compares guides: the same sections, pictures, lists and tables. */
export function checkGuides(languages: ByLanguage<Readonly<Record<string, Guide>>>): string[] {
  const found: string[] = [];
  const [model] = Object.values(languages);
  if (model === undefined) return ['no language'];
  const outline = (guide: Guide): string =>
    guide.sections.map((section) => section.blocks.map(shape).join(', ')).join(' | ');
  for (const [language, guides] of Object.entries(languages)) {
    for (const [name, original] of Object.entries(model)) {
      const guide = guides[name];
      if (guide === undefined) {
        found.push(`${language} guide ${name}: missing`);
        continue;
      }
      if (outline(guide) !== outline(original)) {
        found.push(`${language} guide ${name}: ${outline(guide)} instead of ${outline(original)}`);
      }
      const all = [guide.title, guide.lead, ...guide.sections.flatMap((s) => [s.heading, ...s.blocks.flatMap(texts)])];
      found.push(...all.flatMap((text) => checkText(language, `guide ${name}`, text)));
    }
  }
  return found;
}

/** Compares lessons: exactly one text for every step. */
export function checkLessons(
  lessons: readonly Lesson[],
  languages: ByLanguage<Readonly<Record<string, LessonTexts>>>,
): string[] {
  const found: string[] = [];
  for (const lesson of lessons) {
    const keys = textKeys(lesson);
    if (new Set(keys).size !== keys.length) found.push(`lesson ${lesson.name}: a text is told twice`);
    for (const [language, told] of Object.entries(languages)) {
      const words = told[lesson.name] ?? {};
      for (const key of keys) if (!(key in words)) found.push(`${language} lesson ${lesson.name} ${key}: missing`);
      for (const [key, text] of Object.entries(words)) {
        if (!keys.includes(key)) found.push(`${language} lesson ${lesson.name} ${key}: never told`);
        found.push(...checkText(language, `lesson ${lesson.name} ${key}`, text));
      }
    }
  }
  return found;
}
