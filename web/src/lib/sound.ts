// Sound playback. Sounds are synthesized on first use, in several variants.
// Browsers do not allow sound before the first user interaction.

import { prefs } from './prefs.svelte';

export type Sound =
  | 'tile'
  | 'rotate'
  | 'figure'
  | 'build'
  | 'confirm'
  | 'city'
  | 'road'
  | 'monastery'
  | 'points'
  | 'home'
  | 'step'
  | 'token'
  | 'discard'
  | 'turn'
  | 'chat'
  | 'end'
  | 'win';

/** Number of variants of each sound, so that it differs from time to time. */
const VARIANTS = 3;
/** Repetitions of a sound within this time, in seconds, are played once. */
const MERGED = 0.045;

let context: AudioContext | null = null;
const known = new Map<Sound, AudioBuffer[]>();
const last = new Map<Sound, number>();

/** Plays a sound if sounds are enabled. */
export function play(sound: Sound): void {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- Firefox before 120 lacks `userActivation`.
  if (!prefs.sound || prefs.volume === 0 || !navigator.userActivation?.hasBeenActive) return;
  // A failure must not interrupt the game.
  void sounded(sound).catch(() => undefined);
}

async function sounded(sound: Sound): Promise<void> {
  context ??= new AudioContext();
  const out = context;
  const now = out.currentTime;
  if (now - (last.get(sound) ?? -1) < MERGED) return;
  last.set(sound, now);
  const { samples } = await import('./synth');
  if (out.state === 'suspended') await out.resume();
  const variants = known.get(sound) ?? [];
  known.set(sound, variants);
  let buffer = variants[Math.floor(Math.random() * VARIANTS)];
  if (buffer === undefined) {
    const made = samples(sound, out.sampleRate);
    buffer = out.createBuffer(1, made.length, out.sampleRate);
    buffer.getChannelData(0).set(made);
    variants.push(buffer);
  }
  const source = out.createBufferSource();
  source.buffer = buffer;
  // Vary the pitch slightly.
  source.playbackRate.value = 0.975 + Math.random() * 0.05;
  const gain = out.createGain();
  // Perceived loudness is not linear in the gain.
  gain.gain.value = prefs.volume ** 1.6;
  source.connect(gain).connect(out.destination);
  source.start();
}
