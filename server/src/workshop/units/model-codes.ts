import { Problem } from '@reprise/contract/problem';
import type { ModelCodes, ModelCodesInput } from '@reprise/contract/workshop/units/model-codes';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { gtinsOfProduct } from '../../catalog/products/box-facts.ts';
import { deviceModels, modelCodes } from '../../catalog/products/families/families.tables.ts';
import { replaceModelCodes } from '../../catalog/products/families/store-model-codes.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { invalidateModels } from '../../catalog/products/products.tags.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';

const maxCodesRead = 100;

/** Returns the GTINs and part numbers of a model; throws NOT_FOUND for an unknown key. */
export async function findModelCodes(db: Queryable, modelKey: string): Promise<ModelCodes> {
  assertModel(await selectModel(db, modelKey));
  return readModelCodes(db, modelKey);
}

async function readModelCodes(db: Queryable, modelKey: string): Promise<ModelCodes> {
  const rows = await db
    .select({ kind: modelCodes.kind, code: modelCodes.code })
    .from(modelCodes)
    .where(and(eq(modelCodes.modelKey, modelKey), ne(modelCodes.kind, 'tac')))
    .orderBy(asc(modelCodes.code))
    .limit(maxCodesRead);
  const of = (kind: 'gtin' | 'mpn') => rows.filter((row) => row.kind === kind).map(({ code }) => code);
  return { gtins: of('gtin'), mpns: of('mpn') };
}

/** Returns the first GTIN and part number that no other configuration shares. */
export async function findOwnCodes(db: Queryable, modelKey: string) {
  const { rows } = await db.execute<{ kind: 'gtin' | 'mpn'; code: string }>(sql`
    select kind, min(code) as code from ${modelCodes} own
    where model_key = ${modelKey} and kind in ('gtin', 'mpn') and not exists (
      select from ${modelCodes} other
      where other.kind = own.kind and other.code = own.code and other.model_key <> own.model_key)
    group by kind`);
  const of = (kind: 'gtin' | 'mpn') => rows.find((row) => row.kind === kind)?.code ?? null;
  return { gtin: of('gtin'), mpn: of('mpn') };
}

/** Returns the barcodes of the boxes of products, by product. */
export async function readGtinsOfProducts(
  db: Queryable,
  productIds: string[],
): Promise<Map<string, string[]>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, gtins: gtinsOfProduct })
    .from(products)
    .where(inArray(products.id, productIds));
  return new Map(rows.map(({ id, gtins }) => [id, gtins]));
}

/** Replaces the GTINs and part numbers of a model. */
export async function updateModelCodes(
  { db, search }: Pick<Deps, 'db' | 'search'>,
  modelKey: string,
  { gtins, mpns }: ModelCodesInput,
  actorId: string,
): Promise<ModelCodes> {
  return inTransaction(db, async (tx) => {
    // Locked, so that two edits of its codes follow each other.
    assertModel(await selectModel(tx, modelKey).for('no key update'));
    const before = await readModelCodes(tx, modelKey);
    const codes = [
      ...gtins.map((gtin) => ({ kind: 'gtin' as const, code: gtin.padStart(14, '0') })),
      ...mpns.map((code) => ({ kind: 'mpn' as const, code })),
    ];
    await replaceModelCodes(tx, modelKey, codes, search);
    const after = await readModelCodes(tx, modelKey);
    await invalidatePagesOfCodes(tx, modelKey, [before, after]);
    await recordAudit(tx, { actorId, action: 'edit codes', subject: `model ${modelKey}`, before, after });
    return after;
  });
}

/** Invalidates the product pages that name the codes: a code counts for no configuration once two have it. */
async function invalidatePagesOfCodes(tx: Tx, modelKey: string, changed: ModelCodes[]): Promise<void> {
  const codes = changed.flatMap(({ gtins, mpns }) => [...gtins, ...mpns]);
  const others =
    codes.length === 0
      ? []
      : await tx
          .selectDistinct({ key: modelCodes.modelKey })
          .from(modelCodes)
          .where(inArray(modelCodes.code, codes));
  invalidateModels(tx, [modelKey, ...others.map(({ key }) => key)]);
}

const selectModel = (db: Queryable, modelKey: string) =>
  db.select({ key: deviceModels.key }).from(deviceModels).where(eq(deviceModels.key, modelKey)).$dynamic();

function assertModel(rows: object[]): void {
  if (rows.length === 0) throw new Problem('NOT_FOUND', 'This configuration no longer exists.');
}
