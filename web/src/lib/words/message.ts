/** Format of a text. Parameters are written in braces: `{name}`.
 *
 * A text that depends on a number has one form for each plural category that
 * `Intl.PluralRules` defines for its language; the number is the parameter `n`.
 * `other` is required: it is also used for fractions.
 *
 * `[{name} lays|You lay] a tile` has a form for other players and one for the
 * reader, selected by the parameter `you`. */
export interface Plural {
  readonly one: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

export type Message = string | Plural;

/** Values for the parameters of a text. */
export type Params = Readonly<Record<string, string | number>>;

/** The texts of an area in another language: the same keys, translated. */
export type Texts<T> = { readonly [K in keyof T]: Message };
