import { conditions, origins } from '@reprise/contract/catalog/products/conditions';
import {
  batterySteps,
  type OptionName,
  optionNames,
  savingSteps,
} from '@reprise/contract/catalog/products/option-names';
import { defaultWarranty, type ProductQuery } from '@reprise/contract/catalog/products/product';
import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import { cents } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { deviceModels, productFamilies } from '../families/families.tables.ts';
import { categories, products } from '../products.tables.ts';
import { indexOutdatedProducts } from '../search/index-products.ts';
import { rollUpVocabulary } from '../search/roll-up-vocabulary.ts';
import { listProductCards } from './product-list.queries.ts';

// Lists, counts and facets of drawn filters in both modes, compared with plain SQL.

const database = await openTestDatabase();
const { db } = database;

const brands = ['Acme', 'Bolt', 'Cork'];
const choices: Record<OptionName, string[]> = {
  storage: ['64 GB', '512 GB', '1 TB'],
  memory: ['8 GB', '16 GB'],
  color: ['Blue', 'Midnight', 'Coral'],
  baseColor: ['Blue', 'Black', 'Coral'],
  screenSize: ['6.1"', '13.3"'],
  size: ['41 mm', '45 mm'],
  carrier: ['Unlocked', 'Verizon'],
};

/** Coral has no code, so its name is its base color. */
const colorCodes: Record<string, string> = { Blue: '#2f6482', Midnight: '#2b333d' };
const baseColorOf = (color: string | undefined) => (color === 'Midnight' ? 'Black' : color);
const ownNames = optionNames.filter((name) => name !== 'baseColor');

let state = 7;
/** Returns a whole number below `end`, the same ones in each run. */
function draw(end: number): number {
  state = (state * 48_271) % 2_147_483_647;
  return state % end;
}
const pick = <T>(items: readonly T[]): T => items[draw(items.length)] as T;
const chance = (percent: number) => draw(100) < percent;

function withColorCode(options: ConfigurationOptions): ConfigurationOptions {
  const colorHex = colorCodes[options.color ?? ''];
  return colorHex ? { ...options, colorHex } : options;
}

beforeAll(async () => {
  const names = ['Phones', 'Laptops', 'Audio'];
  await db
    .insert(categories)
    .values(names.map((name) => ({ id: name, name, slug: name, description: name, image: '' })));
  const families = Array.from({ length: 16 }, (_, index) => ({
    id: `fam_${index}`,
    slug: `family-${index}`,
    name: `Family ${index}`,
    brand: pick(brands),
    categoryId: pick(names),
  }));
  await db.insert(productFamilies).values(families);
  const models = families.flatMap(({ id, brand, categoryId }) =>
    Array.from({ length: 1 + draw(4) }, (_, position) => ({
      key: `${id}-${position}`,
      name: id,
      familyId: id,
      position,
      brand,
      categoryId,
      identifiers: ['serial' as const],
      options: withColorCode(
        Object.fromEntries(ownNames.flatMap((name) => (chance(70) ? [[name, pick(choices[name])]] : []))),
      ),
    })),
  );
  await db.insert(deviceModels).values(models);
  const modelKeys = [...models, ...models, ...models].map(({ key }) => key);
  const alone = Array.from({ length: 12 }, () => null);
  await db.insert(products).values(
    [...modelKeys, ...alone].map((modelKey, index) => {
      const model = models.find(({ key }) => key === modelKey);
      const priceCents = cents(100 * (100 + draw(60)));
      return {
        id: `prd_${String(index).padStart(3, '0')}`,
        slug: `product-${index}`,
        sku: `P-${index}`,
        name: `Product ${chance(50) ? 'zeta' : 'omega'} ${index}`,
        description: '',
        brand: model?.brand ?? pick(brands),
        categoryId: model?.categoryId ?? pick(names),
        modelKey,
        priceCents,
        originalPriceCents: chance(60) ? cents(priceCents + 100 * draw(150)) : null,
        condition: pick(conditions),
        origin: pick(origins),
        stockCount: chance(40) ? 0 : draw(9),
        batteryHealth: chance(60) ? 75 + draw(26) : null,
        featured: chance(20),
        archivedAt: chance(10) ? new Date() : null,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, draw(500))),
        ratingSum: draw(40),
        reviewCount: 10,
        images: [],
        specifications: {},
        features: [],
        warranty: defaultWarranty,
      };
    }),
  );
  await rollUpVocabulary(db);
  await indexOutdatedProducts(db);
});

type Drawn = { query: ProductQuery; conditions: Record<string, string> };

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

