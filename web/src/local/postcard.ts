// The postcard of a game on this device.

import type { Shade } from '../lib/prefs.svelte';
import { readRecord } from './api';
import { draw } from './client';

/** Returns the postcard as SVG. */
export const drawPostcard = async (table: string, theme: Shade, language: string): Promise<string> =>
  draw({ call: 'postcard', record: await readRecord(table), theme, language });

/** Width of the picture in pixels. */
const WIDTH = 1200;

/** Converts a drawing to PNG. */
export async function toPng(svg: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture is too large')) : resolve(blob)));
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
