import { Problem } from '@reprise/contract/problem';
import type { OwnReview, ReviewInput } from '@reprise/contract/reviews/reviews';
import { eq } from 'drizzle-orm';
import { findProductId } from '../catalog/product.queries.ts';
import { users } from '../identity/identity.tables.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { databaseFault } from '../platform/database/database-fault.ts';
import type { Deps } from '../platform/deps.ts';
import { storeReview } from './add-review.ts';
import { authorName } from './author-name.ts';
import { findOwnReview, findReviewOf, hasReceived } from './review.queries.ts';

/** Publishes what a customer says of a product they received. Throws NOT_RECEIVED or ALREADY_REVIEWED. */
export async function writeReview(
  deps: Pick<Deps, 'db' | 'now'>,
  product: string,
  userId: string,
  input: ReviewInput,
): Promise<OwnReview> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const productId = await findProductId(tx, product);
      const author = authorName(await holdAccount(tx, userId));
      if (!(await hasReceived(tx, productId, userId))) throw notReceived();
      if (await findReviewOf(tx, productId, userId)) throw alreadyReviewed();
      const { rating, title = '', text } = input;
      const review = { productId, userId, author, rating, title, text };
      return findOwnReview(tx, await storeReview(tx, review, deps.now()), userId);
    });
  } catch (error) {
    const fault = databaseFault(error);
    // A twin of this very call was a moment faster.
    if (fault?.kind === 'unique' && fault.constraint === 'reviews_once') throw alreadyReviewed();
    throw error;
  }
}

/** The writer's name. The account stays until the review is stored, so that its deletion meets the review. */
async function holdAccount(tx: Tx, userId: string): Promise<string> {
  const [user] = await tx
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, userId))
    .for('key share');
  if (!user) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return user.name;
}

function notReceived(): Problem {
  return new Problem(
    'NOT_RECEIVED',
    'Only customers who received this product can review it. You can once an order with it is delivered.',
  );
}

function alreadyReviewed(): Problem {
  return new Problem('ALREADY_REVIEWED', 'You have reviewed this product. You can edit your review.');
}
