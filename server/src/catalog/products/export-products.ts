import { open } from 'node:fs/promises';
import { recordOf } from '@reprise/contract/catalog/products/record-of';
import { toMajorUnits } from '@reprise/contract/money';
import { asc, eq, gt } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { gramsOfProduct, gtinsOfProduct } from './box-facts.ts';
import { deviceModels, productFamilies } from './families/families.tables.ts';
import { rowFields } from './import-row.ts';
import { noPrice } from './product-fields.ts';
import { categories, products } from './products.tables.ts';

const batchSize = 500;

/** First fields of a row. */
const identifyingFields = ['sku', 'slug', 'name', 'description', 'brand', 'category'] as const;

/** Writes all products in the import format and returns their number. */
export async function exportProducts(db: Db, path: string): Promise<number> {
  const file = await open(path, 'wx');
  try {
    let count = 0;
    let after = '';
    for (;;) {
      const rows = await readBatch(db, after);
      for (const row of rows) {
        const json = JSON.stringify(toRow(row), null, 2);
        await file.write(`${count === 0 ? '[' : ','}\n${json}`);
        count += 1;
      }
      after = rows.at(-1)?.product.id ?? after;
      if (rows.length < batchSize) break;
    }
    await file.write(count === 0 ? '[]\n' : '\n]\n');
    await file.sync();
    return count;
  } finally {
    await file.close();
  }
}

function readBatch(db: Db, after: string) {
  return db
    .select({
      product: products,
      category: categories.name,
      family: productFamilies.name,
      grams: gramsOfProduct,
      gtins: gtinsOfProduct,
    })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(deviceModels, eq(deviceModels.key, products.modelKey))
    .leftJoin(productFamilies, eq(productFamilies.id, products.familyId))
    .where(gt(products.id, after))
    .orderBy(asc(products.id))
    .limit(batchSize);
}

function toRow({ product, category, family, grams, gtins }: Awaited<ReturnType<typeof readBatch>>[number]) {
  const { isDraft, modelKey, priceCents, originalPriceCents, unitCostCents } = product;
  const values: Record<(typeof rowFields)[number], unknown> = {
    ...product,
    category: category ?? '',
    price: isDraft && priceCents === noPrice ? null : toMajorUnits(priceCents),
    originalPrice: originalPriceCents === null ? null : toMajorUnits(originalPriceCents),
    unitCost: unitCostCents === null ? null : toMajorUnits(unitCostCents),
    grams,
    gtins,
    // Left out of the file if undefined.
    family: (modelKey !== null && family) || undefined,
    isDraft: isDraft || undefined,
  };
  return recordOf([...identifyingFields, ...rowFields], (name) => values[name]);
}
