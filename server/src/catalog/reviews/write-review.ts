import type { OwnReview, ReviewInput } from '@reprise/contract/catalog/reviews/reviews';
import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { databaseFault } from '../../platform/database/database-fault.ts';
import { findKnownProductId } from '../products/product.queries.ts';
import { storeReview } from './add-review.ts';
import { authorName } from './author-name.ts';
import { findOwnReview, findReviewOf, hasReceived } from './review.queries.ts';

/** Publishes a review of a received product. Throws NOT_RECEIVED or ALREADY_REVIEWED. */
export async function writeReview(
  deps: Pick<Deps, 'db' | 'now'>,
  product: string,
  userId: string,
  input: ReviewInput,
): Promise<OwnReview> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const productId = await findKnownProductId(tx, product);
      const author = authorName(await lockAccount(tx, userId));
      if (!(await hasReceived(tx, productId, userId))) throw notReceived();
      if (await findReviewOf(tx, productId, userId)) throw alreadyReviewed();
      const { rating, title = '', text } = input;
      const review = { productId, userId, author, rating, title, text, isVerified: true };
      return findOwnReview(tx, await storeReview(tx, review, deps.now()), userId);
    });
  } catch (error) {
    const fault = databaseFault(error);
    // A duplicate request was stored first.
    if (fault?.kind === 'unique' && fault.constraint === 'reviews_once') throw alreadyReviewed();
    throw error;
  }
}

/** Returns the name of the author. The key-share lock makes a concurrent account deletion wait and anonymize the review. */
async function lockAccount(tx: Tx, userId: string): Promise<string> {
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
