// Tables created through the API, without the set-up page.
import { readFileSync } from 'node:fs';
import { open } from './page.mjs';

/** Tiles for a short game. */
export const SHORT = ['V', 'U', 'E', 'W', 'K', 'B', 'U', 'N', 'V', 'A', 'P', 'E', 'L', 'V', 'J', 'U', 'I', 'V'];

const ME = { kind: 'me', name: 'Ann' };
const BOT = { kind: 'bot', level: 'beginner' };

/** Sends a POST request. */
export async function post(server, path, body, token) {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${said.code} ${said.message}`);
  return said;
}

/** Creates a table; the response contains the token of the player. */
export const make = (server, plan) =>
  post(server, '/api/tables', {
    game: 'land',
    rules: 'base,fields',
    seats: [ME, BOT],
    deal: { kind: 'seed', seed: 'the browser' },
    ...plan,
  });

/** Takes a seat at a table. */
export const join = (server, table, name) => post(server, `/api/tables/${table}/seats`, { name });

let deeds = 0;
/** Sends a command to a table without a page. */
export function act(server, { table, token }, command) {
  deeds += 1;
  return post(server, `/api/tables/${table}/do`, { id: `deed-${deeds}`, command }, token);
}

/** Opens a page that holds a seat. */
export async function sitDown(chrome, server, seated, options = {}) {
  const page = await open(chrome, `${server.url}/t/${seated.table}`, { ...options, seat: { ...seated, since: 1 } });
  await page.waitForSelector('[data-revision]');
  page.table = seated.table;
  return page;
}

/** Opens a page at a table against a bot, with the given tiles or all of them. */
export async function sit(chrome, server, tiles, options = {}) {
  const deal = tiles ? { kind: 'deck', tiles } : { kind: 'seed', seed: 'the browser' };
  return sitDown(chrome, server, await make(server, { deal }), options);
}

/** Returns a record of `tables` and the position in it after `actions` actions
 * of turn `turn`: the seat to act and the rest of the turn. */
function moment(name, turn, actions) {
  const record = readFileSync(new URL(`../tables/${name}.bastide`, import.meta.url), 'utf8');
  const [, header, ...lines] = record
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('end'));
  const [, count, first] = /seats=(\d) first=(\d)/.exec(header);
  const turns = lines.map((line) => line.split(' '));
  // A player who uses a token of kind 1 also gets the next turn.
  const extra = turns.slice(0, turn - 1).filter((tokens) => tokens.includes('U1')).length;
  return {
    record,
    actions: turns.slice(0, turn - 1).flat().length + actions,
    count: Number(count),
    seat: (Number(first) + turn - 1 - extra) % Number(count),
    rest: turns[turn - 1].slice(actions),
  };
}

/** Creates a table that continues a recorded game, with the player to act as
 * this player; `rest` contains the next actions of the record. */
export async function goOn(server, name, turn, actions, plan = {}) {
  const { record, count, seat, rest, actions: all } = moment(name, turn, actions);
  const others = plan.others ?? BOT;
  const seated = await make(server, {
    seats: Array.from({ length: count }, (_, n) => (n === seat ? ME : others)),
    go_on: { record, actions: all },
    aid: plan.aid ?? 'standard',
    colours: plan.colours ?? [],
  });
  return { ...seated, rest };
}

/** Opens a page at such a table. */
export async function sitAt(chrome, server, name, turn, actions, { options, ...plan } = {}) {
  const { rest, ...seated } = await goOn(server, name, turn, actions, plan);
  const page = await sitDown(chrome, server, seated, options);
  await page.waitForSelector('[data-prompt]');
  page.rest = rest;
  return page;
}
