import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { type Db, inTransaction, type Tx } from '../../../platform/database/database.ts';
import { modelCodes } from '../families/families.tables.ts';
import { isKnown } from '../product.queries.ts';
import { products } from '../products.tables.ts';
import { analyzerVersion, isAccessory, nameTerms, weighTerms } from './analyze.ts';
import { codeTerms } from './product-codes.ts';
import { searchDocuments } from './search.tables.ts';
import { facetTerms, priceTerm } from './search-terms.ts';

/**
 * Writes the search documents of products and deletes those of drafts; part of every transaction that changes their
 * text, price or place.
 */
export async function indexProducts(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const drafts = tx
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, ids), eq(products.isDraft, true)));
  await tx.delete(searchDocuments).where(inArray(searchDocuments.productId, drafts));
  const rows = await tx
    .select(indexedColumns)
    .from(products)
    .where(and(inArray(products.id, ids), isKnown));
  if (rows.length === 0) return;
  await tx
    .insert(searchDocuments)
    .values(rows.map(documentOf))
    .onConflictDoUpdate({
      target: searchDocuments.productId,
      set: {
        analyzer: sql`excluded.analyzer`,
        terms: sql`excluded.terms`,
        weights: sql`excluded.weights`,
        isAccessory: sql`excluded.is_accessory`,
      },
    });
}

const indexedColumns = {
  id: products.id,
  name: products.name,
  brand: products.brand,
  sku: products.sku,
  modelCodes: sql<string[]>`array(select code from ${modelCodes}
    where ${modelCodes}.model_key = ${products}.model_key and kind <> 'tac') || ${products}.gtins`,
  description: products.description,
  specifications: products.specifications,
  features: products.features,
  categoryId: products.categoryId,
  condition: products.condition,
  origin: products.origin,
  priceCents: products.priceCents,
  createdAt: products.createdAt,
};
type IndexedProduct = Pick<
  typeof products.$inferSelect,
  Exclude<keyof typeof indexedColumns, 'modelCodes'>
> & {
  modelCodes: string[];
};

function documentOf(product: IndexedProduct): typeof searchDocuments.$inferInsert {
  const { terms, weights } = weighTerms(product);
  const { categoryId, brand, condition, origin, priceCents } = product;
  return {
    productId: product.id,
    analyzer: analyzerVersion,
    weights,
    isAccessory: isAccessory(product.name),
    terms: [
      ...terms,
      ...(categoryId ? [facetTerms.category(categoryId)] : []),
      facetTerms.brand(brand),
      facetTerms.condition(condition),
      facetTerms.origin(origin),
      ...nameTerms(product.name).map(facetTerms.inName),
      ...codeTerms(product),
      priceTerm(priceCents),
    ],
  };
}

/** Indexes the products of a configuration, whose codes have changed. */
export async function indexModel(tx: Tx, modelKey: string, index: typeof indexProducts): Promise<void> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.modelKey, modelKey))
    .orderBy(products.id);
  await index(
    tx,
    rows.map(({ id }) => id),
  );
}

const batchSize = 500;

/**
 * Indexes all products without a document of the current analyzer except drafts, a batch per transaction: after an
 * upgrade, or after rows were written past the shop.
 */
export async function indexOutdatedProducts(db: Db, index = indexProducts): Promise<void> {
  for (let after = ''; ; ) {
    const batch = await readBatch(db, after);
    const last = batch.at(-1);
    if (!last) return;
    const outdated = batch.flatMap(({ id, isOutdated }) => (isOutdated ? [id] : []));
    if (outdated.length > 0) await inTransaction(db, (tx) => index(tx, outdated));
    after = last.id;
  }
}

/**
 * Returns the next products after this id. A limit on the outdated ones alone would join the whole catalog with its
 * documents for each batch, because the planner expects hardly any.
 */
async function readBatch(db: Db, after: string): Promise<{ id: string; isOutdated: boolean }[]> {
  const analyzer = sql`(select ${searchDocuments.analyzer} from ${searchDocuments}
    where ${searchDocuments.productId} = ${products}.id)`;
  return db
    .select({
      id: products.id,
      isOutdated: sql<boolean>`${analyzer} is distinct from ${analyzerVersion}::int`,
    })
    .from(products)
    .where(and(gt(products.id, after), isKnown))
    .orderBy(products.id)
    .limit(batchSize);
}
