import type { Condition } from '@reprise/contract/catalog/products/conditions';
import type { PhotoView } from '@reprise/contract/workshop/units/unit-photos';
import sharp from 'sharp';
import { updatePhoto } from '../src/workshop/units/photos/change-photos.ts';
import { storePhoto } from '../src/workshop/units/photos/store-photo.ts';
import { readUnitPhotos } from '../src/workshop/units/photos/unit-photo.queries.ts';
import type { DemoDeps } from './demo-clock.ts';
import { type DemoProduct, imagesOfDevice } from './models.ts';

/** Devices of a product that have photos. */
const maxPhotographed = 4;

/** Words for the close-up of a worn device, by its place among the devices. */
const closeUps: Partial<Record<Condition, readonly string[]>> = {
  good: [
    'Light rubbing on one corner',
    'Two hairlines, seen against the light',
    'A small nick on the edge',
    'Fine lines near the edge',
  ],
  fair: ['Scratches and a worn edge', 'Scuffs on the corner, no crack', 'Two small dents on the edge'],
};

/** Returns the words about one worn device, '' for any other. */
export const noteOf = ({ condition, deviceNote }: DemoProduct, place: number): string => {
  const words = closeUps[condition]?.[place] ?? '';
  return words && place === 0 ? deviceNote : words;
};

/** Adds public photos to a device, a worn one with a close-up; `place` counts the devices of its product. */
export async function loadPhotos(
  deps: DemoDeps,
  unitId: string,
  { product, place }: { product: DemoProduct; place: number },
): Promise<void> {
  if (place >= maxPhotographed) return;
  const words = closeUps[product.condition]?.[place] ?? '';
  const { front, back, wear } = imagesOfDevice(product, place, words !== '');
  const photos: [PhotoView, string][] = wear
    ? [
        ['back', back],
        ['detail', wear],
      ]
    : [
        ['back', back],
        ['front', front],
      ];
  for (const [view, svg] of photos) {
    const bytes = await sharp(Buffer.from(svg)).resize(900).jpeg({ quality: 82 }).toBuffer();
    await storePhoto(deps, { unitId, bytes, view, key: `demo-${view}` }, deps.actorId);
  }
  for (const { id, view, publicUrl } of await readUnitPhotos(deps.db, unitId)) {
    if (publicUrl !== null) continue;
    const shown = view === 'detail' ? words : '';
    await updatePhoto(deps, unitId, id, { isPublic: true, words: shown }, deps.actorId);
  }
}
