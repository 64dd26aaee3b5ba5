import { Problem } from '@reprise/contract/problem';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { replaceImages } from '../../../catalog/products/replace-images.ts';
import type { Deps } from '../../../deps.ts';
import { storeImages } from '../../../foundations/media/store-image.ts';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { JobRun } from '../../../platform/jobs/define-job.ts';
import { copyImportImages } from '../imports.jobs.ts';
import { DownloadFailure, downloadImage } from './download-image.ts';
import { productImportImages } from './other-shops.tables.ts';
import { findCopies, hasWaitingImages } from './queue-images.ts';

export type CopyDeps = Pick<Deps, 'db' | 'now' | 'storage'> & {
  environment: Pick<Deps['environment'], 'webhookInternalHosts'>;
};

/** Maximum duration of a run; the next one continues. */
const runMs = 40_000;
/** Tries of an image whose server is away. */
const maxAttempts = 3;
const productsAtOnce = 20;
/** Downloads at the same time: most exports name images of one server. */
const limitDownloads = createSemaphore(4);

/**
 * Copies the waiting images of an import, product by product, and shows the copies. Images whose server is away are tried
 * again: the job fails and is repeated later.
 */
export async function copyImages(deps: CopyDeps, importId: string, run: JobRun): Promise<void> {
  const startedAt = performance.now();
  let last = '';
  for (;;) {
    const waiting = await nextWaiting(deps, importId, last);
    if (waiting.size === 0) break;
    for (const [productId, urls] of waiting) {
      if (performance.now() - startedAt > runMs || run.signal.aborted) {
        await inTransaction(deps.db, (tx) => run.enqueue(tx, copyImportImages, { importId }));
        return;
      }
      await copyProductImages(deps, importId, productId, urls);
      last = productId;
    }
  }
  if (await hasWaitingImages(deps.db, importId)) throw new Error('Some images could not be copied yet.');
}

/** Returns the waiting images of the next products by product. */
async function nextWaiting(
  { db }: CopyDeps,
  importId: string,
  lastProductId: string,
): Promise<Map<string, string[]>> {
  const { productId, url } = productImportImages;
  const waiting = and(
    eq(productImportImages.importId, importId),
    eq(productImportImages.state, 'waiting'),
    gt(productId, lastProductId),
  );
  const next = db
    .selectDistinct({ productId })
    .from(productImportImages)
    .where(waiting)
    .orderBy(asc(productId))
    .limit(productsAtOnce);
  const rows = await db
    .select({ productId, url })
    .from(productImportImages)
    .where(and(waiting, inArray(productId, next)))
    .orderBy(asc(productId));
  const byProduct = Map.groupBy(rows, (row) => row.productId);
  return new Map([...byProduct].map(([id, images]) => [id, images.map((image) => image.url)]));
}

type Copied = { url: string; name: string } | { url: string; failure: DownloadFailure };

async function copyProductImages(
  deps: CopyDeps,
  importId: string,
  productId: string,
  urls: string[],
): Promise<void> {
  const known = await findCopies(deps.db, urls);
  const copied = await Promise.all(
    urls.map(async (url): Promise<Copied> => {
      const copy = known.get(url);
      return copy ? { url, name: nameOfMedia(copy) } : limitDownloads(() => copyImage(deps, url));
    }),
  );
  await inTransaction(deps.db, async (tx) => {
    for (const result of copied) await storeResult(tx, importId, productId, result);
    await replaceImages(tx, productId, copiesIn(copied), deps.now());
  });
}

const copiesIn = (copied: Copied[]) =>
  new Map(
    copied.flatMap((result): [string, string][] =>
      'name' in result ? [[result.url, `/media/${result.name}`]] : [],
    ),
  );

const nameOfMedia = (url: string) => url.replace('/media/', '');

async function copyImage(deps: CopyDeps, url: string): Promise<Copied> {
  try {
    const bytes = await downloadImage(url, deps.environment.webhookInternalHosts);
    const [stored] = await storeImages(deps, [bytes], {}, null);
    return { url, name: nameOfMedia(stored?.url ?? '') };
  } catch (error) {
    if (error instanceof DownloadFailure) return { url, failure: error };
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    const message = 'The address does not lead to an image that this shop can read.';
    return { url, failure: new DownloadFailure(message, { isLasting: true, cause: error }) };
  }
}

async function storeResult(tx: Tx, importId: string, productId: string, result: Copied): Promise<void> {
  const isSame = and(
    eq(productImportImages.importId, importId),
    eq(productImportImages.productId, productId),
    eq(productImportImages.url, result.url),
  );
  if ('name' in result) {
    await tx
      .update(productImportImages)
      .set({ state: 'copied', mediaName: result.name, message: null })
      .where(isSame);
    return;
  }
  const { isLasting, message } = result.failure;
  const isOver = sql`${isLasting}::boolean or ${productImportImages.attempts} + 1 >= ${maxAttempts}`;
  await tx
    .update(productImportImages)
    .set({
      attempts: sql`${productImportImages.attempts} + 1`,
      state: sql`case when ${isOver} then 'failed' else 'waiting' end`,
      message,
    })
    .where(isSame);
}
