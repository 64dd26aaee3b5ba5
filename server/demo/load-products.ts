import { cents, toMajorUnits } from '@reprise/contract/money';
import { eq, inArray } from 'drizzle-orm';
import { createCategory } from '../src/catalog/products/categories/create-category.ts';
import { addProducts } from '../src/catalog/products/create-product.ts';
import { readImportRow, type WrittenRow } from '../src/catalog/products/import-row.ts';
import { categories, products } from '../src/catalog/products/products.tables.ts';
import { slugify } from '../src/catalog/products/slugify.ts';
import { storeDrawings } from '../src/foundations/media/store-drawing.ts';
import { type Db, inTransaction } from '../src/platform/database/database.ts';
import { type DemoDeps, daysAgo, hoursAgo, openedDaysAgo } from './demo-clock.ts';
import { soldByDevice } from './devices.ts';
import {
  type DemoCategory,
  type DemoModel,
  type DemoProduct,
  demoCategories,
  demoModels,
  imagesOf,
} from './models.ts';
import { demoOrders } from './orders.ts';
import { readDemoImage } from './read-demo.ts';
import { returnedOrders } from './returns/returns.ts';
import { placedReviews } from './reviewed-products.ts';

/** Stores missing categories in reverse order, because lists show the newest first. */
export async function loadCategories(deps: DemoDeps): Promise<void> {
  for (const [index, category] of [...demoCategories].reverse().entries()) {
    await loadCategory(hoursAgo(deps, openedDaysAgo * 24 - 1 - index), category);
  }
}

async function loadCategory(deps: DemoDeps, { name, description, image }: DemoCategory): Promise<void> {
  if (await deps.db.$count(categories, eq(categories.slug, slugify(name)))) return;
  const [stored] = await storeDrawings(deps, [readDemoImage(image.file)]);
  await createCategory(deps, { name, description, image: stored?.url ?? '' }, deps.actorId);
}

type Planned = { model: DemoModel; product: DemoProduct; createdAt: Date };

/** Batch size; an interruption loses at most one batch. */
const batchSize = 10;

/** Stores missing products and returns their ids by slug. */
export async function loadProducts(deps: DemoDeps): Promise<Map<string, string>> {
  const planned = plannedProducts(deps);
  const known = await findIds(deps.db, planned);
  const missing = planned.filter(({ product }) => !known.has(product.sku));
  const store = createStore(deps);
  for (let index = 0; index < missing.length; index += batchSize) {
    await addBatch(deps, missing.slice(index, index + batchSize), store);
  }
  const ids = missing.length > 0 ? await findIds(deps.db, planned) : known;
  return new Map(planned.map(({ product }) => [product.slug, ids.get(product.sku) ?? '']));
}

function plannedProducts(deps: DemoDeps): Planned[] {
  const all = demoModels.flatMap((model) => model.products.map((product) => ({ model, product })));
  const arrivals = arrivalOrder(all.map(({ product }) => product));
  return all.map(({ model, product }) => {
    const age = ageOf(product.slug, arrivals.indexOf(product) / all.length);
    return { model, product, createdAt: daysAgo(deps, age).now() };
  });
}

/** Returns the ids of existing products by SKU. */
async function findIds(db: Db, planned: Planned[]): Promise<Map<string, string>> {
  const skus = planned.map(({ product }) => product.sku);
  const found = await db
    .select({ sku: products.sku, id: products.id })
    .from(products)
    .where(inArray(products.sku, skus));
  return new Map(found.map(({ sku, id }) => [sku, id]));
}

/** Stores each image once: conditions share them. */
type Store = (svgs: string[]) => Promise<string[]>;

/** Stores products like imported rows, with the same validation. */
async function addBatch(deps: DemoDeps, batch: Planned[], store: Store): Promise<void> {
  const drawn = batch.map(({ model, product }) => imagesOf(model, product.color.name, product.condition));
  const urls = await store(drawn.flatMap((drawings) => drawings.map(({ svg }) => svg)));
  const inputs = batch.map(({ product, createdAt }, index) => {
    const drawings = drawn[index] ?? [];
    const images = urls.splice(0, drawings.length);
    const imageAlts = drawings.map(({ alt }) => alt);
    const read = readImportRow(rowOf(product, { images, imageAlts }));
    if ('faults' in read) throw new Error(`${product.name}: ${JSON.stringify(read.faults)}`);
    return { ...read.row, createdAt };
  });
  await inTransaction(deps.db, (tx) => addProducts(tx, inputs, deps));
}

function rowOf(product: DemoProduct, images: Pick<WrittenRow, 'images' | 'imageAlts'>): WrittenRow {
  const { priceCents, originalPriceCents, configuration: _, color: __, deviceNote: ___, ...fields } = product;
  return {
    ...fields,
    price: toMajorUnits(cents(priceCents)),
    originalPrice: toMajorUnits(cents(originalPriceCents)),
    // Add the units that the demo orders take; devices are received one by one afterwards.
    stockCount: (soldByDevice.includes(product.slug) ? 0 : product.stockCount) + unitsSold(product.slug),
    ...images,
  };
}

function createStore(deps: DemoDeps): Store {
  const known = new Map<string, string>();
  return async (svgs) => {
    const missing = [...new Set(svgs)].filter((svg) => !known.has(svg));
    const stored = await storeDrawings(deps, missing);
    for (const [index, svg] of missing.entries()) known.set(svg, stored[index]?.url ?? '');
    return svgs.map((svg) => known.get(svg) ?? '');
  };
}

function unitsSold(slug: string): number {
  return demoOrders
    .filter((order) => order.status !== 'cancelled')
    .flatMap((order) => order.items)
    .filter((item) => item.slug === slug)
    .reduce((sum, item) => sum + item.quantity, 0);
}

/** Returns products newest first: one per category in share, starting with those without orders or reviews. */
function arrivalOrder(all: readonly DemoProduct[]): DemoProduct[] {
  const queues = [...Map.groupBy(all, (product) => product.category).values()].map((products) => [
    ...spread(products.filter(({ slug }) => activityDays(slug).length === 0)),
    ...products.filter(({ slug }) => activityDays(slug).length > 0),
  ]);
  const longest = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, index) => queues.flatMap((queue) => queue[index] ?? [])).flat();
}

/** Spreads neighbors, which are conditions of the same device. */
function spread<T>(list: readonly T[]): T[] {
  // Multiples of the golden ratio fall evenly between 0 and 1.
  const position = (item: T) => (list.indexOf(item) * 0.618034) % 1;
  return [...list].sort((a, b) => position(a) - position(b));
}

/** Returns the age in days; `share` runs from 0 for the newest to 1. A product is older than its first review or order. */
function ageOf(slug: string, share: number): number {
  return Math.max(2 + share * 300, ...activityDays(slug).map((days) => days + 8 + share * 6));
}

/** Returns the days since the product was reviewed or ordered. */
function activityDays(slug: string): number[] {
  return [
    ...placedReviews.filter((review) => review.slug === slug).map((review) => review.daysAgo),
    ...[...demoOrders, ...returnedOrders]
      .filter((order) => order.items.some((item) => item.slug === slug))
      .map((order) => order.hoursAgo / 24),
  ];
}
