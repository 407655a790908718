// Plays sounds. They are computed when they are first needed, some variants of
// each. Nothing sounds before the first touch: browsers forbid it.

import { prefs } from './prefs.svelte';

export type Sound =
  | 'tile' | 'rotate' | 'figure' | 'build' | 'confirm'
  | 'city' | 'road' | 'monastery' | 'points' | 'home'
  | 'pig' | 'token' | 'discard' | 'turn' | 'chat' | 'end' | 'win';

/** Variants of each sound, so that it is not the same every time. */
const VARIANTS = 3;
/** The same sound again within this time, in seconds, is one sound. */
const MERGED = 0.045;

let context: AudioContext | null = null;
const known = new Map<Sound, AudioBuffer[]>();
const last = new Map<Sound, number>();

/** Makes a sound, if sounds are wanted. */
export function play(sound: Sound): void {
  if (!prefs.sound || prefs.volume === 0 || !navigator.userActivation?.hasBeenActive) return;
  // No sound is no reason not to play.
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
  // A little higher or lower every time.
  source.playbackRate.value = 0.975 + Math.random() * 0.05;
  const gain = out.createGain();
  // As loud as it is felt to be.
  gain.gain.value = prefs.volume ** 1.6;
  source.connect(gain).connect(out.destination);
  source.start();
}
