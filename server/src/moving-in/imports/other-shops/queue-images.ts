import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { products } from '../../../catalog/products/products.tables.ts';
import { mediaFiles } from '../../../foundations/media/media.tables.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { productImportImages } from './other-shops.tables.ts';

/** Fits the index of addresses. */
const maxUrlBytes = 2000;
const isOfOtherServer = (url: string) => /^https:/i.test(url) && Buffer.byteLength(url) <= maxUrlBytes;

/** Stores which images of imported products are to be copied. */
export async function queueImages(tx: Tx, importId: string, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return;
  const shown = await tx
    .select({ productId: products.id, images: products.images })
    .from(products)
    .where(inArray(products.id, productIds));
  const rows = shown.flatMap(({ productId, images }) =>
    [...new Set(images.filter(isOfOtherServer))].map((url) => ({ productId, url })),
  );
  if (rows.length === 0) return;
  await tx
    .insert(productImportImages)
    .values(rows.map((row) => ({ ...row, importId, state: 'waiting' as const, attempts: 0 })))
    .onConflictDoNothing();
}

export async function hasWaitingImages(db: Queryable, importId: string): Promise<boolean> {
  const waiting = and(eq(productImportImages.importId, importId), eq(productImportImages.state, 'waiting'));
  return (await db.$count(productImportImages, waiting)) > 0;
}

/** Returns the addresses here of images that were copied before, by their addresses in another shop. */
export async function findCopies(db: Queryable, urls: string[]): Promise<Map<string, string>> {
  const outside = [...new Set(urls.filter(isOfOtherServer))];
  if (outside.length === 0) return new Map();
  const rows = await db
    .selectDistinct({ url: productImportImages.url, name: mediaFiles.name })
    .from(productImportImages)
    // A copy may have been deleted since.
    .innerJoin(mediaFiles, eq(mediaFiles.name, productImportImages.mediaName))
    .where(sql`${productImportImages.url} = any(${sql.param(outside)}::text[])`);
  return new Map(rows.map(({ url, name }) => [url, `/media/${name}`]));
}

/** Counts the images of imports by state. */
export function countImages(db: Queryable, importIds: string[]) {
  const { importId, state } = productImportImages;
  return db
    .select({ importId, state, images: count() })
    .from(productImportImages)
    .where(inArray(importId, importIds))
    .groupBy(importId, state);
}

/** Lets failed images wait again; returns true if there are any. */
export async function requeueFailedImages(tx: Tx, importId: string): Promise<boolean> {
  const requeued = await tx
    .update(productImportImages)
    .set({ state: 'waiting', attempts: 0, message: null })
    .where(and(eq(productImportImages.importId, importId), eq(productImportImages.state, 'failed')))
    .returning({ url: productImportImages.url });
  return requeued.length > 0;
}
