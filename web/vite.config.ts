import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { pack } from './scripts/pack.mjs';

/** The server that `npm run dev` proxies to. */
const server = 'http://127.0.0.1:8080';

/** Scripts of a table, all of which its first load includes: its other parts
 * need not name them to load them. */
const ofTable =
  /^assets\/(?:Drawer|Pieces|Play|TablePage|connection|figures|geometry|i18n\.svelte|index|index-client|runtime|seats|words)-.{8}\.js$/;
const hosts = /^assets\/(?:Drawer|Pieces|Play|TablePage)-/;

export default defineConfig({
  plugins: [svelte(), pack()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostId }) =>
        hosts.test(hostId) ? files.filter((file) => !ofTable.test(file)) : files,
    },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/worker/sw.ts' },
      // The service worker needs a fixed name at the root, which gives it the
      // scope of all pages.
      output: {
        // Tiny modules of the tools share a file: each file costs a first visit
        // almost a kilobyte of headers.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'runtime',
              test: /disclose-version|preload-helper|lib\/(storage|installOffer|update\.svelte)\.ts$/,
            },
            { name: 'seats', test: /wire\/wire\.ts$|lib\/(colours|seats\.svelte|request|received|random)\.ts$/ },
            // Tables, replays and the analysis board share these; in more files
            // they would be larger.
            {
              name: 'Play',
              test: new RegExp(
                [
                  'table/(Away|FeatureCard|Notices|Panels|Pins|Play|Players|PlayersFooter|Supplies|Tools|TurnBar)\\.svelte',
                  'board/Ghost\\.svelte',
                  'ui/(FigureIcon|TilePicture)\\.svelte',
                  'lib/session/',
                  'lib/(keys|mapAids|moves|offers|placements|previews|prompts|socket|spaces|table|tableParts|tableSession|time|turn)(\\.svelte)?\\.ts',
                  'expansions/\\w+/(aid|spaces)\\.ts',
                ].join('|'),
              ),
            },
            {
              name: 'Drawer',
              test: /table\/Drawer\.svelte|board\/(Board|Overlays)\.svelte|expansions\/\w+\/narration\.ts|lib\/(camera|covers|gestures|layout|narrate|narrations|sound)(\.svelte)?\.ts/,
            },
            { name: 'connection', test: /lib\/(pending|connection|idle)\.ts$/ },
            { name: 'local', test: /local\/(api|art|calls|client|connection|library|postcard|rescue|store)\.ts$/ },
            {
              name: 'front',
              test: /lib\/(games|presets|api|shapes|where|enter)\.ts$|local\/engineFiles\.ts$|engine\/[\w-]+\.wasm/,
            },
          ],
        },
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // Files named after their language are the texts of tables. Parts of the
        // texts of expansions have longer names: `river-guide-en`.
        chunkFileNames: ({ facadeModuleId }) => {
          const part = /([^/]+)\/([^/]+)\.ts\?(\w+)$/.exec(facadeModuleId ?? '');
          return `assets/${part === null ? '[name]' : `${part[1]}-${part[3]}-${part[2]}`}-[hash].js`;
        },
      },
    },
  },
  // The worker of tables on this device imports other modules.
  worker: { format: 'es' },
  server: {
    // The file of puzzles belongs to the engine.
    fs: { allow: ['.', '../crates/bastide-study/puzzles'] },
    proxy: {
      '/api': server,
      '/art': server,
      '/ws': { target: server, ws: true },
    },
  },
});
