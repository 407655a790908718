// Checks of values received from the server or the engine: a malformed one must
// not reach the page.

import {
  FAMILIES,
  OCCUPANTS,
  PHASES,
  PROMPTS,
  TABLE_EVENTS,
  type GameView,
  type Offers,
  type Problem,
  type PublicKey,
  type ServerMsg,
  type TableView,
} from '../wire/wire';
import { isRecord } from './storage';

type Name<V> = V extends readonly unknown[]
  ? 'list'
  : V extends string
    ? 'string'
    : V extends number
      ? 'number'
      : V extends boolean
        ? 'boolean'
        : 'object';
/** The type of a field, with ` null` if it may be empty. */
type Kind<V> = null extends V ? `${Name<NonNullable<V>>} null` : Name<V>;
/** The type of a field, a check of its value, or the shape of an object or of
 * the elements of a list. */
type Field<V> =
  | Kind<V>
  | ((value: unknown) => value is V)
  | ([V] extends [readonly (infer One)[]]
      ? readonly [Partial<Shape<One>>]
      : [V] extends [object]
        ? Partial<Shape<V>>
        : never);
type Required<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];
/** The fields of a type that are always there. */
export type Shape<T> = [T] extends [object] ? { readonly [K in Required<T>]: Field<T[K]> } : never;

type AnyField = string | ((value: unknown) => boolean) | AnyShape | readonly [AnyShape];
interface AnyShape {
  readonly [name: string]: AnyField | undefined;
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

function isLike(value: unknown, field: AnyField): boolean {
  if (typeof field === 'string') return field.split(' ').includes(kindOf(value));
  if (typeof field === 'function') return field(value);
  if (field instanceof Array) return Array.isArray(value) && value.every((one) => isLike(one, field[0]));
  return isRecord(value) && Object.entries(field).every(([name, one]) => !one || isLike(value[name], one));
}

/** Returns true if a value has the fields of `shape`. */
export const fits = <T>(value: unknown, shape: Partial<Shape<T>> & AnyShape): value is T => isLike(value, shape);

/** Returns a check that a value is one of `names`, on which exhaustive switches
 * rely. Codes of problems are not checked: unknown ones have a general text. */
const oneOf =
  <Name extends string>(names: readonly Name[]) =>
  (value: unknown): value is Name =>
    names.some((name) => name === value);

const XY = { x: 'number', y: 'number' } as const;
const GAME: Partial<Shape<GameView>> = {
  family: oneOf(FAMILIES),
  rules: 'string',
  set: 'string',
  scores: 'list',
  hands: 'list',
  bag: 'list',
  laid: [{ tile: 'string', cell: XY }],
  figures: [{ role: 'string', at: XY }],
};
/** The fields of a table that pages rely on. */
export const TABLE = {
  id: 'string',
  seq: 'number',
  phase: { kind: oneOf(PHASES) },
  seats: [{ colour: 'string', who: { kind: oneOf(OCCUPANTS) } }],
  yours: 'list',
  deal: { salts: 'list' },
  moderation: { muted_seats: 'list', muted_watchers: 'list', removed: 'list' },
  game: GAME,
  events: [{ seq: 'number', what: { kind: oneOf(TABLE_EVENTS) } }],
} as const satisfies Partial<Shape<TableView>>;
export const PROBLEM: Shape<Problem> = { code: 'string', message: 'string' };
export const KEY: Shape<PublicKey> = { id: 'string', algorithm: 'string', public: 'string' };
const isOffers = (value: unknown): value is Offers | null =>
  value === null || isLike(value, { seat: 'number', prompt: oneOf(PROMPTS), offers: 'list' });

type Messages = { [M in ServerMsg as M['type']]: Shape<Omit<M, 'type'>> };
const MESSAGES: Messages = {
  welcome: {
    protocol: 'number',
    server: 'string',
    now: 'number',
    table: TABLE,
    offers: isOffers,
    unseen: 'number null',
  },
  update: { events: TABLE.events, table: TABLE, laid_from: 'number', offers: isOffers },
  presence: { here: 'list', watchers: 'number' },
  done: { id: 'string', done: { seq: 'number', revision: 'number' } },
  refused: { id: 'string', problem: PROBLEM },
  answer: { id: 'number', answer: { kind: 'string' } },
  no_answer: { id: 'number', problem: PROBLEM },
  closing: { problem: PROBLEM, retry_after: 'number null' },
};

/** Returns true if `value` is a message of the server. */
export const isMessage = (value: unknown): value is ServerMsg =>
  isRecord(value) && Object.entries(MESSAGES).some(([type, shape]) => type === value.type && isLike(value, shape));

/** Parses a message of the server. Throws an error if it is malformed. */
export function readMessage(text: unknown): ServerMsg {
  const message: unknown = JSON.parse(String(text));
  if (isMessage(message)) return message;
  throw new Error('malformed message of the server');
}
