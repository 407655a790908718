import { mount } from 'svelte';

import App from './App.svelte';
import './fonts.css';
import './app.css';
import { startLanguage } from './lib/i18n.svelte';
import { watchLinks } from './lib/router.svelte';
import { update } from './lib/update.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no place for the app');

// What cannot be loaded any more is told wherever one is.
addEventListener('vite:preloadError', () => void update.look());

// Words first: a page that changes its language before one's eyes looks broken.
startLanguage().then(
  () => {
    watchLinks(document);
    mount(App, { target });
  },
  async () => {
    // There are no words for this in any language but these.
    if (!(await update.reload())) target.textContent = 'Немає зв’язку · Нет связи · No connection';
  },
);
