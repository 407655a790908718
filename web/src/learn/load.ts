// Loading of lessons and their texts.

import { factsAbout } from '../lib/expansions';
import { GUIDES } from '../lib/games';
import type { Language } from '../lib/i18n.svelte';
import type { Named } from '../lib/words/messages/all';
import type { Lesson, LessonTexts } from '../lib/words/tutorial/lesson';

const FILES = {
  ...import.meta.glob<Lesson>(['../lib/words/tutorial/*.ts', '!../lib/words/tutorial/lesson.ts'], { import: 'lesson' }),
  ...import.meta.glob<Lesson>('../{boxes,expansions}/*/lesson.ts', { import: 'lesson' }),
};
const TEXTS = {
  ...import.meta.glob<LessonTexts>('../lib/words/tutorial/{en,uk,ru}/*.ts', { import: 'lesson' }),
  ...import.meta.glob<LessonTexts>('../{boxes,expansions}/*/lesson.{en,uk,ru}.ts', { import: 'lesson' }),
};

/** Returns the folder of the expansion or the box that has a lesson. */
const folderOf = (name: string): string => {
  const box = factsAbout(name)?.box;
  return box === undefined ? `../expansions/${name}` : `../boxes/${box}`;
};
const fileOf = (name: string): (() => Promise<Lesson>) | undefined =>
  FILES[`../lib/words/tutorial/${name}.ts`] ?? FILES[`${folderOf(name)}/lesson.ts`];

/** The name of a game or an expansion that has a lesson. */
export type LessonName = Named<'tutorial.title.'>;
const isLesson = (name: string): name is LessonName => factsAbout(name)?.lesson === name && fileOf(name) !== undefined;

/** All lessons, in the order they are shown. */
export const LESSONS: readonly LessonName[] = GUIDES.filter(isLesson);

/** Loads a lesson. */
export async function loadLesson(name: string): Promise<Lesson> {
  const lesson = await fileOf(name)?.();
  if (lesson === undefined) throw new Error(`there is no lesson ${name}`);
  return lesson;
}

/** Loads the texts of a lesson. */
export async function loadLessonTexts(language: Language, name: string): Promise<LessonTexts> {
  const file =
    TEXTS[`../lib/words/tutorial/${language}/${name}.ts`] ?? TEXTS[`${folderOf(name)}/lesson.${language}.ts`];
  return (await file?.()) ?? {};
}
