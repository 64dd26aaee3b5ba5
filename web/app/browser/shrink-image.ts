import { maxUploadBytes } from '@reprise/contract/foundations/media';

/** Sides to try in pixels; the shop keeps at most the first. */
const sides = [4000, 2400, 1600];
const quality = 0.9;

/** Thrown for a file that the browser cannot read as an image; the message says what to do. */
export class UnreadableImage extends Error {}

/**
 * Returns an image that the shop takes: HEIC photos are converted, and larger files than it takes are shrunk. With
 * `maxSide`, images with more pixels are shrunk too.
 */
export async function shrinkImage(file: File, maxSide?: number): Promise<File> {
  const isHeic = /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);
  if (!isHeic && maxSide === undefined && file.size <= maxUploadBytes) return file;
  const bitmap = isHeic ? await decodeHeic(file) : await decode(file);
  try {
    const fits = Math.max(bitmap.width, bitmap.height) <= (maxSide ?? Number.POSITIVE_INFINITY);
    if (!isHeic && fits && file.size <= maxUploadBytes) return file;
    for (const side of sides.filter((side) => side <= (maxSide ?? side))) {
      const smaller = await encode(bitmap, side);
      if (smaller.size <= maxUploadBytes)
        return new File([smaller], `${file.name}.jpg`, { type: smaller.type });
    }
    throw new UnreadableImage('too large to be shrunk. Save it with fewer pixels.');
  } finally {
    bitmap.close();
  }
}

async function decode(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new UnreadableImage('an image that this browser cannot read. Save it as JPEG.');
  }
}

async function decodeHeic(file: File): Promise<ImageBitmap> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' });
  try {
    const bitmap = await new Promise<ImageBitmap | null>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<ImageBitmap | null>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(file);
    });
    if (bitmap) return bitmap;
    throw new UnreadableImage('not a HEIC photo that can be read. Save it as JPEG.');
  } finally {
    worker.terminate();
  }
}

function encode(bitmap: ImageBitmap, side: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new UnreadableImage('too large for this browser. Save it with fewer pixels.');
  // JPEG has no transparency, which would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
