import { asc, inArray } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { productNotFound } from '../products/product.queries.ts';
import { products } from '../products/products.tables.ts';
import { countRating } from './count-rating.ts';
import { reviews } from './reviews.tables.ts';

export type NewReview = {
  productId: string;
  userId: string | null;
  author: string;
  rating: number;
  title: string;
  text: string;
  /** True if the author received the product in an order; false by default. */
  isVerified?: boolean;
};

/** Stores a review and counts it into the product's rating. Returns its id. */
export function addReview(deps: Pick<Deps, 'db' | 'now'>, review: NewReview): Promise<string> {
  return inTransaction(deps.db, (tx) => storeReview(tx, review, deps.now()));
}

/** Same as `addReview`, in the transaction of the caller. */
export async function storeReview(tx: Tx, review: NewReview, now: Date): Promise<string> {
  const [id = ''] = await storeReviews(tx, [{ ...review, createdAt: now }]);
  return id;
}

/** Stores one or more reviews, updates the rating of each family once, and returns the ids in input order. */
export async function storeReviews(
  tx: Tx,
  newReviews: (NewReview & { createdAt: Date })[],
): Promise<string[]> {
  const reviewed = await readReviewed(tx, newReviews);
  const rows = newReviews.map(({ text, isVerified = false, ...rest }) => {
    const product = reviewed.get(rest.productId);
    if (!product) throw productNotFound();
    return { ...rest, ...product, isVerified, id: newId('rev'), body: text, updatedAt: rest.createdAt };
  });
  for (const [familyId, familyReviews] of Map.groupBy(rows, ({ familyId }) => familyId)) {
    const sum = familyReviews.reduce((stars, { rating }) => stars + rating, 0);
    await countRating(tx, familyId, { sum, count: familyReviews.length });
  }
  await tx.insert(reviews).values(rows);
  return rows.map(({ id }) => id);
}

/**
 * Returns by product id what a review keeps of its product. Locks all products of their families in id order, as orders
 * do, so that transactions cannot deadlock and no product changes its family until commit.
 */
async function readReviewed(tx: Tx, newReviews: NewReview[]) {
  const ids = [...new Set(newReviews.map(({ productId }) => productId))];
  const rows = await tx
    .select({
      id: products.id,
      familyId: products.familyId,
      condition: products.condition,
      productName: products.name,
    })
    .from(products)
    .where(inArray(products.familyId, familiesOf(tx, ids)))
    .orderBy(asc(products.id))
    .for('no key update');
  return new Map(rows.map(({ id, ...product }) => [id, product]));
}

const familiesOf = (tx: Tx, ids: string[]) =>
  tx.select({ id: products.familyId }).from(products).where(inArray(products.id, ids));
