// What every scenario needs: a server of its own, a browser, tables, and
// somebody who plays by clicking what is shown.
export * from './kit/server.mjs';
export * from './kit/page.mjs';
export * from './kit/player.mjs';
export * from './kit/tables.mjs';
