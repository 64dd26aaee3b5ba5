import type { ProductQuery } from '@reprise/contract/catalog/catalog';
import { defaultWarranty } from '@reprise/contract/catalog/catalog';
import { conditions } from '@reprise/contract/catalog/conditions';
import { cents } from '@reprise/contract/money';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { products, recencyTiers } from '../catalog.tables.ts';
import { rollUpFacetCounts } from '../listing/facet-counts.ts';
import { listProducts } from '../listing/product-list.queries.ts';

// What a search finds among thousands of products, compared with a search through all of them by hand.

const { db } = await openTestDatabase();
const count = 3000;

/** Numbers that look random and are the same every time. */
function dice(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T };
}

const brands = ['Apple', 'Sony', 'Nokia'];
const kinds = ['iPhone', 'Galaxy', 'Pixel', 'Phone', 'Headphones', 'ThinkPad'];
const numbers = ['1', '10', '12', 's22', 'A108', 'A110', '128', '13'];
const colours = ['Black', 'Blue', 'Graphite', 'Älter', 'Red'];
const ends = ['Pro', 'Max', 'Mini', 'SE', ''];

const d = dice(3);
const all = Array.from({ length: count }, (_, at) => {
  const words = [d.pick(kinds), d.pick(numbers), d.pick(ends), d.pick(colours)].filter(Boolean);
  const name = words.join(d.next() < 0.1 ? '-' : ' ');
  const brand = d.pick(brands);
  const description = `${d.pick(['Tested', 'Cleaned', 'New battery'])}, ${d.pick(colours)} box. Number ${at}.`;
  return {
    at,
    name,
    brand,
    description,
    condition: d.pick(conditions),
    price: 1000 + ((at * 7919) % 90_000),
  };
});
type Given = (typeof all)[number];

beforeAll(async () => {
  for (let from = 0; from < count; from += 250) {
    await db.insert(products).values(
      all.slice(from, from + 250).map(({ at, price, ...product }) => ({
        ...product,
        id: `prd_${String(at).padStart(6, '0')}`,
        slug: `p-${at}`,
        sku: `P-${at}`,
        priceCents: cents(price),
        origin: 'open-box' as const,
        images: [],
        specifications: {},
        features: [],
        warranty: defaultWarranty,
        createdAt: new Date(Date.UTC(2026, 0, 1) + at * 600_000),
      })),
    );
  }
  for (let round = 0; round < 3; round++) await rollUpFacetCounts(db);
});

const textOf = ({ name, brand, description }: Given) => `${name}\n${brand}\n${description}`.toLowerCase();

type Asked = Partial<ProductQuery> & { search: string };

/** By hand: what holds the words as they stand, in the order asked for. */
function lookThrough({ search, brand, maxPrice, sort }: Asked) {
  const words = search.toLowerCase();
  const holding = all.filter((each) => textOf(each).includes(words));
  const isNamed = ({ name }: Given) => Number(name.toLowerCase().includes(words));
  const meets = (each: Given) =>
    (!brand || brand.includes(each.brand)) && (maxPrice === undefined || each.price <= maxPrice);
  const found = holding.filter(meets).sort((a, b) => {
    if (sort === 'price-low') return a.price - b.price || a.at - b.at;
    return (sort === 'relevance' ? isNamed(b) - isNamed(a) : 0) || b.at - a.at;
  });
  return { isHeld: holding.length > 0, slugs: found.map(({ at }) => `p-${at}`), found };
}

function ask(seed: number): Asked {
  const e = dice(seed);
  const name = e.pick(all).name.toLowerCase();
  const from = Math.floor(e.next() * name.length * 0.6);
  const search = e.pick([
    name.split(/[ -]/)[0] ?? name,
    name.split(/[ -]/).slice(0, 2).join(' '),
    name.slice(from, from + 2 + Math.floor(e.next() * 8)).trim() || name,
    e.pick(brands),
    e.pick(numbers),
    `${e.pick(colours)} box`,
    name.replace(/[^a-z]/g, '').slice(0, 1),
    'one',
  ]);
  return {
    search,
    sort: e.pick(['newest', 'relevance', 'price-low'] as const),
    ...(e.next() < 0.2 && { brand: [e.pick(brands)] }),
    ...(e.next() < 0.2 && { maxPrice: cents(30_000) }),
    page: 1 + Math.floor(e.next() * 3),
  };
}

async function compare(asked: Asked) {
  const limit = 20;
  const page = asked.page ?? 1;
  const answer = await listProducts(db, { ...asked, limit });
  const { isHeld, slugs, found } = lookThrough(asked);
  if (!isHeld) return expect(answer.match === 'exact' ? answer.products : []).toEqual([]);
  const label = JSON.stringify(asked);
  expect([label, answer.match]).toEqual([label, 'exact']);
  expect([label, answer.products.map(({ slug }) => slug)]).toEqual([
    label,
    slugs.slice((page - 1) * limit, page * limit),
  ]);
  expect([label, answer.pagination.total]).toEqual([label, Math.min(1000, slugs.length)]);
  if (slugs.length > 1000) return expect(answer.pagination.atLeast).toBe(true);
  const ofCondition = (value: string) => found.filter((each) => each.condition === value).length;
  expect([label, answer.facets.conditions]).toEqual([
    label,
    conditions.map((value) => ({ value, count: ofCondition(value) })),
  ]);
}

const seeds = Array.from({ length: 40 }, (_, at) => at + 1);

describe('a search finds what stands in the text, in order and counted right', () => {
  test('in a small shop', async () => {
    await db.delete(recencyTiers);
    for (const seed of seeds) await compare(ask(seed));
  });

  test('among the newest first', async () => {
    const since = (newest: number) => new Date(Date.UTC(2026, 0, 1) + (count - newest) * 600_000);
    await db.delete(recencyTiers);
    await db.insert(recencyTiers).values([
      { size: 1000, since: since(100) },
      { size: 8000, since: since(400) },
      // Names of several words are looked for no further than here.
      { size: 32_000, since: since(2000) },
      { size: 256_000, since: since(2700) },
    ]);
    for (const seed of seeds) await compare(ask(seed));
  });
});

describe('beside a slip', () => {
  const wordsOf = (given: Given) => textOf(given).split(/[^\p{L}\p{N}]+/u);
  const total = async (search: string) => (await listProducts(db, { search, limit: 1 })).pagination.total;

  test.each(['10', '12', 'se', '1'])('%j is a word of its own', async (word) => {
    const found = all.filter((each) => textOf(each).includes('galaxy') && wordsOf(each).includes(word));
    expect(found.length).toBeGreaterThan(0);
    expect(await total(`galxy ${word}`)).toBe(found.length);
  });

  test('what is no word of the catalogue is a part of one', async () => {
    const found = all.filter((each) => textOf(each).includes('galaxy') && textOf(each).includes('a1'));
    expect(await total('galxy a1')).toBe(found.length);
  });

  test('what nothing holds as a word is looked for as a part', async () => {
    const found = all.filter((each) => textOf(each).includes('thinkpad') && textOf(each).includes('0'));
    expect(await total('thinkpda 0')).toBe(found.length);
  });
});
