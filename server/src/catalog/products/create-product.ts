import type { Condition } from '@reprise/contract/catalog/products/conditions';
import type { NewDraft } from '@reprise/contract/catalog/products/drafts';
import {
  type AddedProduct,
  type NewProduct,
  type Product,
  productDefaults,
} from '@reprise/contract/catalog/products/product';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudits } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { runOnce } from '../../platform/http/run-once.ts';
import { assertBatteriesKeepFloors } from './battery-promise.ts';
import { recordAddition } from './bulk-changes/record-edits.ts';
import { findCategoryForProduct } from './categories/find-category-for-product.ts';
import { ensureConfigurations, type NewConfiguration } from './families/ensure-configurations.ts';
import { readShared, withShared } from './families/share-with-products.ts';
import { generateSku } from './generate-sku.ts';
import { findProduct } from './product.queries.ts';
import { mergeFields, newProductBase } from './product-fields.ts';
import { findFreeSlugs, slugBase } from './product-slug.ts';
import { products } from './products.tables.ts';
import { invalidatePlaces } from './products.tags.ts';
import { shareModelKey } from './share-model-key.ts';
import { recordInitialStock } from './stock/change-stock.ts';

type ProductInsert = typeof products.$inferInsert;

/** Adds a product; a repeated Idempotency-Key of the administrator returns the product that the first request added. */
export async function createProduct(
  deps: Pick<Deps, 'db' | 'now' | 'search'>,
  body: AddedProduct,
  actorId: string | null,
  idempotencyKey: string | null = null,
): Promise<Product> {
  const now = deps.now();
  return inTransaction(deps.db, async (tx) => {
    const request = { operation: 'create product', actorId, key: idempotencyKey, body, now };
    const id = await runOnce(tx, request, async () => {
      const added = await addProduct(tx, body, { actorId, now, search: deps.search });
      await recordAddition(tx, { id: added, name: body.name }, { actorId, now });
      return added;
    });
    return findProduct(tx, id);
  });
}

/** New product, or a draft that may be incomplete. */
export type Addition = (NewProduct & { isDraft?: false | undefined }) | (NewDraft & { isDraft: true });

/** Adds one product, with the model of its sibling if it has one, and returns its id. */
export async function addProduct(
  tx: Tx,
  { siblingOf, ...input }: Addition & { siblingOf?: string | undefined },
  { actorId, now, search }: { actorId: string | null; now: Date } & Pick<Deps, 'search'>,
): Promise<string> {
  const modelKey = siblingOf ? await shareModelKey(tx, siblingOf, { actorId, now }) : input.modelKey;
  const [id = ''] = await addProducts(tx, [{ ...input, modelKey, createdAt: now }], { actorId, search });
  return id;
}

/** Adds several products with one statement per table; returns their ids in input order. */
export async function addProducts(
  tx: Tx,
  inputs: (Addition & { createdAt: Date })[],
  { actorId, search }: { actorId: string | null } & Pick<Deps, 'search'>,
): Promise<string[]> {
  const categoryIds = new Map<string, string>();
  for (const reference of new Set(inputs.flatMap(({ category }) => category || []))) {
    categoryIds.set(reference, await findCategoryForProduct(tx, reference));
  }
  const sharedByKey = await readShared(
    tx,
    inputs.flatMap(({ modelKey }) => modelKey || []),
  );
  const added = inputs.map((input) => {
    const categoryId = categoryIds.get(input.category ?? '') ?? null;
    const { createdAt } = input;
    const fields = withShared(fieldsOf(input), sharedByKey.get(input.modelKey ?? ''));
    return { input, fields: { ...fields, categoryId, createdAt, updatedAt: createdAt } };
  });
  await assertBatteriesKeepFloors(
    tx,
    added.map(({ fields: next }) => ({ next })),
  );
  await ensureConfigurations(tx, added.flatMap(configurationOf));
  await insertProducts(tx, added);
  const all = added.map(({ fields }) => fields);
  await search.index(
    tx,
    all.map(({ id }) => id),
  );
  await recordInitialStock(tx, all, actorId);
  invalidatePlaces(tx, all);
  await recordAudits(
    tx,
    all.map(({ id, name, priceCents, stockCount, isDraft }) => ({
      actorId,
      action: isDraft ? 'add draft' : 'add product',
      subject: `product ${id}`,
      after: { name, priceCents, stockCount },
    })),
  );
  return all.map(({ id }) => id);
}

function configurationOf({ fields }: { fields: AddedFields }): NewConfiguration[] {
  const { modelKey: key, name, brand, categoryId, createdAt } = fields;
  return key === null ? [] : [{ key, name: name || key, brand, categoryId, createdAt }];
}

type AddedFields = ReturnType<typeof fieldsOf> & { categoryId: string | null; createdAt: Date };

function fieldsOf(input: Addition & { createdAt: Date }) {
  return {
    id: newId('prd'),
    ...mergeFields(newProductBase, input),
    // A trigger moves them to the configuration of a product that has one.
    grams: input.grams ?? null,
    gtins: input.gtins ?? [],
    stockCount: input.stockCount ?? productDefaults.stockCount,
    isDraft: input.isDraft ?? false,
    archivedAt: input.isDraft ? input.createdAt : null,
  };
}

type PreparedProduct = {
  input: Addition;
  fields: Omit<ProductInsert, 'slug' | 'sku'> & { id: string; condition: Condition };
};

const maxTries = 30;

/** Inserts each product with a unique slug and SKU; retries with new ones if a concurrent transaction took them. */
async function insertProducts(tx: Tx, added: PreparedProduct[]): Promise<void> {
  let pending = added;
  for (let tries = 0; tries < maxTries; tries++) {
    const slugs = await findFreeSlugs(
      tx,
      pending.map(({ input, fields }) => ({ ...fields, base: slugBase(input.slug || input.name) })),
    );
    const rows = pending.map(({ input, fields }, index) => ({
      ...fields,
      slug: slugs[index] ?? '',
      sku: input.sku || generateSku(input.brand ?? '', input.name, tries),
    }));
    const inserted = await tx
      .insert(products)
      .values(rows)
      .onConflictDoNothing()
      .returning({ id: products.id });
    const stored = new Set(inserted.map(({ id }) => id));
    pending = pending.filter(({ fields }) => !stored.has(fields.id));
    if (pending.length === 0) return;
    for (const { input } of pending) if (input.sku) await assertSkuFree(tx, input.sku);
  }
  throw new Error(`Could not find a free SKU for ${pending[0]?.input.name}.`);
}

async function assertSkuFree(tx: Tx, sku: string): Promise<void> {
  const [owner] = await tx.select({ name: products.name }).from(products).where(eq(products.sku, sku));
  if (!owner) return;
  const message = `The SKU ${sku} belongs to “${owner.name}”.`;
  throw new Problem('SKU_TAKEN', message, { errors: [{ field: 'sku', message }] });
}
