import {
  type AddedProduct,
  defaultWarranty,
  type NewProduct,
  type Product,
  productDefaults,
} from '@reprise/contract/catalog/catalog';
import type { Condition } from '@reprise/contract/catalog/conditions';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import { recordAudits } from '../platform/audit.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Deps } from '../platform/deps.ts';
import { products } from './catalog.tables.ts';
import { invalidatePlaces } from './catalog.tags.ts';
import { findCategoryForProduct } from './find-category-for-product.ts';
import { generatedSku } from './generated-sku.ts';
import { findProduct } from './product.queries.ts';
import { filled, imagesFrom, warrantyFrom } from './product-fields.ts';
import { findFreeSlugs, slugBase } from './product-slug.ts';
import { shareModelKey } from './share-model-key.ts';
import { recordInitialStock } from './stock/change-stock.ts';

type ProductInsert = typeof products.$inferInsert;

export async function createProduct(
  deps: Pick<Deps, 'db' | 'now'>,
  { siblingOf, ...input }: AddedProduct,
  actorId: string | null,
): Promise<Product> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now();
    const modelKey = siblingOf ? await shareModelKey(tx, siblingOf, { actorId, now }) : input.modelKey;
    const [id = ''] = await addProducts(tx, [{ ...input, modelKey, createdAt: now }], actorId);
    return findProduct(tx, id);
  });
}

/** Several by one statement of each kind; returns their ids in the order given. */
export async function addProducts(
  tx: Tx,
  inputs: (NewProduct & { createdAt: Date })[],
  actorId: string | null,
): Promise<string[]> {
  const categoryIds = new Map<string, string>();
  for (const named of new Set(inputs.map(({ category }) => category))) {
    categoryIds.set(named, await findCategoryForProduct(tx, named));
  }
  const added = inputs.map((input) => {
    const categoryId = categoryIds.get(input.category) ?? null;
    const { createdAt } = input;
    return { input, fields: { ...fieldsOf(input), categoryId, createdAt, updatedAt: createdAt } };
  });
  await insertProducts(tx, added);
  const all = added.map(({ fields }) => fields);
  await recordInitialStock(tx, all, actorId);
  invalidatePlaces(tx, all);
  await recordAudits(
    tx,
    all.map(({ id, name, priceCents, stockCount }) => ({
      actorId,
      action: 'add product',
      subject: `product ${id}`,
      after: { name, priceCents, stockCount },
    })),
  );
  return all.map(({ id }) => id);
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
    ...imagesFrom({ images: [], imageAlts: [] }, input),
    specifications: input.specifications ?? {},
    features: filled(input.features ?? []),
    featured: input.featured ?? false,
    warranty: warrantyFrom(defaultWarranty, input.warranty),
    modelKey: input.modelKey || null,
    stockCount: input.stockCount ?? productDefaults.stockCount,
  };
}

type Added = {
  input: NewProduct;
  fields: Omit<ProductInsert, 'slug' | 'sku'> & { id: string; condition: Condition };
};

const maxTries = 30;

/** Stores each product under a slug and SKU of its own; what somebody else took meanwhile is chosen anew. */
async function insertProducts(tx: Tx, added: Added[]): Promise<void> {
  let left = added;
  for (let tries = 0; tries < maxTries; tries++) {
    const slugs = await findFreeSlugs(
      tx,
      left.map(({ input, fields }) => ({ ...fields, base: slugBase(input.slug || input.name) })),
    );
    const rows = left.map(({ input, fields }, at) => ({
      ...fields,
      slug: slugs[at] ?? '',
      sku: input.sku || generatedSku(input.brand, input.name, tries),
    }));
    const inserted = await tx
      .insert(products)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: products.id });
    const stored = new Set(inserted.map(({ id }) => id));
    left = left.filter(({ fields }) => !stored.has(fields.id));
    if (left.length === 0) return;
    for (const { input } of left) if (input.sku) await refuseTakenSku(tx, input.sku);
  }
  throw new Error(`No free SKU was found for ${left[0]?.input.name}.`);
}

async function refuseTakenSku(tx: Tx, sku: string): Promise<void> {
  const taken = await tx.select({ id: products.id }).from(products).where(eq(products.sku, sku));
  if (taken.length === 0) return;
  const message = `The SKU ${sku} is taken by another product.`;
  throw new Problem('SKU_TAKEN', message, { errors: [{ field: 'sku', message }] });
}
