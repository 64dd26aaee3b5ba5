import { inTransaction, type Tx } from '../platform/database.ts';
import type { Deps } from '../platform/deps.ts';
import { newId } from '../platform/new-id.ts';
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

/** As `addReview`, in the caller's transaction. */
export async function storeReview(tx: Tx, { text, ...rest }: NewReview, now: Date): Promise<string> {
  const id = newId('rev');
  await countRating(tx, rest.productId, { sum: rest.rating, count: 1 });
  await tx.insert(reviews).values({ ...rest, id, body: text, createdAt: now, updatedAt: now });
  return id;
}
