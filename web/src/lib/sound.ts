// Small sounds, made on the spot: wood for tiles, a peg for figures, a bell
// for points. Nothing sounds before the first touch; browsers see to that.

import { prefs } from './prefs.svelte';

export type Sound =
  | 'tile' | 'rotate' | 'figure' | 'build' | 'confirm'
  | 'city' | 'road' | 'monastery' | 'points' | 'home'
  | 'pig' | 'token' | 'discard' | 'turn' | 'chat' | 'end' | 'win';

interface Note {
  /** Hertz. */
  pitch: number;
  /** Seconds from now. */
  at: number;
  /** Seconds. */
  lasts: number;
  loud: number;
  shape: OscillatorType;
}

const note = (pitch: number, at: number, lasts: number, loud: number, shape: OscillatorType = 'sine'): Note =>
  ({ pitch, at, lasts, loud, shape });

const TUNES: Partial<Record<Sound, readonly Note[]>> = {
  tile: [note(150, 0, 0.09, 0.5, 'triangle'), note(92, 0.012, 0.12, 0.4)],
  figure: [note(420, 0, 0.05, 0.25, 'triangle'), note(260, 0.03, 0.07, 0.2)],
  points: [note(784, 0, 0.5, 0.16), note(1175, 0.07, 0.6, 0.12)],
  turn: [note(523, 0, 0.35, 0.16), note(659, 0.12, 0.45, 0.16)],
  confirm: [note(196, 0, 0.08, 0.4, 'triangle'), note(294, 0.03, 0.1, 0.2)],
  chat: [note(988, 0, 0.12, 0.08)],
  end: [note(523, 0, 0.6, 0.14), note(659, 0.14, 0.6, 0.14), note(784, 0.28, 0.9, 0.16)],
};

let context: AudioContext | null = null;

/** Makes a sound, if sounds are wanted. */
export function play(sound: Sound): void {
  if (!prefs.sound || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    const start = context.currentTime + 0.01;
    for (const one of TUNES[sound] ?? []) strike(context, one, start);
  } catch {
    // No sound is no reason not to play.
  }
}

function strike(out: AudioContext, { pitch, at, lasts, loud, shape }: Note, start: number): void {
  const voice = out.createOscillator();
  const hull = out.createGain();
  voice.type = shape;
  voice.frequency.value = pitch;
  hull.gain.setValueAtTime(0.0001, start + at);
  hull.gain.exponentialRampToValueAtTime(loud * 0.5, start + at + 0.008);
  hull.gain.exponentialRampToValueAtTime(0.0001, start + at + lasts);
  voice.connect(hull).connect(out.destination);
  voice.start(start + at);
  voice.stop(start + at + lasts + 0.02);
}
