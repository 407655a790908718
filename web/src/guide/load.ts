// Loading of guides with their pictures, each on demand.

import type { Language } from '../lib/i18n.svelte';
import type { Guide } from '../lib/words/guide/guide';
import type { Picture } from '../lib/words/guide/picture';

type Pictures = Readonly<Record<string, Picture>>;

const GUIDES = {
  ...import.meta.glob<Guide>('../lib/words/guide/{en,uk,ru}/*.ts', { import: 'guide' }),
  ...import.meta.glob<Guide>('../expansions/*/{en,uk,ru}.ts', { query: '?guide', import: 'guide' }),
};
const PICTURES = {
  ...import.meta.glob<Pictures>('../lib/words/guide/pictures/*.ts', { import: 'pictures' }),
  ...import.meta.glob<Pictures>('../expansions/*/pictures.ts', { import: 'pictures' }),
};

/** Loads the guide of a game or an expansion. */
export async function loadGuide(
  language: Language,
  name: string,
): Promise<{ guide: Guide; pictures: Pictures } | null> {
  const guide = GUIDES[`../lib/words/guide/${language}/${name}.ts`] ?? GUIDES[`../expansions/${name}/${language}.ts`];
  const pictures = PICTURES[`../lib/words/guide/pictures/${name}.ts`] ?? PICTURES[`../expansions/${name}/pictures.ts`];
  return guide ? { guide: await guide(), pictures: (await pictures?.()) ?? {} } : null;
}
