import type { StoredImage } from '@reprise/contract/media';
import { type MediaDeps, storeFiles } from './store-image.ts';

/** Stores SVGs that this program drew itself. What people send never comes this way. */
export async function storeDrawings(deps: MediaDeps, svgs: string[]): Promise<StoredImage[]> {
  const drawn = svgs.map((svg) => ({ bytes: Buffer.from(svg), ...sizeOf(svg) }));
  return storeFiles(deps, drawn, 'svg', null);
}

function sizeOf(svg: string): { width: number; height: number } {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  if (!width || !height) throw new Error('The drawing has no size.');
  return { width: Number(width), height: Number(height) };
}
