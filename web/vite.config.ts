import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { pack } from './scripts/pack.mjs';

/** Where `npm run dev` finds a server to talk to. */
const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), pack()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/worker/sw.ts' },
      // A service worker keeps its name, and has to be at the root to speak for all pages.
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/art': server,
      '/ws': { target: server, ws: true },
    },
  },
});
