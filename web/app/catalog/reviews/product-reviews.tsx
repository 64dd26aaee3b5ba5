import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { Product } from '@reprise/contract/catalog/products/product';
import { type ReviewSort, reviewSorts } from '@reprise/contract/catalog/reviews/review-sort';
import type { Review, reviewEndpoints } from '@reprise/contract/catalog/reviews/reviews';
import { formatTimeAs } from '@reprise/contract/dates';
import type { CallOutput } from '@reprise/contract/endpoint';
import { formatTenths } from '@reprise/contract/formats';
import { Link, useRevalidator } from 'react-router';
import { classNames } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { X } from '../../ui/icons/lucide.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Rating } from '../../ui/rating.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { OwnReviewSection } from './own-review-section.tsx';
import { type ReviewParams, reviewsHref } from './review-params.ts';

export type ReviewPage = CallOutput<typeof reviewEndpoints.listReviews>;

type ProductReviewsProps = {
  product: Product;
  /** Name of the family whose reviews these are; null if the product is its only offer. */
  familyName: string | null;
  /** Null if they could not be loaded; an empty page means that there are none. */
  reviews: ReviewPage | null;
  reviewParams: ReviewParams;
  /** True while the visitor views them; nothing personal is fetched before. */
  open: boolean;
};

/** Customer reviews of a product. */
export function ProductReviews({ product, familyName, reviews, reviewParams, open }: ProductReviewsProps) {
  const { revalidate, state } = useRevalidator();
  if (reviews === null) {
    return (
      <ErrorState
        title="The reviews could not be loaded"
        onRetry={() => void revalidate()}
        retrying={state === 'loading'}
      />
    );
  }
  const total = reviews.histogram.reduce((sum, { count }) => sum + count, 0);
  const own = <OwnReviewSection product={product} open={open} />;
  if (total === 0) {
    return (
      <div className="grid max-w-text justify-items-start gap-4">
        <div>
          <p>No reviews yet.</p>
          <p className="mt-2 text-ink-muted text-sm">Customers who received this product can review it.</p>
        </div>
        {own}
      </div>
    );
  }
  return (
    <div className="grid gap-x-16 gap-y-10 md:grid-cols-[16rem_minmax(0,1fr)]">
      <div className="grid content-start gap-5">
        <Summary product={product} histogram={reviews.histogram} total={total} reviewParams={reviewParams} />
        {familyName !== null && (
          <p className="text-ink-muted text-sm">
            Reviews of every {familyName} we sell. Each names the condition its writer received.
          </p>
        )}
        {own}
      </div>
      <ReviewList product={product} reviews={reviews} reviewParams={reviewParams} />
    </div>
  );
}

type SummaryProps = {
  product: Product;
  histogram: ReviewPage['histogram'];
  total: number;
  reviewParams: ReviewParams;
};

