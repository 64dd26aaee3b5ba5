import sharp from 'sharp';
import type { OrderRow } from '../../src/sales/orders/orders.queries.ts';
import { storeReturnPhoto } from '../../src/sales/returns/photos/store-return-photo.ts';
import type { DemoDeps } from '../demo-clock.ts';

const tape = '<path d="M120 330h660v60H120z" fill="#c9b184" opacity=".8"/>';
const box = `<rect width="900" height="675" fill="#d9d2c5"/><path d="M120 170h660v420H120z" fill="#b98f5c"/>
  <path d="M120 170l60-70h540l60 70z" fill="#a67d4d"/>`;

/** Drawings instead of photos of a torn box and of a crack. */
const drawings = [
  `${box}${tape}<path d="M560 170l-40 70 55 40-70 85 90-60-35-45 70-90z" fill="#3b2b1a"/>`,
  `<rect width="900" height="675" fill="#d9d2c5"/><rect x="190" y="90" width="520" height="500" rx="36" fill="#eceef0"/>
  <path d="M250 130l90 120-40 60 120 90-30 80 110 90" fill="none" stroke="#30343a" stroke-width="5"/>
  <path d="M340 250l140-40M420 400l130-30" fill="none" stroke="#30343a" stroke-width="3"/>`,
];

/** Adds the photos of a damaged item to its order, once; returns their ids. */
export async function loadReturnPhotos(deps: DemoDeps, order: OrderRow): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, drawing] of drawings.entries()) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="675">${drawing}</svg>`;
    const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
    const photo = { bytes, key: `demo-photo-${index}`, line: undefined };
    ids.push((await storeReturnPhoto(deps, order, photo)).id);
  }
  return ids;
}
