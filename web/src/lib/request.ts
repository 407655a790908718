// HTTP requests, and the errors of all requests.

import type { Problem, ProblemCode } from '../wire/wire';
import { fits, PROBLEM } from './received';

/** Reasons why a game on this device cannot be played: its stored data cannot be
 * read, the engine cannot be loaded, or it failed repeatedly. */
export type LocalCode = 'local/damaged' | 'local/no_engine' | 'local/other_tab' | 'local/stopped';

/** A problem of the server or of this device. */
export interface AnyProblem {
  code: ProblemCode | LocalCode;
  message: string;
  line?: number;
}

/** A request that was refused or that did not reach the server. */
export class Refusal extends Error {
  readonly code: AnyProblem['code'] | 'offline';
  /** The line of the record with the problem, from 1. */
  readonly line: number | null;

  constructor(problem: AnyProblem | null) {
    super(problem?.message ?? 'no connection');
    this.code = problem?.code ?? 'offline';
    this.line = problem?.line ?? null;
  }
}

/** A request: its method, body and token. */
export interface Call {
  method?: 'GET' | 'POST';
  body?: unknown;
  token?: string | null;
}

/** Sends a request; throws a `Refusal` unless it succeeds. */
export async function send(path: string, call: Call): Promise<Response> {
  const headers = new Headers();
  if (call.body !== undefined) headers.set('content-type', 'application/json');
  if (call.token) headers.set('authorization', `Bearer ${call.token}`);
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: call.method ?? 'GET',
      headers,
      body: call.body === undefined ? null : JSON.stringify(call.body),
    });
  } catch {
    throw new Refusal(null);
  }
  if (answer.ok) return answer;
  throw new Refusal(await problemOf(answer));
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const body: unknown = await answer.json();
    if (fits<{ problem: Problem }>(body, { problem: PROBLEM })) return body.problem;
    if (fits<Problem>(body, PROBLEM)) return body;
  } catch {
    // Not a response of our server: a proxy's error page, for example.
  }
  const code = answer.status === 404 ? 'server/not_found' : 'server/internal';
  return { code, message: `the server answered ${String(answer.status)}` };
}

/** Returns an SVG file. */
export const drawing = async (path: string): Promise<string> => (await send(path, {})).text();
