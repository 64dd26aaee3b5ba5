import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { invalidateModels } from '../products.tags.ts';
import { indexModel, type indexProducts } from '../search/index-products.ts';
import { modelCodes } from './families.tables.ts';

type ModelCode = typeof modelCodes.$inferInsert;

/**
 * Adds codes to a configuration. Product pages name its barcodes and part numbers, and the search finds its products by
 * them.
 */
export async function addModelCodes(
  tx: Tx,
  modelKey: string,
  codes: Omit<ModelCode, 'modelKey'>[],
  search: { index: typeof indexProducts },
): Promise<void> {
  if (codes.length === 0) return;
  const added = await tx
    .insert(modelCodes)
    .values(codes.map((code) => ({ ...code, modelKey })))
    .onConflictDoNothing()
    .returning({ kind: modelCodes.kind });
  if (added.every(({ kind }) => kind === 'tac')) return;
  invalidateModels(tx, [modelKey]);
  await indexModel(tx, modelKey, search.index);
}

/** Replaces the barcodes and part numbers of a configuration. */
export async function replaceModelCodes(
  tx: Tx,
  modelKey: string,
  codes: Omit<ModelCode, 'modelKey'>[],
  search: { index: typeof indexProducts },
): Promise<void> {
  const isReplaced = and(eq(modelCodes.modelKey, modelKey), inArray(modelCodes.kind, ['gtin', 'mpn']));
  await tx.delete(modelCodes).where(isReplaced);
  await addModelCodes(tx, modelKey, codes, search);
  if (codes.length === 0) await indexModel(tx, modelKey, search.index);
}