function drawFilters(): Drawn {
  const query: ProductQuery = {
    sort: pick(['newest', 'price-low', 'price-high', 'saving', 'name', 'rating']),
  };
  const conditions: Record<string, string> = {};
  const filter = (name: string, values: ProductQuery, condition: string) => {
    Object.assign(query, values);
    conditions[name] = condition;
  };
  const category = pick(['Phones', 'Laptops', 'Audio']);
  if (chance(60)) filter('category', { category: [category] }, `p.category_id = '${category}'`);
  const some = brands.slice(0, 1 + draw(2));
  if (chance(25)) filter('brand', { brand: some }, `p.brand in (${quoted(some)})`);
  const worn = conditionsOf(2);
  if (chance(40)) filter('condition', { condition: worn }, `p.condition in (${quoted(worn)})`);
  const origin = pick(origins);
  if (chance(20)) filter('origin', { origin: [origin] }, `p.origin = '${origin}'`);
  if (chance(30)) filter('inStock', { inStock: true }, 'p.stock_count > 0');
  const maxPrice = 100 * (110 + draw(50));
  if (chance(30)) filter('price', { maxPrice: cents(maxPrice) }, `p.price_cents <= ${maxPrice}`);
  for (const name of optionNames) {
    const value = pick(choices[name]);
    const color = value === 'Black' ? 'Midnight' : value;
    const condition =
      name === 'baseColor' ? `m.options ->> 'color' = '${color}'` : `m.options ->> '${name}' = '${value}'`;
    if (chance(15)) filter(name, { [name]: [value] }, condition);
  }
  const battery = pick(batterySteps);
  if (chance(15)) filter('battery', { battery }, `p.battery_health >= ${battery}`);
  const saving = pick(savingSteps);
  const percentSaved = '100.0 * (p.original_price_cents - p.price_cents) / p.original_price_cents';
  if (chance(15)) filter('saving', { saving }, `${percentSaved} >= ${saving}`);
  if (chance(30)) filter('search', { search: 'zeta' }, "p.name like '%zeta%'");
  if (chance(15)) filter('base', { discounted: true }, 'p.original_price_cents > p.price_cents');
  return { query, conditions };
}

const conditionsOf = (count: number) => conditions.filter((_, index) => (index + count) % 2 === 0);

/** All offers on sale; `met` has the conditions that each meets. */
async function readOffers({ conditions }: Drawn) {
  const met = Object.entries(conditions).map(
    ([name, condition]) => `case when ${condition} then '${name}' end`,
  );
  const { rows } = await db.execute<Offer>(
    sql.raw(`
    select p.*, m.options, c.name as category, lower(p.name) as lower_name, array[${met.join(', ')}]::text[] as met,
      100 * (p.original_price_cents - p.price_cents) / nullif(p.original_price_cents, 0) as percent
    from products p left join categories c on c.id = p.category_id left join device_models m on m.model_key = p.model_key
    where p.archived_at is null`),
  );
  return rows;
}

/** The offers that meet the conditions, but for the one of a facet. */
const matchesOf = ({ conditions }: Drawn, offers: Offer[], omitted?: string) =>
  offers.filter(({ met }) => Object.keys(conditions).every((name) => name === omitted || met.includes(name)));

type Offer = {
  met: (string | null)[];
  id: string;
  family_id: string;
  brand: string;
  category: string;
  condition: string;
  origin: string;
  price_cents: number;
  original_price_cents: number | null;
  stock_count: number;
  battery_health: number | null;
  percent: number | null;
  rating_sum: number;
  options: Partial<Record<OptionName, string>> | null;
  lower_name: string;
  created_at: string | Date;
};

type Mode = 'families' | 'offers';
const keyOf = (mode: Mode) => (offer: Offer) => (mode === 'families' ? offer.family_id : offer.id);
const timeOf = ({ created_at }: Offer) => new Date(created_at).getTime();
const countCards = (mode: Mode, offers: Offer[]) => new Set(offers.map(keyOf(mode))).size;

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const newer = (a: Offer, b: Offer) => timeOf(b) - timeOf(a) || compareText(b.id, a.id);
const cheaper = (a: Offer, b: Offer) => a.price_cents - b.price_cents || compareText(a.id, b.id);
const savingOf = (offer: Offer) =>
  offer.original_price_cents ? 1 - offer.price_cents / offer.original_price_cents : 0;

const compare: Record<string, (a: Offer, b: Offer) => number> = {
  newest: newer,
  saving: (a, b) => savingOf(b) - savingOf(a) || newer(a, b),
  name: (a, b) => compareText(a.lower_name, b.lower_name) || compareText(a.id, b.id),
  rating: (a, b) => b.rating_sum - a.rating_sum || compareText(b.id, a.id),
};

