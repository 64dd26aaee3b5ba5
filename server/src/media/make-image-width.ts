import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageFormats, imageWidths, type WebImageFormat } from '@reprise/contract/catalog/image-widths';
import sharp from 'sharp';
import { createSemaphore } from './semaphore.ts';
import { isFile, writeWhole } from './write-media-file.ts';

const widthName = /^([0-9a-f]{64})-(\d{1,4})\.(\w{1,4})$/;

/** An encoder takes a whole core for a moment; the pages come first. */
const takeTurns = createSemaphore(1);

/** Higher is smaller and takes several times as long. */
const avifEffort = 3;
const quality: Record<WebImageFormat, number> = { avif: 55, webp: 78 };

/**
 * Makes an uploaded picture in one of the widths and formats that pages ask for, when it is first asked for. From then
 * on it lies beside the picture. False where there is no such picture.
 */
export async function makeImageWidth(folder: string, name: string): Promise<boolean> {
  const [, hash, widthText, formatText] = widthName.exec(name) ?? [];
  const width = imageWidths.find((known) => String(known) === widthText);
  const format = imageFormats.find((known) => known === formatText);
  if (hash === undefined || width === undefined || format === undefined) return false;
  if (await isFile(join(folder, name))) return true;
  const original = join(folder, `${hash}.webp`);
  if (!(await isFile(original))) return false;
  await takeTurns(async () => {
    // Somebody may have asked for it in the meantime.
    if (await isFile(join(folder, name))) return;
    const bytes = await encode(await readFile(original), width, format);
    await writeWhole(folder, name, bytes);
  });
  return true;
}

function encode(original: Buffer, width: number, format: WebImageFormat): Promise<Buffer> {
  const resized = sharp(original).resize({ width, withoutEnlargement: true });
  const { [format]: q } = quality;
  return format === 'avif'
    ? resized.avif({ quality: q, effort: avifEffort }).toBuffer()
    : resized.webp({ quality: q }).toBuffer();
}
