import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { optionFiltersOf } from './option-filters.ts';

const { db } = await openTestDatabase();

test('a saving is compared to the cent, also at the largest price', async () => {
  const originals = [1, 99, 2999, 79_900, 2_147_483_647];
  for (let saving = 1; saving <= 100; saving++) {
    const highest = originals.map((original) => Math.floor((original * (100 - saving)) / 100));
    const prices = [...highest, ...highest.map((price) => price + 1)];
    const filter = optionFiltersOf({ saving } as ProductQuery).saving;
    const { rows } = await db.execute<{ place: number }>(sql`
      select place::int from unnest(${sql.param([...originals, ...originals])}::int[], ${sql.param(prices)}::int[])
        with ordinality as products (original_price_cents, price_cents, place)
      where ${filter} order by place`);
    expect([saving, rows.map(({ place }) => place)]).toEqual([saving, [1, 2, 3, 4, 5]]);
  }
});
