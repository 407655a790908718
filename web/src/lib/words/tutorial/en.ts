import { base } from './en/base';
import { stronghold } from './en/stronghold';
import type { Lesson, LessonTexts } from './lesson';

/** The texts of all lessons, by name. */
export const lessons: Record<Lesson['name'], LessonTexts> = { base, stronghold };
