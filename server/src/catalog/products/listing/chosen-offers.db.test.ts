import { maxDeals } from '@reprise/contract/catalog/products/deals';
import { defaultWarranty } from '@reprise/contract/catalog/products/product';
import { cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { products } from '../products.tables.ts';
import { listProductCards } from './product-list.queries.ts';

const { db } = await openTestDatabase();
beforeEach(async () => {
  await db.delete(products);
});

let added = 0;
type Fields = Partial<typeof products.$inferInsert>;

/** Adds a product that costs $60 instead of $100 when new. */
async function add(name: string, fields: Fields = {}): Promise<string> {
  const id = `prd_${++added}`;
  await db.insert(products).values({
    ...{
      id,
      slug: id,
      sku: id,
      name,
      brand: 'Google',
      description: '',
      condition: 'good',
      origin: 'open-box',
    },
    ...{ images: [], specifications: {}, features: [], warranty: defaultWarranty, stockCount: 3 },
    ...{ priceCents: cents(6000), originalPriceCents: cents(10_000) },
    ...fields,
  });
  return id;
}
const families = { show: 'families' } as const;
const names = async (query: object) =>
  (await listProductCards(db, { ...query, ...families })).products.map(({ name }) => name);
const off = (percent: number): Fields => ({ priceCents: cents(100 * (100 - percent)) });

test('deals are sales, then savings of at least 20 % against new, in stock', async () => {
  await add('30 % off', off(30));
  await add('20 % off', off(20));
  await add('19 % off', off(19));
  await add('No price when new', { originalPriceCents: null });
  await add('Sold out', { ...off(90), stockCount: 0 });
  await add('Archived', { ...off(90), archivedAt: new Date() });
  const sale = { saleEndsAt: new Date('2030-01-01'), originalPriceCents: null };
  await add('In a sale', sale);
  await add('In a sale, sold out', { ...sale, stockCount: 0 });
  expect(await names({ deals: true })).toEqual(['In a sale', '30 % off', '20 % off']);
  expect(await names({ deals: true, sort: 'price-low' })).toEqual(['In a sale', '30 % off', '20 % off']);
  expect(await names({ deals: true, sort: 'price-high' })).toEqual(['20 % off', '30 % off', 'In a sale']);
});

test('deals filter within themselves, with counts', async () => {
  await add('Pixel', off(50));
  const galaxy = await add('Galaxy', { ...off(40), brand: 'Samsung' });
  await add('Not a deal', { ...off(5), brand: 'Samsung' });
  const list = await listProductCards(db, { deals: true, brand: ['Samsung'], ...families });
  expect(list.products.map(({ name }) => name)).toEqual(['Galaxy']);
  expect(list.facets.brands).toEqual([
    { name: 'Google', count: 1 },
    { name: 'Samsung', count: 1 },
  ]);
  expect(await names({ deals: true, id: [galaxy, 'prd_none'] })).toEqual(['Galaxy']);
  await db.delete(products);
  expect(await names({ deals: true })).toEqual([]);
});

test('the deals are the 48 families with the best savings', async () => {
  for (let index = 0; index < maxDeals + 5; index++) {
    await add(`Deal ${index}`, { priceCents: cents(1000 + 10 * index) });
  }
  const { products: cards, pagination } = await listProductCards(db, {
    deals: true,
    limit: 100,
    ...families,
  });
  expect([cards.length, pagination.total]).toEqual([maxDeals, maxDeals]);
  expect([cards.at(0)?.name, cards.at(-1)?.name]).toEqual(['Deal 0', `Deal ${maxDeals - 1}`]);
});

test('popular products are those in stock of which most were sold', async () => {
  await add('Never sold', { createdAt: new Date('2030-01-01') });
  for (const soldCount of [2, 9, 5]) await add(`Sold ${soldCount}`, { soldCount });
  const gone = await add('Sold out', { soldCount: 100 });
  await db.update(products).set({ stockCount: 0 }).where(eq(products.id, gone));
  await add('Archived', { soldCount: 100, archivedAt: new Date() });
  expect(await names({ popular: true })).toEqual(['Sold 9', 'Sold 5', 'Sold 2']);
});
