import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import { findCategoryForProduct } from '../src/catalog/products/categories/find-category-for-product.ts';
import { addFamily } from '../src/catalog/products/families/add-family.ts';
import { productFamilies } from '../src/catalog/products/families/families.tables.ts';
import { slugify } from '../src/catalog/products/slugify.ts';
import { inTransaction } from '../src/platform/database/database.ts';
import { type DemoDeps, daysAgo, openedDaysAgo } from './demo-clock.ts';
import type { DemoModel, DemoProduct } from './models.ts';
import { demoModels } from './models.ts';

/** Stores the missing families with their configurations, before their products. */
export async function loadFamilies(deps: DemoDeps): Promise<void> {
  const createdAt = daysAgo(deps, openedDaysAgo).now();
  const known = await deps.db.select({ slug: productFamilies.slug }).from(productFamilies);
  const slugs = new Set(known.map(({ slug }) => slug));
  for (const model of demoModels) {
    const slug = slugify(model.name);
    if (slugs.has(slug)) continue;
    await inTransaction(deps.db, async (tx) => {
      const categoryId = await findCategoryForProduct(tx, model.category);
      const { name, brand } = model;
      await addFamily(
        tx,
        { slug, name, brand, categoryId, configurations: configurationsOf(model) },
        createdAt,
      );
    });
  }
}

function configurationsOf({ products }: DemoModel) {
  const byKey = new Map(products.map((product) => [product.modelKey, product]));
  return [...byKey].map(([key, product]) => ({ key, name: product.name, options: optionsOf(product) }));
}

/** Reads "8 GB 256 GB" as memory and storage, "256 GB" as storage; the rest of a configuration is in its name. */
function optionsOf({ configuration, color }: DemoProduct): ConfigurationOptions {
  const sizes = configuration.match(/\d+ (GB|TB)/g) ?? [];
  const storage = sizes.at(-1);
  const memory = sizes.length > 1 ? sizes[0] : undefined;
  return {
    ...(storage !== undefined && { storage }),
    ...(memory !== undefined && { memory }),
    color: color.name,
    ...(color.hex && { colorHex: color.hex }),
  };
}
