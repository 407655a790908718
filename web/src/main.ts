import { mount } from 'svelte';

import App from './App.svelte';
import './app.css';
import { startLanguage } from './lib/i18n.svelte';
import { watchLinks } from './lib/router.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no place for the app');

// Words first: a page that changes its language before one's eyes looks broken.
void startLanguage().then(() => {
  watchLinks(document);
  mount(App, { target });
  // Whoever has chosen no language here has the browser's, also when that changes.
  addEventListener('languagechange', () => void startLanguage());
});
