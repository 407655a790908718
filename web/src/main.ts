import { mount } from 'svelte';

import App from './App.svelte';
import './fonts.css';
import './tokens.css';
import './app.css';
import './lib/installOffer';
import { startLanguage } from './lib/i18n.svelte';
import { watchLinks } from './lib/router.svelte';
import { update } from './lib/update.svelte';

/** Delay before the page is prepared for use without a network, in
 * milliseconds. */
const UNHURRIED = 6_000;

const prepareOffline = async (): Promise<void> => (await import('./lib/offline.svelte')).prepareOffline();

const target = document.getElementById('app');
if (target === null) throw new Error('the page has no place for the app');

// A chunk that no longer exists on the server is reported on any page.
addEventListener('vite:preloadError', () => void update.check());

// Texts first: a page that changes its language after it is shown looks broken.
startLanguage().then(
  () => {
    watchLinks(document);
    mount(App, { target });
    setTimeout(() => void prepareOffline().catch(() => undefined), UNHURRIED);
  },
  async () => {
    // No texts could be loaded, so the message is hard-coded in all languages.
    if (!(await update.reload())) target.textContent = 'Немає зв’язку · Нет связи · No connection';
  },
);
