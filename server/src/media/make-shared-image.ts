import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shareSize } from '@reprise/contract/catalog/shared-image';
import sharp from 'sharp';
import { createSemaphore } from './semaphore.ts';
import { isFile, writeWhole } from './write-media-file.ts';

const sharedName = /^([0-9a-f]{64})\.jpg$/;

/** Warm paper, as the pages have it. */
const ground = '#f1ede4';

const takeTurns = createSemaphore(1);

/**
 * Makes the form in which a stored picture is shared, when it is first asked for: hardly one in ten ever is.
 * From then on it lies beside the picture. False where there is no such picture.
 */
export async function makeSharedImage(folder: string, name: string): Promise<boolean> {
  const [, hash] = sharedName.exec(name) ?? [];
  if (hash === undefined) return false;
  const drawing = join(folder, `${hash}.svg`);
  const photo = join(folder, `${hash}.webp`);
  const isDrawing = await isFile(drawing);
  if (!isDrawing && !(await isFile(photo))) return false;
  await takeTurns(async () => {
    // Somebody may have asked for it in the meantime.
    if (await isFile(join(folder, name))) return;
    const bytes = isDrawing ? await widenDrawing(await readFile(drawing)) : await lay(await readFile(photo));
    await writeWhole(folder, name, bytes);
  });
  return true;
}

const { width, height } = shareSize;

/** A drawing's ground goes on to both sides. */
export async function widenDrawing(svg: Buffer): Promise<Buffer> {
  return sharp(Buffer.from(onWideGround(svg.toString())))
    .resize({ width, height, fit: 'cover' })
    .flatten({ background: ground })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** Our drawings lie on one rectangle as large as their sheet; it is made wider, and with it all that depends on it. */
function onWideGround(svg: string): string {
  const [, sheetWidth, sheetHeight] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  const wide = Math.ceil((Number(sheetHeight) * width) / height);
  const left = -Math.floor((wide - Number(sheetWidth)) / 2);
  const size = `width="${sheetWidth}" height="${sheetHeight}"`;
  const wideSize = `width="${wide}" height="${sheetHeight}"`;
  return svg
    .replace(
      `viewBox="0 0 ${sheetWidth} ${sheetHeight}" ${size}`,
      `viewBox="${left} 0 ${wide} ${sheetHeight}" ${wideSize}`,
    )
    .replace(`x="0" y="0" ${size}`, `x="${left}" y="0" ${wideSize}`)
    .replace(`<rect ${size} fill=`, `<rect x="${left}" ${wideSize} fill=`);
}

/** A photo lies on paper. */
async function lay(photo: Buffer): Promise<Buffer> {
  return sharp(photo)
    .flatten({ background: ground })
    .resize({ width, height, fit: 'contain', background: ground })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}
