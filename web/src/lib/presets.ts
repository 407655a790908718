// Predefined games, and conversion of a set-up between the form and the server.

import {
  GAMES,
  type Aid,
  type ClockPlan,
  type Colour,
  type ExpansionName,
  type GameKind,
  type NewTable,
  type SeatPlan,
  type UndoPolicy,
  type Visibility,
} from '../wire/wire';
import { chosenColours, COLOURS } from './colours';
import { EXPANSION_PRESETS, type BoardKind, type Preset, type PresetGame } from './expansions';
import { EXPANSIONS, expansionsOf } from './games';

export type { Preset };

/** Returns the kind of board of a game. Games of the land without a block of
 * their own share one. */
const kindOf = ({ game, base }: GameKind): BoardKind => (base === null || base === 'base' ? game : base);
export const KINDS: readonly BoardKind[] = GAMES.map(kindOf);

/** Predefined games without expansions. */
const PLAIN_PRESETS: readonly PresetGame[] = [
  { name: 'stronghold', order: 5, kind: 'stronghold', expansions: [] },
  { name: 'base', order: 1, isVariant: true, kind: 'land', expansions: [] },
];
const MIXES = [...EXPANSION_PRESETS, ...PLAIN_PRESETS].sort((a, b) => a.order - b.order);

const namesOf = (isVariant: boolean): readonly Preset[] =>
  MIXES.filter((mix) => (mix.isVariant === true) === isVariant).map(({ name }) => name);
/** Predefined games shown with a large picture. */
export const FEATURED = namesOf(false);
/** Variants of the base game, shown smaller below those. */
export const VARIANTS = namesOf(true);
export const PRESETS: readonly Preset[] = [...FEATURED, ...VARIANTS];
/** The preset of a fresh plan. */
const [FIRST_PRESET = 'base'] = FEATURED;

/** A table being set up. */
export interface Plan {
  /** The preset chosen last; see `presetOf`. */
  preset: Preset | null;
  kind: BoardKind;
  /** Names of the chosen expansions. */
  expansions: ExpansionName[];
  /** The chosen edition of an expansion, if it is not the default. */
  variants: Readonly<Record<string, string>>;
  seats: SeatPlan[];
  /** All colours: those of the seats first, then the free ones. */
  colours: readonly Colour[];
  clock: ClockPlan | null;
  aid: Aid;
  /** The undo policy, if the player chose one; see `undoOf`. */
  chosenUndo: UndoPolicy | null;
  /** Level of the bots that replace absent players. */
  standIn: string;
  visibility: Visibility;
  /** The seat that begins; drawn at random if `null`. */
  first: number | null;
  /** Text that determines the draws; a secret random one if empty. */
  seed: string;
}

/** Returns the game of a preset. */
function mixOf(preset: Preset): PresetGame {
  const mix = MIXES.find(({ name }) => name === preset);
  if (mix === undefined) throw new Error(`there is no preset ${preset}`);
  return mix;
}

/** Returns true if the game of a plan always includes an expansion (SETUP-6). */
export const isAlwaysOn = ({ kind }: Pick<Plan, 'kind'>, expansion: ExpansionName): boolean =>
  expansionsOf(gameOf(kind)).some(({ name, is_required }) => name === expansion && is_required);

export const DEFAULT_BOT = 'normal';
/** Maximum length of a name; the server rejects longer ones. */
export const NAME_LENGTH = 24;

/** Returns the initial plan: the first preset against a bot. */
export function freshPlan(name: string): Plan {
  const { kind, expansions } = mixOf(FIRST_PRESET);
  return {
    preset: FIRST_PRESET,
    kind,
    expansions: [...expansions],
    variants: {},
    seats: [
      { kind: 'me', name },
      { kind: 'bot', level: DEFAULT_BOT },
    ],
    colours: COLOURS,
    clock: null,
    aid: 'standard',
    chosenUndo: null,
    standIn: DEFAULT_BOT,
    visibility: 'private',
    first: null,
    seed: '',
  };
}

/** Returns the plan with the game of a preset. */
export function withPreset(plan: Plan, preset: Preset): Plan {
  const { kind, expansions } = mixOf(preset);
  return fitted({ ...plan, preset, kind, expansions: [...expansions], variants: {} });
}

/** Returns the preset that a plan matches, or `null`. If several match, the one
 * that was chosen wins. */
export function presetOf(plan: Plan): Preset | null {
  const isLike = (preset: Preset): boolean => {
    const { kind, expansions } = mixOf(preset);
    return (
      kind === plan.kind &&
      expansions.length === plan.expansions.length &&
      expansions.every((expansion) => plan.expansions.includes(expansion))
    );
  };
  if (plan.preset !== null && isLike(plan.preset)) return plan.preset;
  return PRESETS.find(isLike) ?? null;
}

/** Returns the server's description of a game. */
export function gameOf(kind: BoardKind): GameKind {
  const game = GAMES.find((one) => kindOf(one) === kind);
  if (game === undefined) throw new Error(`the server has no game ${kind}`);
  return game;
}

/** Returns the reason why an expansion cannot be chosen: the game does not have
 * it, or it needs other expansions that are not chosen. `null` if it can be
 * chosen. */
