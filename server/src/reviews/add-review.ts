import { inTransaction, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Deps } from '../platform/deps.ts';
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
export async function storeReview(tx: Tx, review: NewReview, now: Date): Promise<string> {
  const [id = ''] = await storeReviews(tx, [{ ...review, createdAt: now }]);
  return id;
}

/** Several, of which there is at least one: each product counts its own at once. Returns their ids in the order given. */
export async function storeReviews(tx: Tx, written: (NewReview & { createdAt: Date })[]): Promise<string[]> {
  const rows = written.map(({ text, ...rest }) => {
    return { ...rest, id: newId('rev'), body: text, updatedAt: rest.createdAt };
  });
  const ofProduct = Map.groupBy(rows, ({ productId }) => productId);
  // Products are locked in the order of their ids, here and everywhere.
  for (const productId of [...ofProduct.keys()].sort()) {
    const those = ofProduct.get(productId) ?? [];
    const sum = those.reduce((stars, { rating }) => stars + rating, 0);
    await countRating(tx, productId, { sum, count: those.length });
  }
  await tx.insert(reviews).values(rows);
  return rows.map(({ id }) => id);
}
