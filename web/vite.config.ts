import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { pack } from './scripts/pack.mjs';

/** The server that `npm run dev` proxies to. */
const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), pack()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/worker/sw.ts' },
      // The service worker needs a fixed name at the root, which gives it the
      // scope of all pages.
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // Files named after their language are the texts of tables.
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${facadeModuleId?.endsWith('?guide') === true ? `guide-${name}` : '[name]'}-[hash].js`,
      },
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
