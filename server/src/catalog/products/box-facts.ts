import type { EditedProduct } from '@reprise/contract/catalog/products/product';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { deviceModels, modelCodes } from './families/families.tables.ts';
import { addModelCodes } from './families/store-model-codes.ts';
import { products } from './products.tables.ts';

// Weight and barcodes of a product in its own box. Those of a product with a model key are the ones of its configuration, so
// that its conditions share them.

/** SQL: weight of a product, from a statement that joins its configuration. */
export const gramsOfProduct = sql<number | null>`coalesce(${deviceModels.grams}, ${products.grams})`;

/** SQL: barcodes of a product, in order. */
export const gtinsOfProduct: SQL<string[]> =
  sql`(case when ${products}.model_key is null then ${products}.gtins
  else array(select code from ${modelCodes} where ${modelCodes}.model_key = ${products}.model_key and kind = 'gtin' order by code limit 100) end)`;

type Box = Pick<EditedProduct, 'grams' | 'gtins'>;
type Boxed = { id: string; modelKey: string | null; grams: number | null; gtins: string[] };

/**
 * Returns the columns of a product that keeps its box, after an edit. A product that leaves its configuration takes weight
 * and barcodes with it.
 */
export async function ownBox(
  tx: Tx,
  before: Boxed,
  modelKey: string | null,
  { grams, gtins }: Box,
): Promise<Pick<Boxed, 'grams' | 'gtins'>> {
  if (modelKey !== null) return { grams: null, gtins: [] };
  const known = before.modelKey === null ? before : await readBox(tx, before.id);
  return { grams: grams === undefined ? known.grams : grams, gtins: gtins ?? known.gtins };
}

async function readBox(db: Queryable, id: string): Promise<Pick<Boxed, 'grams' | 'gtins'>> {
  const [row] = await db
    .select({ grams: gramsOfProduct, gtins: gtinsOfProduct })
    .from(products)
    .leftJoin(deviceModels, eq(deviceModels.key, products.modelKey))
    .where(eq(products.id, id));
  return row ?? { grams: null, gtins: [] };
}

/** Returns the first barcode of a product without a configuration. */
export async function findGtin(db: Queryable, id: string): Promise<string | null> {
  const [row] = await db.select({ gtins: products.gtins }).from(products).where(eq(products.id, id));
  return row?.gtins[0] ?? null;
}

type Joined = { before: Boxed; modelKey: string | null; input: Box };

/**
 * Writes the box of an edited product to its configuration: the weight is set, barcodes are added to those that scans
 * learned. A product that joins a configuration does not clear its weight.
 */
export async function storeBoxOfConfiguration(
  tx: Tx,
  { before, modelKey, input }: Joined,
  { actorId, search }: { actorId: string | null } & Pick<Deps, 'search'>,
): Promise<void> {
  if (modelKey === null) return;
  const hasJoined = before.modelKey !== modelKey;
  const grams = input.grams ?? (hasJoined ? before.grams : input.grams);
  const gtins = [...new Set([...(hasJoined ? before.gtins : []), ...(input.gtins ?? [])])];
  if (grams !== undefined && !(hasJoined && grams === null)) await setWeight(tx, modelKey, grams, actorId);
  await addModelCodes(
    tx,
    modelKey,
    gtins.map((code) => ({ kind: 'gtin' as const, code })),
    search,
  );
}

async function setWeight(tx: Tx, modelKey: string, grams: number | null, actorId: string | null) {
  const isOfModel = eq(deviceModels.key, modelKey);
  const [stored] = await tx.select({ grams: deviceModels.grams }).from(deviceModels).where(isOfModel);
  if (!stored || stored.grams === grams) return;
  await tx.update(deviceModels).set({ grams }).where(isOfModel);
  await recordAudit(tx, {
    actorId,
    action: 'edit size',
    subject: `model ${modelKey}`,
    before: stored,
    after: { grams },
  });
}
