/** @module-tag slow */

import { expect, test } from 'vitest';
import { listProductCards } from '../src/catalog/products/listing/product-list.queries.ts';
import { demoProducts, described, openDemoCatalog } from '../test/demo-catalog.ts';
import { openTestDatabase } from '../test/test-database.ts';
import { shopperQueries } from './shopper-queries.ts';

/** Share of the queries of all kinds that are answered well, a little below the measured one. */
const minShare = 0.98;

test.each([true, false])(
  'answers shoppers as a salesperson would; families built: %j',
  async (withFamilies) => {
    const { db } = await openTestDatabase();
    await openDemoCatalog(db, { withFamilies });
    const queries = Object.entries(shopperQueries).flatMap(([kind, some]) =>
      some.map(([query, first, said = {}]) => ({ kind, query, first, said })),
    );
    const failed: object[] = [];
    for (const { kind, query, first, said } of queries) {
      const { products, search = {} } = await listProductCards(db, { search: query, limit: 1 });
      const shown = demoProducts.find(({ slug }) => slug === products[0]?.slug);
      const isRight = first === null ? !shown : shown && first.test(described(shown));
      const isSaid = Object.entries(said).every(
        ([name, value]) => JSON.stringify(search[name as keyof typeof search]) === JSON.stringify(value),
      );
      if (isRight && isSaid) continue;
      const { matchedWords: _, ...meaning } = { matchedWords: [], ...search };
      failed.push({ kind, query, first: shown ? described(shown) : null, ...meaning });
    }
    const list = failed.map((failure) => JSON.stringify(failure)).join('\n');
    expect(failed.length / queries.length, list).toBeLessThanOrEqual(1 - minShare);
  },
);
