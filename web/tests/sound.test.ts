// Properties of the sound samples: loud enough, without clicks,
// distinguishable.
import { describe, expect, it, vi } from 'vitest';

import { prefs } from '../src/lib/prefs.svelte';
import type { Sound } from '../src/lib/sound';
import { RECIPES, samples, type Random } from '../src/lib/synth';

const SOUNDS = Object.keys(RECIPES) as Sound[];
const RATE = 22_050;
const dice = (seed: number): Random => {
  let now = seed;
  return () => {
    now = (Math.imul(now, 1_664_525) + 1_013_904_223) >>> 0;
    return now / 2 ** 32;
  };
};

/** Returns the energy in bands of a third of an octave over steps of 50 ms. */
function print(sound: Float32Array): number[] {
  const [step, bands] = [Math.floor(RATE / 20), 18];
  const energies: number[] = [];
  for (let at = 0; at < RATE * 0.6; at += step) {
    for (let band = 0; band < bands; band += 1) {
      let energy = 0;
      for (const part of [0, 0.2, 0.4, 0.6, 0.8]) {
        // Goertzel algorithm: the energy at one pitch.
        const turn = 2 * Math.cos((2 * Math.PI * 110 * 2 ** ((band + part) / 2.9)) / RATE);
        let [one, two] = [0, 0];
        for (let n = 0; n < step; n += 1) [one, two] = [(sound[at + n] ?? 0) + turn * one - two, one];
        energy += Math.max(0, one * one + two * two - turn * one * two);
      }
      energies.push(Math.sqrt(energy));
    }
  }
  const all = Math.hypot(...energies) || 1;
  return energies.map((energy) => energy / all);
}
const likeness = (a: number[], b: number[]): number => a.reduce((sum, value, n) => sum + value * (b[n] ?? 0), 0);

describe('sounds', () => {
  it('are short, neither too soft nor clipped, and begin and end in silence', () => {
    for (const name of SOUNDS) {
      const sound = samples(name, RATE, dice(1));
      const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      expect(sound.length / RATE, name).toBeLessThan(3);
      expect(peak, name).toBeGreaterThan(0.2);
      expect(peak, name).toBeLessThan(0.75);
      expect(Math.abs(sound[0] ?? 1), name).toBeLessThan(0.05);
      expect(Math.abs(sound.at(-1) ?? 1), name).toBeLessThan(0.001);
      expect(Math.abs(sound.reduce((sum, sample) => sum + sample, 0) / sound.length), name).toBeLessThan(0.002);
    }
  });

  it('differ a little each time, and from each other a lot', () => {
    const prints = SOUNDS.map((name) => print(samples(name, RATE, dice(1))));
    SOUNDS.forEach((name, n) => {
      const [own, again] = [samples(name, RATE, dice(1)), samples(name, RATE, dice(2))];
      expect(own, name).not.toEqual(again);
      expect(likeness(prints[n] ?? [], print(again)), name).toBeGreaterThan(0.7);
      SOUNDS.slice(n + 1).forEach((other, m) => {
        expect(likeness(prints[n] ?? [], prints[n + 1 + m] ?? []), `${name} and ${other}`).toBeLessThan(0.85);
      });
    });
  });

  it('stay muted, and as loud as they were', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      setItem: (name: string, value: string) => kept.set(name, value),
      getItem: () => null,
    });
    [prefs.sound, prefs.volume] = [false, 0.4];
    prefs.save();
    vi.unstubAllGlobals();
    expect(JSON.parse(kept.get('bastide.prefs') ?? '{}')).toMatchObject({ sound: false, volume: 0.4 });
  });
});
