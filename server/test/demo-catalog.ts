import { cents } from '@reprise/contract/money';
import type { DemoDeps } from '../demo/demo-clock.ts';
import { loadFamilies } from '../demo/load-families.ts';
import type { DemoProduct } from '../demo/models.ts';
import { demoModels } from '../demo/models.ts';
import { addProducts } from '../src/catalog/products/create-product.ts';
import { categories } from '../src/catalog/products/products.tables.ts';
import { rollUpVocabulary } from '../src/catalog/products/search/roll-up-vocabulary.ts';
import { postgresSearch } from '../src/catalog/products/search/search-engine.ts';
import { updateTermCounts } from '../src/catalog/products/search/term-counts.ts';
import { slugify } from '../src/catalog/products/slugify.ts';
import { ensureSynonyms } from '../src/catalog/products/synonyms/ensure-synonyms.ts';
import { type Db, inTransaction } from '../src/platform/database/database.ts';

export const demoProducts = demoModels.flatMap((model) => model.products);

/** Loads the products of the demo, with families or without, into an empty database, ready to be searched. */
export async function openDemoCatalog(db: Db, { withFamilies = false } = {}): Promise<void> {
  const startedAt = new Date('2026-10-01T12:00:00Z');
  const names = [...new Set(demoProducts.map(({ category }) => category))];
  await db.insert(categories).values(
    names.map((name) => ({
      id: `cat_${slugify(name)}`,
      name,
      slug: slugify(name),
      description: name,
      image: '',
    })),
  );
  if (withFamilies) await loadFamilies({ db, startedAt } as DemoDeps);
  const inputs = demoProducts.map(({ priceCents, originalPriceCents: _, ...product }) => ({
    ...product,
    price: cents(priceCents),
    stockCount: 1,
    createdAt: startedAt,
  }));
  await inTransaction(db, (tx) => addProducts(tx, inputs, { actorId: null, search: postgresSearch }));
  for (let round = 0; round < 3; round++) await rollUpVocabulary(db);
  await ensureSynonyms(db);
  await updateTermCounts(db);
}

/** A product as the judgements describe it. */
export const described = (product: DemoProduct) =>
  `${product.name}, ${product.brand}, ${product.category}, ${product.condition}`;
