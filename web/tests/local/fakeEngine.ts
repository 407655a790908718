// A stand-in for the engine: a game of numbered moves between a player and a bot,
// with the engine's requests and responses.

import { PROTOCOL, type ClientMsg, type ServerMsg, type TableView } from '../../src/wire/wire';
import { EngineTrap, type Engine } from '../../src/local/engine';
import { Refusal } from '../../src/lib/request';

export interface FakeFact {
  seq: number;
  schema: number;
  rules: number;
  at: number;
  /** `made TOKEN`, `play COMMAND-ID`, `bot` or `rematch ID`. */
  body: string;
}

interface Request {
  call: string;
  id: string;
  token: string | null;
  now: number;
  facts: FakeFact[];
  message: ClientMsg;
  record: string;
}

/** Number of moves in a game. */
const MOVES = 6;

/** Requests on which the next instance fails. */
export interface Faults {
  traps: string[];
  protocol: number;
}

class FakeTable {
  readonly facts: FakeFact[];
  isConnected = false;

  constructor(
    readonly id: string,
    facts: FakeFact[],
  ) {
    this.facts = [...facts];
  }

  get moves(): FakeFact[] {
    return this.facts.filter(({ body }) => body === 'bot' || body.startsWith('play '));
  }

  get isOver(): boolean {
    return this.moves.length >= MOVES;
  }

  /** The bot replies to every move. */
  get isBotsTurn(): boolean {
    return !this.isOver && this.moves.at(-1)?.body.startsWith('play ') === true;
  }

  view(): TableView {
    const rematch = this.facts.find(({ body }) => body.startsWith('rematch '))?.body.slice(8) ?? null;
    const view = {
      id: this.id,
      seq: this.facts.length,
      revision: this.moves.length,
      phase: this.isOver ? { kind: 'over', ending: 'played', scores: [], winners: [] } : { kind: 'playing' },
      seats: ['red', 'blue'].map((colour) => ({
        colour,
        who: { kind: 'bot', level: 'easy', instead_of: null },
        is_out: false,
        away: null,
      })),
      yours: [0],
      rematch,
      deal: { salts: [], stage: 'dealt', takes_salts: false },
      moderation: { muted_seats: [], muted_watchers: [], removed: [] },
      game: {
        family: 'land',
        rules: 'base',
        set: 'base',
        scores: [this.moves.length, 0],
        hands: [],
        bag: [],
        laid: [],
        figures: [],
        to_act: this.isOver ? null : this.isBotsTurn ? 1 : 0,
      },
      events: this.facts.map(({ seq, at }) => ({ seq, at, what: { kind: 'noted' } })),
    };
    return view as unknown as TableView;
  }
}

export class FakeEngine implements Engine {
  readonly #tables = new Map<string, FakeTable>();
  readonly #faults: Faults;
  /** The calls in order. */
  readonly #log: string[];

  constructor(faults: Faults, log: string[]) {
    this.#faults = faults;
    this.#log = log;
  }

