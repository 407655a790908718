import { base } from './uk/base';
import { stronghold } from './uk/stronghold';
import type { Lesson, LessonTexts } from './lesson';

/** The texts of all lessons, by name. */
export const lessons: Record<Lesson['name'], LessonTexts> = { base, stronghold };