const sorted = (offers: Offer[], order: (a: Offer, b: Offer) => number) => [...offers].sort(order);

/** Ids of the products of the cards in order. */
function cardsOf(mode: Mode, offers: Offer[], sort: string): string[] {
  const idOf = keyOf(mode);
  const lower = (a: Offer, b: Offer) => a.price_cents - b.price_cents || compareText(idOf(a), idOf(b));
  const byPrice = { 'price-low': lower, 'price-high': (a: Offer, b: Offer) => lower(b, a) };
  const order = { ...compare, ...byPrice }[sort] ?? newer;
  const groups = [...Map.groupBy(offers, keyOf(mode)).values()].map((group) => {
    const card = sorted(
      group,
      (a, b) => Number(b.stock_count > 0) - Number(a.stock_count > 0) || cheaper(a, b),
    );
    const place = sort === 'newest' ? sorted(group, newer) : card;
    return { card: card[0] as Offer, place: place[0] as Offer };
  });
  return groups.sort((a, b) => order(a.place, b.place)).map(({ card }) => card.id);
}

function facetsOf(mode: Mode, drawn: Drawn, offers: Offer[]) {
  const countsBy = (facet: string, read: (offer: Offer) => string | null | undefined) => {
    const groups = Map.groupBy(matchesOf(drawn, offers, facet), read);
    return Object.fromEntries(
      [...groups].flatMap(([value, offers]) => (value ? [[value, countCards(mode, offers)]] : [])),
    );
  };
  const countSteps = (facet: string, steps: readonly number[], read: (offer: Offer) => number | null) => {
    const matches = matchesOf(drawn, offers, facet);
    const atLeast = (step: number) => matches.filter((offer) => (read(offer) ?? 0) >= step);
    return Object.fromEntries(
      steps.map((step) => [step, countCards(mode, atLeast(step))]).filter(([, count]) => count),
    );
  };
  const { query } = drawn;
  const hasOptions =
    Boolean(query.category) || [...optionNames, 'battery', 'saving'].some((name) => name in query);
  const options: Record<string, Record<string, number>> = {};
  for (const name of ownNames) options[name] = countsBy(name, (offer) => offer.options?.[name]);
  options.baseColor = countsBy('baseColor', (offer) => baseColorOf(offer.options?.color));
  const inStock = matchesOf(drawn, offers, 'inStock').filter(({ stock_count }) => stock_count > 0);
  const familyName = (offer: Offer) =>
    offer.family_id.startsWith('fam') && offer.family_id.replace('fam_', 'Family ');
  return {
    brands: countsBy('brand', ({ brand }) => brand),
    categories: countsBy('category', ({ category }) => category),
    conditions: countsBy('condition', ({ condition }) => condition),
    origins: countsBy('origin', ({ origin }) => origin),
    inStock: countCards(mode, inStock),
    options: hasOptions && {
      ...options,
      family: countsBy('family', (offer) => familyName(offer) || null),
      battery: countSteps('battery', batterySteps, (offer) => offer.battery_health),
      saving: countSteps('saving', savingSteps, (offer) => offer.percent),
    },
  };
}

/** The facets of a list as counts by value, without values that no match has. */
function countsOf({ facets }: Awaited<ReturnType<typeof listProductCards>>) {
  const present = (entries: { count: number; name?: string; value?: unknown }[]) =>
    Object.fromEntries(
      entries.filter(({ count }) => count > 0).map(({ name, value, count }) => [name ?? value, count]),
    );
  return {
    brands: present(facets.brands),
    categories: present(facets.categories),
    conditions: present(facets.conditions),
    origins: present(facets.origins),
    inStock: facets.inStock,
    options:
      facets.options !== undefined &&
      Object.fromEntries(Object.entries(facets.options).map(([name, entries]) => [name, present(entries)])),
  };
}

test('lists, counts and facets of drawn filters equal plain SQL in both modes', async () => {
  for (let round = 0; round < 20; round++) {
    const drawn = drawFilters();
    const offers = await readOffers(drawn);
    const matches = matchesOf(drawn, offers);
    for (const show of ['families', 'offers'] as const) {
      const list = await listProductCards(db, { ...drawn.query, show });
      const title = `${show} ${JSON.stringify(drawn.query)}`;
      expect(list.pagination.total, title).toBe(countCards(show, matches));
      const ids = list.products.map(({ id }) => id);
      expect(ids, title).toEqual(cardsOf(show, matches, drawn.query.sort ?? 'newest'));
      expect(countsOf(list), title).toEqual(facetsOf(show, drawn, offers));
    }
  }
});
