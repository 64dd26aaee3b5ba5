// Renders the bitmap images of the web app: app icons, and the preview image for shared links. Run by hand after a drawing has changed: `node server/demo/make-web-images.ts`.
import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { widenDrawing } from '../src/foundations/media/make-shared-image.ts';
import { readDemoImage } from './read-demo.ts';

const folder = new URL('../../web/public/', import.meta.url);
const icon = await readFile(new URL('icon.svg', folder), 'utf8');
/** Fills the whole square, because operating systems crop app icons to their own shape. */
const wholeSquare = icon.replace(/ rx="\d+"/, '');

await makeIcon('icon-192', icon, 192);
await makeIcon('icon-512', icon, 512);
await makeIcon('icon-maskable-512', wholeSquare, 512);
await makeIcon('apple-touch-icon', wholeSquare, 180);
await writeFile(new URL('img/share.jpg', folder), await widenDrawing(Buffer.from(readDemoImage('hero.svg'))));

async function makeIcon(name: string, svg: string, size: number): Promise<void> {
  const image = sharp(Buffer.from(svg), { density: 72 * (size / 32) }).resize(size, size);
  await image.png({ palette: true, compressionLevel: 9 }).toFile(new URL(`img/${name}.png`, folder).pathname);
}