/** Average rating and histogram; a click on a bar filters by its stars. */
function Summary({ product, histogram, total, reviewParams }: SummaryProps) {
  return (
    <div>
      <p className="tabular font-semibold text-2xl tracking-tight">{formatTenths(product.rating)}</p>
      <Rating value={product.rating} count={total} starsOnly />
      <ul className="mt-3 grid">
        {histogram.map(({ rating, count }) => (
          <li key={rating}>
            <Bar
              rating={rating}
              count={count}
              share={count / total}
              isSelected={reviewParams.stars === rating}
              to={reviewsHref(product.slug, {
                ...reviewParams,
                page: 1,
                stars: reviewParams.stars === rating ? null : rating,
              })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type BarProps = { rating: number; count: number; share: number; isSelected: boolean; to: string };

const barClass =
  'tabular -mx-2 grid min-h-8 grid-cols-[3.5rem_1fr_2rem] items-center gap-2 rounded-control px-2 text-sm pointer-coarse:min-h-11';

function Bar({ rating, count, share, isSelected, to }: BarProps) {
  const parts = (
    <>
      <span className={isSelected ? 'font-semibold' : 'text-ink-muted'}>{starsText(rating)}</span>
      <span className="h-1.5 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <span className="block h-full rounded-full bg-ink" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="text-right">{count}</span>
    </>
  );
  if (count === 0 && !isSelected) return <span className={barClass}>{parts}</span>;
  return (
    <Link
      to={to}
      preventScrollReset
      rel="nofollow"
      aria-current={isSelected ? 'true' : undefined}
      aria-label={`${starsText(rating)}: ${reviewsText(count)}${isSelected ? ', shown alone' : ''}`}
      className={classNames(barClass, 'hover:bg-sunken', isSelected && 'bg-sunken')}
    >
      {parts}
    </Link>
  );
}

const starsText = (count: number) => (count === 1 ? '1 star' : `${count} stars`);
const reviewsText = (count: number) => (count === 1 ? '1 review' : `${count} reviews`);

type ReviewListProps = { product: Product; reviews: ReviewPage; reviewParams: ReviewParams };

function ReviewList({ product, reviews: { reviews, pagination }, reviewParams }: ReviewListProps) {
  const hrefFor = (change: Partial<ReviewParams>) =>
    reviewsHref(product.slug, { ...reviewParams, page: 1, ...change });
  return (
    <div>
      <div className="mb-5 flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
        {reviewParams.stars === null ? (
          <p className="text-ink-muted">{reviewsText(pagination.total)}</p>
        ) : (
          <Link
            to={hrefFor({ stars: null })}
            preventScrollReset
            className="inline-flex min-h-8 items-center gap-1.5 rounded-full bg-sunken px-3 font-medium hover:bg-line pointer-coarse:min-h-11"
          >
            {starsText(reviewParams.stars)}
            <X className="size-3.5" aria-hidden="true" />
            <span className="sr-only">(show all)</span>
          </Link>
        )}
        <SortLinks sort={reviewParams.sort} hrefFor={(sort) => hrefFor({ sort })} />
      </div>
      {reviews.length === 0 ? (
        <p className="text-ink-muted">No reviews match.</p>
      ) : (
        <ul className="divide-y divide-line">
          {reviews.map((review) => (
            <li key={review.id} className="py-6 first:pt-0">
              <SingleReview review={review} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 empty:hidden">
        <Pagination page={pagination.page} pages={pagination.pages} hrefFor={(page) => hrefFor({ page })} />
      </div>
    </div>
  );
}

const sortLabels: Record<ReviewSort, string> = { newest: 'Newest', highest: 'Highest', lowest: 'Lowest' };

/** Links instead of a select, because they work without scripts. */
function SortLinks({ sort, hrefFor }: { sort: ReviewSort; hrefFor: (sort: ReviewSort) => string }) {
  return (
    <nav aria-label="Sort reviews" className="-mx-2.5 flex">
      {reviewSorts.map((choice) => (
        <Link
          key={choice}
          to={hrefFor(choice)}
          preventScrollReset
          rel="nofollow"
          aria-current={choice === sort ? 'true' : undefined}
          className={classNames(
            'inline-flex min-h-8 items-center rounded-control px-2.5 hover:bg-sunken pointer-coarse:min-h-11',
            choice === sort ? 'font-semibold' : 'text-ink-muted',
          )}
        >
          {sortLabels[choice]}
        </Link>
      ))}
    </nav>
  );
}

function SingleReview({ review }: { review: Review }) {
  return (
    <article>
      <Rating value={review.rating} starsOnly />
      {review.title && (
        <h3 className="mt-2 break-words font-semibold text-base tracking-normal">{review.title}</h3>
      )}
      <p className="mt-1 max-w-text whitespace-pre-line break-words">{review.text}</p>
      <p className="mt-2 text-ink-muted text-sm">
        {review.author},{' '}
        <time dateTime={review.createdAt}>{formatTimeAs('date', review.createdAt, 'UTC')}</time>
        {review.updatedAt !== review.createdAt && ', edited'}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-muted text-sm">
        {review.verifiedPurchase && <StatusDot tone="good">Verified purchase</StatusDot>}
        <span>{[conditionLabels[review.condition], review.configuration].filter(Boolean).join(' · ')}</span>
      </p>
    </article>
  );
}
