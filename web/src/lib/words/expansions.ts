// Texts of expansions: their names are types here, the files are in
// `src/expansions`.

import type { Message } from './message';

/** The texts of each expansion. The English file of an expansion adds them. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface ExpansionTexts {}

/** The name of a text of an expansion. */
export type ExpansionKey = { [Name in keyof ExpansionTexts]: keyof ExpansionTexts[Name] }[keyof ExpansionTexts];

/** Some texts of an expansion in one language. */
export type ExpansionWords = Readonly<Partial<Record<ExpansionKey, Message>>>;

/** Joins texts of several files. */
export const joined = (files: Readonly<Record<string, ExpansionWords>>): ExpansionWords =>
  Object.values(files).reduce((all, one) => ({ ...all, ...one }), {});
