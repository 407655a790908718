import { base } from './en/base';
import { bridges } from './en/bridges';
import { stronghold } from './en/stronghold';
import { wheel } from './en/wheel';
import type { LessonName, LessonTexts } from './lesson';

/** The texts of all lessons, by name. */
export const lessons: Record<LessonName, LessonTexts> = { base, bridges, wheel, stronghold };
