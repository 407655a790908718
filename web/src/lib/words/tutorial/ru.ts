import { base } from './ru/base';
import { bridges } from './ru/bridges';
import { stronghold } from './ru/stronghold';
import { wheel } from './ru/wheel';
import type { LessonName, LessonTexts } from './lesson';

/** The texts of all lessons, by name. */
export const lessons: Record<LessonName, LessonTexts> = { base, bridges, wheel, stronghold };
