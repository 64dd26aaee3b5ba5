import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { batteryFloor } from '../battery-promise.ts';
import { gramsOfProduct, gtinsOfProduct } from '../box-facts.ts';
import { deviceModels } from '../families/families.tables.ts';
import { isProduct, productColumns, productNotFound, toProduct } from '../product.queries.ts';
import { categories, products } from '../products.tables.ts';

// Products with all fields as the back office and its files have them.

function selectAdminProducts(db: Queryable) {
  const { soldCount, archivedAt, isDraft } = products;
  return db
    .select({
      ...productColumns,
      batteryHealth: products.batteryHealth,
      batteryFloor,
      soldCount,
      archivedAt,
      isDraft,
      isSerialTracked: sql<boolean>`${products.tracking} = 'serial'`,
      familyId: sql<string | null>`case when ${products.modelKey} is not null then ${products.familyId} end`,
      unitCost: products.unitCostCents,
      grams: gramsOfProduct,
      gtins: gtinsOfProduct,
    })
    .from(products)
    .leftJoin(deviceModels, eq(deviceModels.key, products.modelKey))
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .$dynamic();
}

function toAdminProduct({
  batteryFloor,
  soldCount,
  archivedAt,
  isDraft,
  isSerialTracked,
  familyId,
  unitCost,
  grams,
  gtins,
  ...row
}: Awaited<ReturnType<typeof selectAdminProducts>>[number]): AdminProduct {
  return {
    ...toProduct(row),
    taxClass: row.taxClass,
    batteryFloor,
    soldCount,
    isDraft,
    isSerialTracked,
    familyId,
    unitCost,
    grams,
    gtins,
    archivedAt: archivingOf({ archivedAt, isDraft }),
  };
}

/** Returns the time of archiving; null for drafts, which are off sale for another reason. */
export const archivingOf = ({ archivedAt, isDraft }: { archivedAt: Date | null; isDraft: boolean }) =>
  isDraft ? null : (archivedAt?.toISOString() ?? null);

export async function findAdminProduct(db: Queryable, reference: string): Promise<AdminProduct> {
  const [row] = await selectAdminProducts(db).where(isProduct(reference)).limit(1);
  if (!row) throw productNotFound();
  return toAdminProduct(row);
}

/** Returns the existing products among these SKUs, in no particular order. */
export async function findProductsBySkus(db: Queryable, skus: string[]): Promise<AdminProduct[]> {
  if (skus.length === 0) return [];
  return (await selectAdminProducts(db).where(inArray(products.sku, skus))).map(toAdminProduct);
}

/** Returns the next products of the list in id order, for callers that read all of them. */
export async function readProductsAfter(
  db: Queryable,
  matching: SQL | undefined,
  { lastId, limit }: { lastId: string | undefined; limit: number },
): Promise<AdminProduct[]> {
  const rows = await selectAdminProducts(db)
    .where(and(matching, lastId === undefined ? undefined : gt(products.id, lastId)))
    .orderBy(asc(products.id))
    .limit(limit);
  return rows.map(toAdminProduct);
}
