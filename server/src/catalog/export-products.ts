import { open } from 'node:fs/promises';
import { centsToDollars } from '@reprise/contract/money';
import { asc, eq, gt } from 'drizzle-orm';
import type { Db } from '../platform/database/database.ts';
import { categories, products } from './catalog.tables.ts';
import { productFamilies } from './families/families.tables.ts';
import type { WrittenRow } from './import-row.ts';
import { noPrice } from './product-fields.ts';

const batchSize = 500;

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
    .select({ product: products, category: categories.name, family: productFamilies.name })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .leftJoin(productFamilies, eq(productFamilies.id, products.familyId))
    .where(gt(products.id, after))
    .orderBy(asc(products.id))
    .limit(batchSize);
}

function toRow({ product, category, family }: Awaited<ReturnType<typeof readBatch>>[number]): WrittenRow {
  const { sku, slug, name, description, brand, condition, origin, stockCount, images, specifications } =
    product;
  const { imageAlts, isDraft, features, featured, warranty, batteryHealth, modelKey } = product;
  const { seoTitle, seoDescription } = product;
  return {
    sku,
    slug,
    name,
    description,
    brand,
    category: category ?? '',
    price: isDraft && product.priceCents === noPrice ? null : centsToDollars(product.priceCents),
    originalPrice: product.originalPriceCents === null ? null : centsToDollars(product.originalPriceCents),
    newPriceDate: product.newPriceDate,
    condition,
    origin,
    stockCount,
    images,
    imageAlts,
    specifications,
    features,
    featured,
    warranty,
    batteryHealth,
    modelKey,
    ...(modelKey !== null && family !== null && { family }),
    seoTitle,
    seoDescription,
    ...(isDraft && { isDraft }),
  } as WrittenRow;
}
