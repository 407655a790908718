// Connections to tables: over a socket to the server, or to the engine on this
// device.

import type { Answer, Command, Done, Question, ServerMsg } from '../wire/wire';
import type { AnyProblem } from './request';

/** State of a connection. */
export type ConnectionState = 'connecting' | 'open' | 'broken' | 'offline' | 'closed';

/** A connection to one table. */
export interface TableConnection {
  /** Sends a command that changes the table; resolves once it is saved. */
  command(command: Command): Promise<Done>;
  /** Sends a query. */
  ask(question: Question): Promise<Answer>;
  /** Closes the connection and rejects all pending requests. */
  close(): void;
}

/** Receiver of connection events. */
export interface Listener {
  state(state: ConnectionState): void;
  message(message: ServerMsg): void;
  /** Called when a message cannot be read, before reconnecting. */
  malformed(): void;
  /** Called when the connection is closed permanently. */
  closed(problem: AnyProblem): void;
  /** Returns the number of the last event that was received, to resume from. */
  lastSeen(): number | null;
  /** Called when a game on this device can no longer be stored, or again can. */
  saved(isSaved: boolean): void;
}

/** Connects a page to tables on this device; set once that code is loaded. A page
 * without it has no such tables. */
export const connectors: {
  local: ((table: string, name: string | null, listener: Listener) => TableConnection) | null;
} = { local: null };
