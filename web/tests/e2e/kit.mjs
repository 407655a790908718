// Utilities for scenarios: a server, a browser, tables, and a player that
// clicks visible elements.
export * from './kit/server.mjs';
export * from './kit/page.mjs';
export * from './kit/player.mjs';
export * from './kit/tables.mjs';
