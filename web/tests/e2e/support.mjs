// Utilities for scenarios: a server, a browser, tables on it and on this device,
// and a player that clicks visible elements.
export * from './support/server.mjs';
export * from './support/page.mjs';
export * from './support/player.mjs';
export * from './support/tables.mjs';
export * from './support/device.mjs';
export * from './support/engine.mjs';
