import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Tests of the page's models against a real server: `npm run model`.
export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'] },
  test: { include: ['tests/model/*.model.ts'], setupFiles: ['tests/browser.ts'] },
});
