import type { Deps } from '../deps.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import { countRating } from './count-rating.ts';
import { reviews } from './reviews.tables.ts';

export type NewReview = {
  productId: string;
  userId: string | null;
  author: string;
  rating: number;
  title: string;
  text: string;
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

/** Stores one or more reviews, updates the rating of each product once, and returns the ids in input order. */
export async function storeReviews(
  tx: Tx,
  newReviews: (NewReview & { createdAt: Date })[],
): Promise<string[]> {
  const rows = newReviews.map(({ text, ...rest }) => {
    return { ...rest, id: newId('rev'), body: text, updatedAt: rest.createdAt };
  });
  const byProduct = Map.groupBy(rows, ({ productId }) => productId);
  // Products are locked in id order, as everywhere, so that transactions cannot deadlock.
  for (const productId of [...byProduct.keys()].sort()) {
    const productReviews = byProduct.get(productId) ?? [];
    const sum = productReviews.reduce((stars, { rating }) => stars + rating, 0);
    await countRating(tx, productId, { sum, count: productReviews.length });
  }
  await tx.insert(reviews).values(rows);
  return rows.map(({ id }) => id);
}
