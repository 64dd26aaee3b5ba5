import { cents, centsToDollars } from '@reprise/contract/money';
import { slugify } from '@reprise/contract/slug';
import { eq } from 'drizzle-orm';
import { categories } from '../catalog/catalog.tables.ts';
import { createCategory } from '../catalog/create-category.ts';
import { findProductBySku, importProducts } from '../catalog/import-products.ts';
import type { WrittenRow } from '../catalog/import-row.ts';
import { storeDrawing } from '../media/store-drawing.ts';
import { type DemoDeps, daysAgo, hoursAgo, openedDaysAgo } from './demo-clock.ts';
import { type DemoCategory, demoCategories, demoModels, picturesOf } from './models/all.ts';
import type { DemoModel, DemoProduct } from './models/model.ts';
import { demoOrders } from './orders.ts';
import { placedReviews } from './reviewed-products.ts';

/** Stores what is missing of the categories; the first comes last, as lists start with the newest. */
export async function loadCategories(deps: DemoDeps): Promise<void> {
  for (const [place, category] of [...demoCategories].reverse().entries()) {
    await loadCategory(hoursAgo(deps, openedDaysAgo * 24 - 1 - place), category);
  }
}

async function loadCategory(deps: DemoDeps, { name, description, image }: DemoCategory): Promise<void> {
  if (await deps.db.$count(categories, eq(categories.slug, slugify(name)))) return;
  const { url } = await storeDrawing(deps, image.draw());
  await createCategory(deps, { name, description, image: url }, deps.actorId);
}

/** Stores what is missing of the products. Returns the id of each by its slug. */
export async function loadProducts(deps: DemoDeps): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const all = demoModels.flatMap((model) => model.products.map((product) => ({ model, product })));
  const arrivals = arrivalOrder(all.map(({ product }) => product));
  const store = storingOnce(deps);
  for (const { model, product } of all) {
    const age = ageOf(product.slug, arrivals.indexOf(product) / all.length);
    ids.set(product.slug, await loadProduct(daysAgo(deps, age), model, product, store));
  }
  return ids;
}

/** Brings a drawing to the disk, once: conditions share their pictures, and it is what takes long. */
type Store = (svg: string) => Promise<string>;

/** By the path a shop's owner takes: a row of an import. */
async function loadProduct(
  deps: DemoDeps,
  model: DemoModel,
  product: DemoProduct,
  store: Store,
): Promise<string> {
  const known = await findProductBySku(deps.db, product.sku);
  if (known) return known;
  const pictures = picturesOf(model, product.colour.name, product.condition);
  const images: string[] = [];
  for (const { svg } of pictures) images.push(await store(svg));
  const imageAlts = pictures.map(({ alt }) => alt);
  const [imported] = await importProducts(deps, [rowOf(product, { images, imageAlts })], deps);
  if (imported?.outcome !== 'created') throw new Error(`${product.name}: ${JSON.stringify(imported)}`);
  return imported.id;
}

function rowOf(product: DemoProduct, pictures: Pick<WrittenRow, 'images' | 'imageAlts'>): WrittenRow {
  const { priceCents, originalPriceCents, configuration: _, colour: __, ...fields } = product;
  return {
    ...fields,
    price: centsToDollars(cents(priceCents)),
    originalPrice: centsToDollars(cents(originalPriceCents)),
    // What the demo's orders take is there before they take it.
    stockCount: product.stockCount + unitsSold(product.slug),
    ...pictures,
  };
}

function storingOnce(deps: DemoDeps): Store {
  const known = new Map<string, string>();
  return async (svg) => {
    const address = known.get(svg) ?? (await storeDrawing(deps, svg)).url;
    known.set(svg, address);
    return address;
  };
}

function unitsSold(slug: string): number {
  return demoOrders
    .filter((order) => order.status !== 'cancelled')
    .flatMap((order) => order.items)
    .filter((item) => item.slug === slug)
    .reduce((sum, item) => sum + item.quantity, 0);
}

/** From the newest on: one of each category in turn, first those that nobody has bought or reviewed yet. */
function arrivalOrder(all: readonly DemoProduct[]): DemoProduct[] {
  const queues = [...Map.groupBy(all, (product) => product.category).values()].map((products) => [
    ...scattered(products.filter(({ slug }) => daysSpokenOf(slug).length === 0)),
    ...products.filter(({ slug }) => daysSpokenOf(slug).length > 0),
  ]);
  const longest = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, place) => queues.flatMap((queue) => queue[place] ?? [])).flat();
}

/** Neighbours, which are the same device in other conditions, end far from each other. */
function scattered<T>(list: readonly T[]): T[] {
  // Multiples of the golden ratio fall evenly between 0 and 1.
  const spot = (item: T) => (list.indexOf(item) * 0.618034) % 1;
  return [...list].sort((a, b) => spot(a) - spot(b));
}

/** In days; `turn` leads from 0 for the newest to 1. Nothing is younger than its first review or order. */
function ageOf(slug: string, turn: number): number {
  return Math.max(2 + turn * 300, ...daysSpokenOf(slug).map((days) => days + 8 + turn * 6));
}

/** How many days ago the product was reviewed or ordered. */
function daysSpokenOf(slug: string): number[] {
  return [
    ...placedReviews.filter((review) => review.slug === slug).map((review) => review.daysAgo),
    ...demoOrders
      .filter((order) => order.items.some((item) => item.slug === slug))
      .map((order) => order.hoursAgo / 24),
  ];
}
