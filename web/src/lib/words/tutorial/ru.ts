import { base } from './ru/base';
import { stronghold } from './ru/stronghold';
import type { Lesson, LessonTexts } from './lesson';

/** The texts of all lessons, by name. */
export const lessons: Record<Lesson['name'], LessonTexts> = { base, stronghold };
