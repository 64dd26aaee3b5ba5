import {
  type AddedProduct,
  defaultWarranty,
  type NewProduct,
  type Product,
  productDefaults,
} from '@reprise/contract/catalog';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { newId } from '../platform/new-id.ts';
import { products } from './catalog.tables.ts';
import { bumpPlaces } from './catalog.tags.ts';
import { changeStock } from './change-stock.ts';
import { findCategoryForProduct } from './find-category-for-product.ts';
import { generatedSku } from './generated-sku.ts';
import { findProduct } from './product.queries.ts';
import { filled, picturesFrom, warrantyFrom } from './product-fields.ts';
import { findFreeSlug, slugBase } from './product-slug.ts';
import { shareModelKey } from './share-model-key.ts';

type ProductInsert = typeof products.$inferInsert;

export async function createProduct(
  deps: Pick<Deps, 'db' | 'now'>,
  { siblingOf, ...input }: AddedProduct,
  actorId: string | null,
): Promise<Product> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const modelKey = siblingOf ? await shareModelKey(tx, siblingOf, { actorId, now }) : input.modelKey;
    const id = await addProduct(tx, { ...input, modelKey }, { actorId, now });
    return findProduct(tx, id);
  });
}

/** The same within a transaction that adds more than one. Returns its id. */
export async function addProduct(
  tx: Tx,
  input: NewProduct,
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<string> {
  const categoryId = await findCategoryForProduct(tx, input.category);
  const id = await insertProduct(
    tx,
    { ...fieldsOf(input), categoryId, createdAt: now, updatedAt: now },
    input,
  );
  const stockCount = input.stockCount ?? productDefaults.stockCount;
  await changeStock(tx, id, stockCount, { reason: 'initial', actorId, now });
  bumpPlaces(tx, [{ id, categoryId, modelKey: input.modelKey || null }]);
  await recordAudit(tx, {
    actorId,
    action: 'add product',
    subject: `product ${id}`,
    after: { name: input.name, priceCents: input.price, stockCount },
  });
  return id;
}

function fieldsOf(input: NewProduct) {
  return {
    id: newId('prd'),
    name: input.name,
    description: input.description ?? '',
    brand: input.brand,
    priceCents: input.price,
    originalPriceCents: input.originalPrice || null,
    condition: input.condition ?? productDefaults.condition,
    origin: input.origin ?? productDefaults.origin,
    ...picturesFrom({ images: [], imageAlts: [] }, input),
    specifications: input.specifications ?? {},
    features: filled(input.features ?? []),
    featured: input.featured ?? false,
    warranty: warrantyFrom(defaultWarranty, input.warranty),
    modelKey: input.modelKey || null,
  };
}

const mostTries = 30;

/** Stores the product under a slug and SKU of its own; what somebody else took meanwhile is chosen anew. */
async function insertProduct(
  tx: Tx,
  fields: Omit<ProductInsert, 'slug' | 'sku' | 'stockCount'>,
  input: Pick<NewProduct, 'sku' | 'slug' | 'name' | 'brand'>,
): Promise<string> {
  const base = slugBase(input.slug || input.name);
  for (let tries = 0; tries < mostTries; tries++) {
    const slug = await findFreeSlug(tx, fields, base);
    const sku = input.sku || generatedSku(input.brand, input.name, tries);
    const [inserted] = await tx
      .insert(products)
      .values({ ...fields, slug, sku, stockCount: 0 })
      .onConflictDoNothing()
      .returning({ id: products.id });
    if (inserted) return inserted.id;
    if (input.sku) await refuseTakenSku(tx, input.sku);
  }
  throw new Error(`No free SKU was found for ${input.name}.`);
}

async function refuseTakenSku(tx: Tx, sku: string): Promise<void> {
  const taken = await tx.select({ id: products.id }).from(products).where(eq(products.sku, sku));
  if (taken.length === 0) return;
  const message = `The SKU ${sku} is taken by another product.`;
  throw new Problem('SKU_TAKEN', message, { errors: [{ field: 'sku', message }] });
}
