// Synthesis of sound samples: struck wood, cloth, bells. Each sound consists of
// a few layers of filtered noise and decaying partials with reverberation. No
// recordings are loaded.

import type { Sound } from './sound';

/** Returns a random number in [0, 1). */
export type Random = () => number;

/** Mixes layers; times in seconds, pitches in hertz. */
class Mix {
  readonly #rate: number;
  readonly #random: Random;
  readonly out: Float32Array;

  constructor(rate: number, seconds: number, random: Random) {
    this.#rate = rate;
    this.#random = random;
    this.out = new Float32Array(Math.ceil(rate * seconds));
  }

  /** Adds a decaying partial that reaches a thousandth of its level after
   * `lasts`. */
  ring(at: number, pitch: number, lasts: number, loud: number, attack = 0.0015, bend = 1): void {
    const { out } = this;
    const start = Math.floor(at * this.#rate);
    const fade = 0.001 ** (1 / (lasts * this.#rate));
    const rise = Math.max(1, attack * this.#rate);
    // The pitch quickly approaches its nominal value, starting at `bend` times
    // that.
    const settle = 0.001 ** (1 / (0.06 * this.#rate));
    let phase = this.#random() * 0.4;
    let level = loud;
    let off = bend - 1;
    for (let n = 0; start + n < out.length && level > loud * 0.0005; n += 1) {
      phase += (2 * Math.PI * pitch * (1 + off)) / this.#rate;
      out[start + n] = (out[start + n] ?? 0) + Math.sin(phase) * level * Math.min(1, n / rise);
      level *= fade;
      off *= settle;
    }
  }

  /** Adds several partials of one body, given as ratios, levels and durations. */
  strike(
    at: number,
    pitch: number,
    loud: number,
    body: readonly (readonly [ratio: number, loud: number, lasts: number])[],
    attack = 0.0015,
  ): void {
    for (const [ratio, level, lasts] of body)
      this.ring(at, pitch * ratio * (1 + (this.#random() - 0.5) * 0.006), lasts, loud * level, attack);
  }

  /** Adds noise through a band-pass whose pitch moves from `from` to `to`. */
  noise(at: number, lasts: number, loud: number, from: number, to = from, width = 1, attack = 0.002): void {
    const { out } = this;
    const start = Math.floor(at * this.#rate);
    const length = Math.floor(lasts * this.#rate);
    const rise = Math.max(1, attack * this.#rate);
    let [low, band] = [0, 0];
    for (let n = 0; n < length && start + n < out.length; n += 1) {
      const part = n / length;
      const pitch = from * (to / from) ** part;
      // A state-variable filter, stable below a sixth of the sample rate.
      const f = 2 * Math.sin(Math.PI * Math.min(pitch / this.#rate, 0.16));
      const high = this.#random() * 2 - 1 - low - width * band;
      band += f * high;
      low += f * band;
      const hull = Math.min(1, n / rise) * Math.min(1, (1 - part) * 1.0001) ** 2;
      out[start + n] = (out[start + n] ?? 0) + band * hull * loud * width;
    }
  }
}

/** Partials of the struck bodies: ratio, level and duration. */
// prettier-ignore
const WOOD = [[1, 1, 0.16], [2.57, 0.55, 0.09], [4.9, 0.3, 0.05], [7.7, 0.12, 0.03]] as const;
// prettier-ignore
const PEG = [[1, 1, 0.09], [2.3, 0.7, 0.06], [4.1, 0.35, 0.04]] as const;
// prettier-ignore
const BAR = [[1, 1, 0.55], [3.93, 0.28, 0.16], [9.2, 0.08, 0.05]] as const;
// prettier-ignore
const BELL = [[0.5, 0.35, 1.9], [1, 1, 1.5], [1.19, 0.45, 1.1], [1.5, 0.3, 0.8], [2, 0.55, 0.8], [2.74, 0.22, 0.5], [3.76, 0.12, 0.3], [5.1, 0.06, 0.16]] as const;
// prettier-ignore
const GLASS = [[1, 1, 0.5], [2.32, 0.4, 0.3], [4.25, 0.2, 0.14]] as const;
// prettier-ignore
const COIN = [[1, 1, 0.3], [1.34, 0.8, 0.26], [1.67, 0.6, 0.2], [2.41, 0.3, 0.12]] as const;

interface Recipe {
  /** Duration in seconds, including the reverberation. */
  lasts: number;
  /** Peak level, up to 1. */
  peak: number;
  /** Share of the reverberation. */
  room: number;
  make: (mix: Mix, random: Random) => void;
}

/** How each sound is made. */
export const RECIPES: Record<Sound, Recipe> = {
  // A wooden tile on a wooden table.
  tile: {
    lasts: 0.42,
    peak: 0.62,
    room: 0.16,
    make: (mix) => {
      mix.noise(0, 0.012, 0.7, 2600, 1700, 0.9, 0.0005);
      mix.strike(0.001, 172, 0.9, WOOD);
      mix.noise(0.001, 0.07, 0.8, 420, 260, 0.7);
      mix.strike(0.046, 214, 0.16, WOOD);
    },
  },
  // The same tile, turned on the table.
  rotate: {
    lasts: 0.22,
    peak: 0.3,
    room: 0.1,
    make: (mix) => {
      mix.noise(0, 0.085, 0.5, 1500, 2300, 0.55, 0.02);
      mix.strike(0.082, 390, 0.4, PEG);
    },
  },
  // A wooden figure, set down with a small rebound.
  figure: {
    lasts: 0.3,
    peak: 0.5,
    room: 0.14,
    make: (mix) => {
      mix.noise(0, 0.008, 0.5, 3600, 3000, 1, 0.0004);
      mix.strike(0, 640, 0.8, PEG);
      mix.strike(0.062, 690, 0.28, PEG);
      mix.strike(0.098, 720, 0.1, PEG);
    },
  },
  // A mallet on timber, and stone set on stone.
  build: {
    lasts: 0.62,
    peak: 0.6,
    room: 0.2,
    make: (mix) => {
      for (const [at, loud] of [
        [0, 0.7],
        [0.13, 0.9],
      ] as const) {
        mix.strike(at, 260, loud, WOOD);
        mix.noise(at, 0.02, loud * 0.6, 1900, 1200, 0.9, 0.0006);
      }
      mix.noise(0.27, 0.16, 0.55, 700, 300, 0.6, 0.01);
      mix.ring(0.28, 118, 0.16, 0.7);
    },
  },
  // A seal pressed onto paper.
  confirm: {
    lasts: 0.36,
    peak: 0.6,
    room: 0.1,
    make: (mix) => {
      mix.ring(0, 92, 0.2, 1, 0.003, 1.7);
      mix.noise(0, 0.05, 0.5, 520, 280, 0.8);
      mix.noise(0.05, 0.09, 0.14, 3200, 2200, 0.6, 0.02);
    },
  },
  // A town bell.
  city: {
    lasts: 1.9,
    peak: 0.5,
    room: 0.26,
    make: (mix) => {
      mix.noise(0, 0.01, 0.3, 4200, 3000, 1, 0.0005);
      mix.strike(0, 523, 0.8, BELL);
      mix.strike(0.21, 659, 0.5, BELL);
    },
  },
  // Two wooden bars, rising: a traveller arrives.
  road: {
    lasts: 0.85,
    peak: 0.5,
    room: 0.2,
    make: (mix) => {
      mix.strike(0, 440, 0.8, BAR);
      mix.strike(0.11, 587, 0.9, BAR);
      mix.noise(0, 0.01, 0.25, 2200, 1800, 1, 0.0006);
      mix.noise(0.11, 0.01, 0.25, 2400, 1900, 1, 0.0006);
    },
  },
  // A deep bell, struck softly.
  monastery: {
    lasts: 2.1,
    peak: 0.46,
    room: 0.32,
    make: (mix) => {
      mix.strike(0, 262, 0.9, BELL, 0.012);
      mix.ring(0.03, 393, 1.2, 0.16, 0.08);
    },
  },
  // Points: two light glasses.
  points: {
    lasts: 0.75,
    peak: 0.34,
    room: 0.22,
    make: (mix) => {
      mix.strike(0, 1568, 0.5, GLASS);
      mix.strike(0.075, 2093, 0.6, GLASS);
    },
  },
  // A figure picked up: cloth and air.
  home: {
    lasts: 0.42,
    peak: 0.26,
    room: 0.12,
    make: (mix) => {
      mix.noise(0, 0.26, 0.7, 620, 2500, 0.5, 0.09);
      mix.noise(0.05, 0.2, 0.25, 3000, 4600, 0.8, 0.08);
    },
  },
  // A piece that steps from space to space: a hoof on wood.
  step: {
    lasts: 0.26,
    peak: 0.46,
    room: 0.12,
    make: (mix) => {
      mix.strike(0, 236, 0.7, PEG);
      mix.noise(0, 0.025, 0.5, 680, 420, 0.8);
      mix.strike(0.075, 205, 0.5, PEG);
      mix.noise(0.075, 0.025, 0.35, 600, 380, 0.8);
    },
  },
  // A coin on the table.
  token: {
    lasts: 0.6,
    peak: 0.38,
    room: 0.16,
    make: (mix) => {
      mix.noise(0, 0.006, 0.4, 6000, 5000, 1, 0.0004);
      for (const [at, loud] of [
        [0, 0.8],
        [0.09, 0.45],
        [0.15, 0.25],
        [0.19, 0.14],
      ] as const)
        mix.strike(at, 2950 + at * 900, loud, COIN);
    },
  },
  // A tile pushed away.
  discard: {
    lasts: 0.5,
    peak: 0.34,
    room: 0.12,
    make: (mix) => {
      mix.noise(0, 0.28, 0.7, 2300, 520, 0.5, 0.05);
      mix.strike(0.27, 150, 0.35, WOOD);
    },
  },
  // The player's turn: two bars, rising.
  turn: {
    lasts: 1,
    peak: 0.48,
    room: 0.24,
    make: (mix) => {
      mix.strike(0, 392, 0.7, BAR, 0.003);
      mix.strike(0.15, 587, 0.9, BAR, 0.003);
      mix.ring(0.15, 1174, 0.5, 0.12, 0.01);
    },
  },
  // A plucked string.
  chat: {
    lasts: 0.4,
    peak: 0.3,
    room: 0.16,
    make: (mix) => {
      for (const n of [1, 2, 3, 4, 5]) mix.ring(0, 880 * n, 0.32 / n, 0.6 / n ** 1.4, 0.001);
      mix.noise(0, 0.01, 0.25, 5200, 4200, 1, 0.0004);
    },
  },
  // The end: a slow cadence of bells.
  end: {
    lasts: 2.6,
    peak: 0.5,
    room: 0.32,
    make: (mix) => {
      for (const [at, pitch, loud] of [
        [0, 392, 0.6],
        [0.24, 330, 0.6],
        [0.52, 262, 0.9],
      ] as const)
        mix.strike(at, pitch, loud, BELL, 0.004);
    },
  },
  // The end, won: rising bells and a shimmer.
  win: {
    lasts: 2.8,
    peak: 0.56,
    room: 0.32,
    make: (mix, random) => {
      for (const [at, pitch, loud] of [
        [0, 392, 0.5],
        [0.14, 523, 0.55],
        [0.28, 659, 0.6],
        [0.46, 784, 0.9],
      ] as const)
        mix.strike(at, pitch, loud, BELL, 0.003);
      for (let n = 0; n < 7; n += 1)
        mix.strike(0.6 + n * 0.07 + random() * 0.03, 1568 * 2 ** (((n * 5) % 12) / 12), 0.07, GLASS);
    },
  },
};

/** Adds the reverberation of a small room: four comb and two all-pass filters. */
function reverberate(dry: Float32Array, rate: number, share: number): Float32Array {
  const wet = new Float32Array(dry.length);
  for (const [seconds, back] of [
    [0.0297, 0.68],
    [0.0371, 0.66],
    [0.0411, 0.64],
    [0.0437, 0.62],
  ] as const) {
    const delay = Math.floor(seconds * rate);
    const line = new Float32Array(dry.length);
    let dull = 0;
    for (let n = 0; n < dry.length; n += 1) {
      const echo = n >= delay ? (line[n - delay] ?? 0) : 0;
      // Walls absorb high frequencies first.
      dull += 0.45 * (echo - dull);
      line[n] = (dry[n] ?? 0) + dull * back;
      wet[n] = (wet[n] ?? 0) + (n >= delay ? dull : 0) * 0.25;
    }
  }
  for (const seconds of [0.005, 0.0017]) {
    const delay = Math.floor(seconds * rate);
    const line = new Float32Array(wet.length);
    for (let n = 0; n < wet.length; n += 1) {
      const old = n >= delay ? (line[n - delay] ?? 0) : 0;
      const now = (wet[n] ?? 0) + old * 0.5;
      line[n] = now;
      wet[n] = old - now * 0.5;
    }
  }
  return dry.map((sample, n) => sample * (1 - share) + (wet[n] ?? 0) * share * 2);
}

/** Returns the samples of a sound. Each call varies slightly. */
export function samples(sound: Sound, rate: number, random: Random = Math.random): Float32Array {
  const { lasts, peak, room, make } = RECIPES[sound];
  const mix = new Mix(rate, lasts, random);
  make(mix, random);
  const out = reverberate(mix.out, rate, room);
  // High-pass filter at 40 Hz, against inaudible rumble.
  let [before, level] = [0, 0];
  const keep = Math.exp((-2 * Math.PI * 40) / rate);
  for (let n = 0; n < out.length; n += 1) {
    const now = out[n] ?? 0;
    level = now - before + keep * level;
    before = now;
    out[n] = level;
  }
  const loudest = out.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0.0001);
  const gain = (peak * (0.92 + random() * 0.08)) / loudest;
  const fade = Math.floor(rate * 0.06);
  return out.map((sample, n) => sample * gain * Math.min(1, (out.length - 1 - n) / fade));
}
