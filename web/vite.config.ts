import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { pack } from './scripts/pack.mjs';

/** Where `npm run dev` finds a server to talk to. */
const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), pack()],
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    proxy: {
      '/api': server,
      '/art': server,
      '/ws': { target: server, ws: true },
    },
  },
});
