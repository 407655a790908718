// The engine: WebAssembly that takes a request as JSON and returns the response
// as JSON.

import type { ClientMsg, NewTable, Problem, Scenes, Seated, ServerMsg, TableView, Verdict } from '../wire/wire';
import { fits, isMessage, PROBLEM, TABLE } from '../lib/received';
import { Refusal } from '../lib/request';
import { SCENES, SEATED, VERDICT } from '../lib/shapes';
import { isRecord } from '../lib/storage';
import type { Fact } from './store';

/** The engine stopped in the middle of a request, so that nothing is known about
 * its memory. A new instance is needed. */
export class EngineTrap extends Error {}

/** An instance of the engine. */
export interface Engine {
  /** Processes a request. Throws a `Refusal` or an `EngineTrap`. */
  call(request: object): unknown;
}

interface Exports {
  memory: WebAssembly.Memory;
  input(length: number): number;
  call(): number;
  /** The address of the last response, or of the reason for a trap. */
  output?(): number;
  output_len(): number;
}

function isEngine(exports: object): exports is Exports {
  const has = (name: string): boolean => name in exports;
  return ['memory', 'input', 'call', 'output_len'].every(has);
}

/** Loads and compiles a file of the engine. */
export async function compile(url: string): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    // The server does not send the MIME type of WebAssembly, or the browser does
    // not compile streams.
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: status ${String(answer.status)}`);
    return WebAssembly.compile(await answer.arrayBuffer());
  }
}

function start(module: WebAssembly.Module): Exports {
  const { exports } = new WebAssembly.Instance(module, { env: { now: () => performance.now() } });
  if (!isEngine(exports)) throw new Error('this file is not the engine');
  return exports;
}

/** Creates an instance of the engine. */
export function instantiate(module: WebAssembly.Module): Engine {
  const exports = start(module);
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  const read = (at: number): string =>
    decoder.decode(new Uint8Array(exports.memory.buffer, at >>> 0, exports.output_len() >>> 0));
  /** Returns what the engine says about a trap. */
  function lastWords(): string {
    try {
      return exports.output === undefined ? '' : read(exports.output());
    } catch {
      return '';
    }
  }
  function exchange(request: object): string {
    try {
      const bytes = encoder.encode(JSON.stringify(request));
      const input = exports.input(bytes.length) >>> 0;
      // The memory may have grown, which detaches the old buffer.
      new Uint8Array(exports.memory.buffer, input, bytes.length).set(bytes);
      return read(exports.call());
    } catch (caught) {
      throw new EngineTrap(`${String(caught)} ${lastWords()}`.trim());
    }
  }
  return {
    call(request) {
      const text = exchange(request);
      let response: unknown;
      try {
        response = JSON.parse(text);
      } catch {
        throw new EngineTrap('the response of the engine is not JSON');
      }
      if (fits<{ problem: Problem }>(response, { problem: PROBLEM })) throw new Refusal(response.problem);
      if (isRecord(response) && 'ok' in response) return response.ok;
      throw new EngineTrap('the response of the engine is malformed');
    },
  };
}

/** Facts and messages that follow from a message or a bot's turn. */
export interface Step {
  /** New facts, to be stored before the messages are delivered. */
  facts: Fact[];
  messages: ServerMsg[];
  /** Time at which the engine has to run again; `null` if it need not. */
  due: number | null;
  /** The table of a rematch. */
  made: { id: string; facts: Fact[] } | null;
}

/** Returns `value` if it has the right type; otherwise the engine is broken. */
function checked<T>(value: unknown, is: (value: unknown) => value is T): T {
  if (is(value)) return value;
  throw new EngineTrap('the response of the engine has another form');
}

const areFacts = (value: unknown): value is Fact[] => fits<{ facts: Fact[] }>({ facts: value }, FACTS);
const FACTS = { facts: [{ seq: 'number' }] } as const;
const areMessages = (value: unknown): value is ServerMsg[] => Array.isArray(value) && value.every(isMessage);
const isMade = (value: unknown): value is Step['made'] =>
  value === null || (fits<{ id: string; facts: Fact[] }>(value, { id: 'string' }) && areFacts(value.facts));
const isStep = (value: unknown): value is Step =>
  fits<Step>(value, { due: 'number null' }) &&
  areFacts(value.facts) &&
  areMessages(value.messages) &&
  isMade(value.made);
const isText = (value: unknown): value is string => typeof value === 'string';

/** The requests that the engine understands, with checked responses. */
export class EngineCalls {
  readonly #make: () => Engine;
  #engine: Engine | null = null;
  /** Number of instances that failed. Tables that were opened in an earlier
   * instance have to be opened again. */
  generation = 0;

  constructor(make: () => Engine) {
    this.#make = make;
  }

  version(): { protocol: number } {
    const is = (value: unknown): value is { protocol: number } =>
      fits<{ protocol: number }>(value, { protocol: 'number' });
    return checked(this.#call({ call: 'version' }), is);
  }

  /** Creates a table, which is open then. */
  make(id: string, table: NewTable, now: number, entropy: string): { seated: Seated; facts: Fact[] } {
    const is = (value: unknown): value is { seated: Seated; facts: Fact[] } =>
      fits<{ seated: Seated; facts: Fact[] }>(value, { seated: SEATED }) && areFacts(value.facts);
    return checked(this.#call({ call: 'make', id, new: table, now, entropy }), is);
  }

  /** Opens a table from its facts. */
  open(id: string, facts: readonly Fact[], now: number, entropy: string): void {
    this.#call({ call: 'open', id, facts, now, entropy });
  }

  /** Closes a table; does nothing if it is not open. */
  close(id: string): void {
    try {
      this.#call({ call: 'close', id });
    } catch (caught) {
      if (!(caught instanceof Refusal)) throw caught;
    }
  }

  /** Processes a message of the page. */
  message(id: string, token: string | null, now: number, message: ClientMsg): Step {
    return checked(this.#call({ call: 'message', id, token, now, message }), isStep);
  }

  /** Plays one turn of a bot, or ends the turn of a player without time. */
  run(id: string, now: number): Step {
    return checked(this.#call({ call: 'run', id, now }), isStep);
  }

  /** Applies facts that another tab has stored. */
  apply(id: string, facts: readonly Fact[], now: number): Step {
    return checked(this.#call({ call: 'apply', id, facts, now }), isStep);
  }

  view(id: string, token: string | null, now: number): TableView {
    const is = (value: unknown): value is TableView => fits<TableView>(value, TABLE);
    return checked(this.#call({ call: 'view', id, token, now }), is);
  }

  record(id: string): string {
    return checked(this.#call({ call: 'record', id }), isText);
  }

  /** Returns positions of a table's game, or of a record. */
  scenes(of: { id: string } | { record: string }, from: number, to: number): Scenes {
    const is = (value: unknown): value is Scenes => fits<Scenes>(value, SCENES);
    return checked(this.#call({ call: 'scenes', ...of, from, to }), is);
  }

  verify(id: string): Verdict {
    const is = (value: unknown): value is Verdict => fits<Verdict>(value, VERDICT);
    return checked(this.#call({ call: 'verify', id }), is);
  }

  /** Returns all facts of a table, for publishing it. */
  log(id: string): Fact[] {
    return checked(this.#call({ call: 'log', id }), areFacts);
  }

  /** Reads or analyses a game that is not that of a table. The page checks the
   * result. */
  study(call: string, args: object): unknown {
    return this.#call({ call, ...args });
  }

  /** Returns a picture as SVG. */
  draw(picture: object): string {
    return checked(this.#call(picture), isText);
  }

  #call(request: object): unknown {
    try {
      this.#engine ??= this.#make();
      return this.#engine.call(request);
    } catch (caught) {
      if (caught instanceof Refusal) throw caught;
      this.#engine = null;
      this.generation += 1;
      throw caught instanceof EngineTrap ? caught : new EngineTrap(String(caught));
    }
  }
}
