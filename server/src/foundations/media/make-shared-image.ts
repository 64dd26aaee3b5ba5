import { shareSize } from '@reprise/contract/catalog/products/shared-image';
import type { FileStorage } from '@reprise/extension/file-storage';
import sharp from 'sharp';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';

const sharedName = /^([0-9a-f]{64})\.jpg$/;

/** Background color of the pages. */
const backgroundColor = '#f1ede4';

const limitConcurrency = createSemaphore(1);

/**
 * Encodes the social sharing variant of an image on first request, because few are ever shared, and stores it beside the
 * original. Returns null if the name is invalid or the image does not exist.
 */
export async function makeSharedImage(storage: FileStorage, name: string): Promise<Buffer | null> {
  const [, hash] = sharedName.exec(name) ?? [];
  if (hash === undefined) return null;
  const drawing = await storage.read(`${hash}.svg`);
  const photo = drawing ?? (await storage.read(`${hash}.webp`));
  if (photo === null) return null;
  return limitConcurrency(async () => {
    // A concurrent request may have created it.
    const created = await storage.read(name);
    if (created) return created;
    const bytes = drawing ? await widenDrawing(drawing) : await letterbox(photo);
    await storage.write([{ name, bytes }]);
    return bytes;
  });
}

const { width, height } = shareSize;

/** Renders a drawing at the sharing size and extends its background to both sides. */
export async function widenDrawing(svg: Buffer): Promise<Buffer> {
  return sharp(Buffer.from(widenBackground(svg.toString())))
    .resize({ width, height, fit: 'cover' })
    .flatten({ background: backgroundColor })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

/** Widens the view box and the background rectangle, which covers the whole view box in our drawings. */
function widenBackground(svg: string): string {
  const [, viewBoxWidth, viewBoxHeight] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  const wide = Math.ceil((Number(viewBoxHeight) * width) / height);
  const left = -Math.floor((wide - Number(viewBoxWidth)) / 2);
  const size = `width="${viewBoxWidth}" height="${viewBoxHeight}"`;
  const wideSize = `width="${wide}" height="${viewBoxHeight}"`;
  return svg
    .replace(
      `viewBox="0 0 ${viewBoxWidth} ${viewBoxHeight}" ${size}`,
      `viewBox="${left} 0 ${wide} ${viewBoxHeight}" ${wideSize}`,
    )
    .replace(`x="0" y="0" ${size}`, `x="${left}" y="0" ${wideSize}`)
    .replace(`<rect ${size} fill=`, `<rect x="${left}" ${wideSize} fill=`);
}

/** Centers a photo on the background color. */
async function letterbox(photo: Buffer): Promise<Buffer> {
  return sharp(photo)
    .flatten({ background: backgroundColor })
    .resize({ width, height, fit: 'contain', background: backgroundColor })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}
