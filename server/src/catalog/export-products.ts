import { open } from 'node:fs/promises';
import { centsToDollars } from '@reprise/contract/money';
import { asc, eq, gt } from 'drizzle-orm';
import type { Db } from '../platform/database/database.ts';
import { categories, products } from './catalog.tables.ts';
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
      for (const { product, category } of rows) {
        const row = JSON.stringify(toRow(product, category ?? ''), null, 2);
        await file.write(`${count === 0 ? '[' : ','}\n${row}`);
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

type ProductRow = typeof products.$inferSelect;

function readBatch(db: Db, after: string) {
  return db
    .select({ product: products, category: categories.name })
    .from(products)
    .leftJoin(categories, eq(categories.id, products.categoryId))
    .where(gt(products.id, after))
    .orderBy(asc(products.id))
    .limit(batchSize);
}

function toRow(product: ProductRow, category: string): WrittenRow {
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
    category,
    price: isDraft && product.priceCents === noPrice ? null : centsToDollars(product.priceCents),
    originalPrice: product.originalPriceCents === null ? null : centsToDollars(product.originalPriceCents),
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
    seoTitle,
    seoDescription,
    ...(isDraft && { isDraft }),
  } as WrittenRow;
}
