// How one likes it: kept in the browser, never sent anywhere.

import { isRecord, keep, recall } from './keep';

export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;
/** How the page is to look. */
export type Theme = (typeof THEMES)[number];
/** How it looks: what `auto` comes to is decided. */
export type Shade = Exclude<Theme, 'auto'>;

export const PACES = ['slow', 'normal', 'fast', 'off'] as const;
/** How fast moves of others are shown. */
export type Pace = (typeof PACES)[number];
/** For how long each of them is shown, in milliseconds; `off` shows all at once. */
export const STEPS: Readonly<Record<Pace, number | null>> = { slow: 900, normal: 750, fast: 600, off: null };

const isPace = (value: unknown): value is Pace => PACES.some((pace) => pace === value);
const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

class Prefs {
  theme = $state<Theme>('auto');
  sound = $state(true);
  /** How loud sounds are, up to 1. */
  volume = $state(0.7);
  pace = $state<Pace>('normal');
  /** A second tap on a choice confirms it. */
  fast = $state(false);
  /** The score track is shown. */
  track = $state(true);
  /** The name one sits down under. */
  name = $state('');
  /** What the system asks for. */
  #dark = $state(false);
  #contrast = $state(false);
  /** Whether things should move as little as possible. */
  still = $state(false);

  /** How the page looks. */
  shade = $derived<Shade>(
    this.theme !== 'auto' ? this.theme : this.#contrast ? 'contrast' : this.#dark ? 'dark' : 'light',
  );

  constructor() {
    const kept = recall('prefs', (value) => (isRecord(value) ? value : {}));
    if (isTheme(kept['theme'])) this.theme = kept['theme'];
    if (typeof kept['sound'] === 'boolean') this.sound = kept['sound'];
    const volume = kept['volume'];
    if (typeof volume === 'number' && volume >= 0 && volume <= 1) this.volume = volume;
    if (isPace(kept['pace'])) this.pace = kept['pace'];
    if (typeof kept['fast'] === 'boolean') this.fast = kept['fast'];
    if (typeof kept['track'] === 'boolean') this.track = kept['track'];
    if (typeof kept['name'] === 'string') this.name = kept['name'].slice(0, 40);
    follow('(prefers-color-scheme: dark)', (is) => (this.#dark = is));
    follow('(prefers-contrast: more)', (is) => (this.#contrast = is));
    follow('(prefers-reduced-motion: reduce)', (is) => (this.still = is));
  }

  /** Remembers everything as it is now. */
  save(): void {
    keep('prefs', { theme: this.theme, sound: this.sound, volume: this.volume, pace: this.pace, fast: this.fast, track: this.track, name: this.name });
  }
}

function follow(query: string, tell: (is: boolean) => void): void {
  const media = matchMedia(query);
  tell(media.matches);
  media.addEventListener('change', () => tell(media.matches));
}

export const prefs = new Prefs();