  call(request: object): unknown {
    const asked = request as Request;
    const name = asked.call === 'message' ? asked.message.type : asked.call;
    this.#log.push(name);
    const trap = this.#faults.traps.indexOf(name);
    if (trap !== -1) {
      this.#faults.traps.splice(trap, 1);
      throw new EngineTrap('unreachable');
    }
    return JSON.parse(JSON.stringify(this.#answer(asked))) as unknown;
  }

  #answer(request: Request): unknown {
    const { id } = request;
    switch (request.call) {
      case 'version':
        return { protocol: this.#faults.protocol, engine: 'fake' };
      case 'make': {
        const facts = [this.#fact(1, request.now, 'made secret')];
        this.#tables.set(id, new FakeTable(id, facts));
        return { seated: { table: id, url: `/t/${id}`, seats: [0], token: 'secret' }, facts };
      }
      case 'open':
        if (!request.facts.every(({ body }) => /^(?:made|play|bot|rematch)\b/.test(body)))
          throw new Refusal({ code: 'record/unreadable', message: 'fact 2 cannot be read' });
        this.#tables.set(id, new FakeTable(id, request.facts));
        return {};
      case 'close':
        if (!this.#tables.delete(id)) throw new Refusal({ code: 'table/not_found', message: 'not open' });
        return {};
      case 'message':
        return this.#message(this.#table(id), request);
      case 'run':
        return this.#run(this.#table(id), request.now);
      case 'apply': {
        const table = this.#table(id);
        if (request.facts[0]?.seq !== table.facts.length + 1)
          throw new Refusal({ code: 'server/internal', message: 'facts are missing' });
        table.facts.push(...request.facts);
        return { facts: [], messages: [this.#update(table, request.facts)], due: null, made: null };
      }
      case 'view':
        return this.#table(id).view();
      case 'record':
        return `bastide 1\nmoves ${String(this.#table(id).moves.length)}\n`;
      case 'log':
        return this.#table(id).facts;
      case 'scenes':
        return { scenes: [], events: [], outline: { stops: [0], is_over: false, seats: [] } };
      case 'verify':
        return { draws: 0, contributors: [], bag: { piles: [], tokens: [] } };
      default:
        return `<svg>${request.call}</svg>`;
    }
  }

  #table(id: string): FakeTable {
    const table = this.#tables.get(id);
    if (table === undefined) throw new Refusal({ code: 'table/not_found', message: 'not open' });
    return table;
  }

  #fact(seq: number, at: number, body: string): FakeFact {
    return { seq, schema: 1, rules: 1, at, body };
  }

  #add(table: FakeTable, now: number, body: string): FakeFact {
    const fact = this.#fact(table.facts.length + 1, now, body);
    table.facts.push(fact);
    return fact;
  }

  #update(table: FakeTable, facts: readonly FakeFact[]): ServerMsg {
    const events = facts.map(({ seq, at }) => ({ seq, at, what: { kind: 'noted' } as const }));
    return { type: 'update', events, table: table.view(), laid_from: 0, offers: null };
  }

  #message(table: FakeTable, { message, token, now }: Request): object {
    const step = (facts: FakeFact[], messages: ServerMsg[], made: object | null = null): object => ({
      facts,
      messages: facts.length > 0 && table.isConnected ? [...messages, this.#update(table, facts)] : messages,
      due: table.isBotsTurn ? now : null,
      made,
    });
    if (token !== 'secret') throw new Refusal({ code: 'seat/bad_token', message: 'not the token' });
    switch (message.type) {
      case 'hello':
        table.isConnected = true;
        return step(
          [],
          [{ type: 'welcome', protocol: PROTOCOL, server: '1', now, table: table.view(), offers: null, unseen: null }],
        );
      case 'ask':
        return step([], [{ type: 'answer', id: message.id, answer: { kind: 'standing', seats: [] } }]);
      case 'do': {
        const { id, command } = message;
        const done = (): ServerMsg => ({
          type: 'done',
          id,
          done: { seq: table.facts.length, revision: table.moves.length },
        });
        if (table.facts.some(({ body }) => body === `play ${id}`)) return step([], [done()]);
        if (command.kind === 'propose') {
          const rematch = 'local-rematch22222';
          const facts = [this.#add(table, now, `rematch ${rematch}`)];
          return step(facts, [done()], { id: rematch, facts: [this.#fact(1, now, 'made secret')] });
        }
        if (command.kind === 'play' && command.revision !== table.moves.length)
          return step([], [{ type: 'refused', id, problem: { code: 'action/stale_revision', message: 'too late' } }]);
        const facts = [this.#add(table, now, `play ${id}`)];
        return step(facts, [done()]);
      }
    }
  }

  #run(table: FakeTable, now: number): object {
    const facts = table.isBotsTurn ? [this.#add(table, now, 'bot')] : [];
    return { facts, messages: facts.length > 0 ? [this.#update(table, facts)] : [], due: null, made: null };
  }
}
