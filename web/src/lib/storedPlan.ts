// Reading of a set-up that was stored in the browser.

import { BOTS, type ClockPlan, type Colour, type SeatPlan, type UndoPolicy } from '../wire/wire';
import { COLOURS } from './colours';
import { factsAbout } from './expansions';
import { EXPANSIONS } from './games';
import { DEFAULT_BOT, fitted, freshPlan, KINDS, PRESETS, type Plan } from './presets';
import { isRecord, listOf } from './storage';

const UNDO_POLICIES: readonly UndoPolicy[] = ['within_turn', 'past_draws'];

/** Reads a stored plan; invalid values are replaced by defaults. */
export function readPlan(kept: unknown, name: string): Plan {
  const fresh = freshPlan(name);
  if (!isRecord(kept)) return fresh;
  const one = <T extends string>(value: unknown, among: readonly T[], otherwise: T): T =>
    among.find((known) => known === value) ?? otherwise;
  const seats = Array.isArray(kept.seats) ? listOf(kept.seats).flatMap(readSeat) : fresh.seats;
  // Earlier clients stored them as options.
  const chosen = listOf(kept.expansions ?? kept.options);
  return fitted({
    preset: PRESETS.find((preset) => preset === kept.preset) ?? null,
    kind: one(kept.kind, KINDS, 'land'),
    expansions: EXPANSIONS.filter((expansion) => chosen.includes(expansion)),
    variants: readVariants(kept),
    seats,
    colours: readColours(kept.colours),
    clock: readClock(kept.clock),
    aid: one(kept.aid, ['none', 'standard', 'coach'], 'standard'),
    chosenUndo: UNDO_POLICIES.find((policy) => policy === kept.chosenUndo) ?? null,
    standIn: one(kept.standIn, BOTS, DEFAULT_BOT),
    visibility: one(kept.visibility, ['private', 'listed'], 'private'),
    first: typeof kept.first === 'number' ? kept.first : null,
    // A stored text would deal the same tiles every time.
    seed: '',
  });
}

/** Reads the stored editions of expansions, as far as they are known. */
function readVariants(kept: Record<string, unknown>): Record<string, string> {
  const stored = isRecord(kept.variants) ? kept.variants : {};
  const known = EXPANSIONS.flatMap((expansion) => {
    const facts = factsAbout(expansion);
    const wanted = facts?.formerVariant?.(kept) ?? stored[expansion];
    const variant = facts?.variants?.slice(1).find((one) => one === wanted);
    return variant === undefined ? [] : [[expansion, variant] as const];
  });
  return Object.fromEntries(known);
}

function readSeat(kept: unknown): SeatPlan[] {
  if (!isRecord(kept)) return [];
  if (kept.kind === 'open') return [{ kind: 'open' }];
  if (kept.kind === 'me' && typeof kept.name === 'string') return [{ kind: 'me', name: kept.name }];
  if (kept.kind === 'bot' && typeof kept.level === 'string') return [{ kind: 'bot', level: kept.level }];
  return [];
}

/** Reads stored colours and appends the others in the default order. */
function readColours(kept: unknown): Colour[] {
  const known = listOf(kept).flatMap((value) => COLOURS.filter((colour) => colour === value));
  return [...new Set([...known, ...COLOURS])];
}

function readClock(kept: unknown): ClockPlan | null {
  if (!isRecord(kept)) return null;
  const { kind, seconds, increment, days } = kept;
  if (kind === 'live' && typeof seconds === 'number' && typeof increment === 'number')
    return { kind, seconds, increment };
  if (kind === 'days' && typeof days === 'number') return { kind, days };
  return null;
}
