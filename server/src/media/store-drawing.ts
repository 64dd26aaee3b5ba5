import type { StoredPicture } from '@reprise/contract/media';
import { type MediaDeps, storeFile } from './store-picture.ts';

/** Stores an SVG that this program drew itself. What people send never comes this way. */
export async function storeDrawing(
  deps: MediaDeps,
  drawing: { svg: string; width: number; height: number },
): Promise<StoredPicture> {
  const { svg, width, height } = drawing;
  return storeFile(deps, { bytes: Buffer.from(svg), width, height }, 'svg', null);
}
