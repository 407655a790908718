// Loading of guides, each on demand.

import type { Language } from '../lib/i18n.svelte';
import type { Guide, GuideName } from '../lib/words/guide/guide';

type Files = Record<string, () => Promise<Record<string, Guide>>>;

const FILES = import.meta.glob('../lib/words/guide/{en,uk,ru}/*.ts') as Files;

/** Loads the guide of a game or an option. */
export async function loadGuide(language: Language, name: GuideName): Promise<Guide | null> {
  const file = FILES[`../lib/words/guide/${language}/${name}.ts`];
  return (await file?.())?.[name] ?? null;
}
