import {
  imageFormats,
  imageWidths,
  type WebImageFormat,
} from '@reprise/contract/catalog/products/image-widths';
import type { FileStorage } from '@reprise/extension/file-storage';
import sharp from 'sharp';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';

const widthName = /^([0-9a-f]{64})-(\d{1,4})\.(\w{1,4})$/;

/** One at a time: an encoder occupies a whole core, and pages have priority. */
const limitConcurrency = createSemaphore(1);

/** Higher effort makes smaller files and takes several times as long. */
const avifEffort = 3;
const quality: Record<WebImageFormat, number> = { avif: 55, webp: 78 };

/**
 * Encodes an uploaded image in one of the widths and formats of the pages on first request and stores it beside the
 * original. Returns null if the name is invalid or the image does not exist.
 */
export async function makeImageWidth(storage: FileStorage, name: string): Promise<Buffer | null> {
  const [, hash, widthText, formatText] = widthName.exec(name) ?? [];
  const width = imageWidths.find((candidate) => String(candidate) === widthText);
  const format = imageFormats.find((candidate) => candidate === formatText);
  if (hash === undefined || width === undefined || format === undefined) return null;
  const existing = await storage.read(name);
  if (existing) return existing;
  const original = await storage.read(`${hash}.webp`);
  if (!original) return null;
  return limitConcurrency(async () => {
    // A concurrent request may have created it.
    const created = await storage.read(name);
    if (created) return created;
    const bytes = await encode(original, width, format);
    await storage.write([{ name, bytes }]);
    return bytes;
  });
}

function encode(original: Buffer, width: number, format: WebImageFormat): Promise<Buffer> {
  const resized = sharp(original).resize({ width, withoutEnlargement: true });
  const { [format]: q } = quality;
  return format === 'avif'
    ? resized.avif({ quality: q, effort: avifEffort }).toBuffer()
    : resized.webp({ quality: q }).toBuffer();
}
