// User preferences, stored in the browser and never sent to the server.

import { isRecord, store, readStored } from './storage';

export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;
/** The selected theme. */
export type Theme = (typeof THEMES)[number];
/** The effective theme, with `auto` resolved. */
export type Shade = Exclude<Theme, 'auto'>;

export const PACES = ['slow', 'normal', 'fast', 'off'] as const;
/** Speed at which moves of other players are shown. */
export type Pace = (typeof PACES)[number];
/** Time per move in milliseconds; `off` shows all moves at once. */
export const STEPS: Readonly<Record<Pace, number | null>> = { slow: 900, normal: 750, fast: 600, off: null };

const isPace = (value: unknown): value is Pace => PACES.some((pace) => pace === value);
const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

class Prefs {
  theme = $state<Theme>('auto');
  sound = $state(true);
  /** Sound volume from 0 to 1. */
  volume = $state(0.7);
  pace = $state<Pace>('normal');
  /** True if a second tap on a choice confirms it. */
  fast = $state(false);
  /** True if the score track is shown. */
  track = $state(true);
  /** The player's name. */
  name = $state('');
  /** Preferences of the operating system. */
  #dark = $state(false);
  #contrast = $state(false);
  /** True if motion should be reduced. */
  reducedMotion = $state(false);

  /** The effective theme. */
  shade = $derived<Shade>(
    this.theme !== 'auto' ? this.theme : this.#contrast ? 'contrast' : this.#dark ? 'dark' : 'light',
  );

  constructor() {
    const kept = readStored('prefs', (value) => (isRecord(value) ? value : {}));
    if (isTheme(kept.theme)) this.theme = kept.theme;
    if (typeof kept.sound === 'boolean') this.sound = kept.sound;
    const volume = kept.volume;
    if (typeof volume === 'number' && volume >= 0 && volume <= 1) this.volume = volume;
    if (isPace(kept.pace)) this.pace = kept.pace;
    if (typeof kept.fast === 'boolean') this.fast = kept.fast;
    if (typeof kept.track === 'boolean') this.track = kept.track;
    if (typeof kept.name === 'string') this.name = kept.name.slice(0, 40);
    follow('(prefers-color-scheme: dark)', (is) => (this.#dark = is));
    follow('(prefers-contrast: more)', (is) => (this.#contrast = is));
    follow('(prefers-reduced-motion: reduce)', (is) => (this.reducedMotion = is));
  }

  /** Stores all preferences. */
  save(): void {
    store('prefs', {
      theme: this.theme,
      sound: this.sound,
      volume: this.volume,
      pace: this.pace,
      fast: this.fast,
      track: this.track,
      name: this.name,
    });
  }
}

function follow(query: string, tell: (is: boolean) => void): void {
  const media = matchMedia(query);
  tell(media.matches);
  media.addEventListener('change', () => tell(media.matches));
}

export const prefs = new Prefs();
