import { base } from './uk/base';
import { bridges } from './uk/bridges';
import { stronghold } from './uk/stronghold';
import { wheel } from './uk/wheel';
import type { LessonName, LessonTexts } from './lesson';

/** The texts of all lessons, by name. */
export const lessons: Record<LessonName, LessonTexts> = { base, bridges, wheel, stronghold };
