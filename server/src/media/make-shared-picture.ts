import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shareSize } from '@reprise/contract/media';
import sharp from 'sharp';
import { atMost } from './at-most.ts';
import { isFile, writeWhole } from './write-media-file.ts';

const sharedName = /^([0-9a-f]{64})\.jpg$/;

/** Warm paper, as the pages have it. */
const ground = '#f1ede4';

const takeTurns = atMost(1);

/**
 * Makes the form in which a stored picture is shared, when it is first asked for: hardly one in ten ever is.
 * From then on it lies beside the picture. False where there is no such picture.
 */
export async function makeSharedPicture(folder: string, name: string): Promise<boolean> {
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

/** A drawing has a ground of its own, which goes on to both sides. */
export async function widenDrawing(svg: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(svg)
    .resize({ width, height, fit: 'inside' })
    .flatten({ background: ground })
    .png()
    .toBuffer({ resolveWithObject: true });
  const [across, down] = [width - info.width, height - info.height];
  const [left, top] = [Math.floor(across / 2), Math.floor(down / 2)];
  return sharp(data)
    .extend({ left, right: across - left, top, bottom: down - top, extendWith: 'copy' })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** A photo lies on paper. */
async function lay(photo: Buffer): Promise<Buffer> {
  return sharp(photo)
    .flatten({ background: ground })
    .resize({ width, height, fit: 'contain', background: ground })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}
