import type { StoredPicture } from '@reprise/contract/media';
import { type MediaDeps, storeFile } from './store-picture.ts';

/** Stores an SVG that this program drew itself. What people send never comes this way. */
export async function storeDrawing(deps: MediaDeps, svg: string): Promise<StoredPicture> {
  return storeFile(deps, { bytes: Buffer.from(svg), ...sizeOf(svg) }, 'svg', null);
}

function sizeOf(svg: string): { width: number; height: number } {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  if (!width || !height) throw new Error('The drawing has no size.');
  return { width: Number(width), height: Number(height) };
}