export function hindrance(
  plan: Plan,
  expansion: ExpansionName,
): { isAbsent: boolean; needs: readonly ExpansionName[] } | null {
  const known = expansionsOf(gameOf(plan.kind)).find(({ name }) => name === expansion);
  if (known === undefined) return { isAbsent: true, needs: [] };
  const needs = known.needs.filter((name) => !plan.expansions.some((chosen) => chosen === name));
  return needs.length > 0 ? { isAbsent: false, needs } : null;
}

/** Returns the expansions of a game with which more players can play than
 * without, and their number then. */
const raising = (kind: BoardKind): { name: ExpansionName; most: number }[] =>
  expansionsOf(gameOf(kind)).flatMap(({ name, most_seats }) =>
    most_seats === null ? [] : [{ name, most: most_seats }],
  );

/** Returns the maximum number of players with the chosen expansions. */
export const mostSeats = ({ kind, expansions }: Pick<Plan, 'kind' | 'expansions'>): number =>
  raising(kind).reduce(
    (most, raised) => (expansions.includes(raised.name) ? Math.max(most, raised.most) : most),
    gameOf(kind).most_seats,
  );

/** Returns the numbers of players that can play with the chosen expansions. */
export function seatNumbers(plan: Pick<Plan, 'kind' | 'expansions'>): number[] {
  const { fewest_seats } = gameOf(plan.kind);
  return Array.from({ length: mostSeats(plan) - fewest_seats + 1 }, (_, n) => n + fewest_seats);
}

/** Returns the expansions that would allow more players than the chosen ones. */
export const seatRaisers = (plan: Pick<Plan, 'kind' | 'expansions'>): ExpansionName[] =>
  raising(plan.kind).flatMap(({ name, most }) => (most > mostSeats(plan) ? [name] : []));

/** Returns the plan changed so that it can be played: compatible expansions, those
 * that the game always includes, and a supported number of seats. */
export function fitted(plan: Plan): Plan {
  const wanted = EXPANSIONS.filter((expansion) => plan.expansions.includes(expansion) || isAlwaysOn(plan, expansion));
  const expansions = wanted.filter(
    (expansion) => isAlwaysOn(plan, expansion) || hindrance({ ...plan, expansions: wanted }, expansion) === null,
  );
  const { fewest_seats } = gameOf(plan.kind);
  const seats = plan.seats.slice(0, mostSeats({ kind: plan.kind, expansions }));
  while (seats.length < fewest_seats) seats.push({ kind: 'bot', level: DEFAULT_BOT });
  const first = plan.first !== null && plan.first < seats.length ? plan.first : null;
  return { ...plan, expansions, seats, first };
}

/** Returns the colours with `colour` at a seat. If another seat has it, the two
 * seats swap colours. */
export function withColour(plan: Plan, seat: number, colour: Colour): Pick<Plan, 'colours'> {
  const old = plan.colours[seat];
  return { colours: plan.colours.map((one) => (one === colour ? (old ?? one) : one === old ? colour : one)) };
}

/** Returns the plan without a seat. The other seats keep their colours, and its
 * colour goes to the next seat added. */
export function withoutSeat({ seats, colours }: Plan, seat: number): Pick<Plan, 'seats' | 'colours'> {
  const rest = seats.filter((_, n) => n !== seat);
  const free = colours.filter((_, n) => n !== seat);
  return {
    seats: rest,
    colours: [...free.slice(0, rest.length), ...colours.slice(seat, seat + 1), ...free.slice(rest.length)],
  };
}

/** Returns the undo policy: the chosen one, or a default. Undo past draws is
 * the default at private tables with open seats and, if no seat is open, in
 * games without a clock. */
export function undoOf({ chosenUndo, seats, clock, visibility }: Plan): UndoPolicy {
  if (chosenUndo !== null) return chosenUndo;
  const isOpen = seats.some((seat) => seat.kind === 'open');
  return (isOpen ? visibility === 'private' : clock === null) ? 'past_draws' : 'within_turn';
}

/** Returns the request to create the table. */
export function newTable(plan: Plan): NewTable {
  const { game, base } = gameOf(plan.kind);
  const names = plan.expansions.map((expansion) => {
    const variant = plan.variants[expansion];
    return variant === undefined ? expansion : `${expansion}=${variant}`;
  });
  const seats = plan.seats.map((seat): SeatPlan =>
    seat.kind === 'me' ? { kind: 'me', name: seat.name.trim().slice(0, NAME_LENGTH) } : seat,
  );
  return {
    game,
    rules: base === null ? '' : [base, ...names].join(','),
    seats: distinct(seats),
    ...chosenColours(plan.colours.slice(0, seats.length)),
    clock: plan.clock,
    aid: plan.aid,
    undo: undoOf(plan),
    stand_in: plan.standIn,
    visibility: plan.visibility,
    first: plan.first === null ? { kind: 'random' } : { kind: 'seat', seat: plan.first },
    deal: plan.seed.trim() === '' ? { kind: 'secret' } : { kind: 'seed', seed: plan.seed.trim() },
  };
}

/** Makes the names of players on one screen distinct. */
function distinct(seats: SeatPlan[]): SeatPlan[] {
  const seen = new Set<string>();
  return seats.map((seat) => {
    if (seat.kind !== 'me') return seat;
    let name = seat.name;
    if (name === '') return seat;
    for (let n = 2; seen.has(name); n += 1) name = `${seat.name} ${String(n)}`;
    seen.add(name);
    return { kind: 'me', name };
  });
}
