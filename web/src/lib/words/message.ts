/**
 * What a text is. Parameters stand in braces: `{name}`.
 *
 * A text that depends on a number has one form for each plural category that
 * `Intl.PluralRules` knows in its language; the number is the parameter `n`.
 * `other` is always there: it also serves fractions.
 *
 * `[{name} lays|You lay] a tile` has a form for others and one for the reader,
 * chosen by the parameter `you`.
 */
export interface Plural {
  readonly one: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

export type Message = string | Plural;

/** Values for the parameters of a text. */
export type Params = Readonly<Record<string, string | number>>;

/** The texts of one area in another language: the same keys, other words. */
export type Texts<T> = { readonly [K in keyof T]: Message };
