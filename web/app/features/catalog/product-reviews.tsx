import type { Product, Review } from '@reprise/contract/catalog';
import type { Pagination as Paging } from '@reprise/contract/paging';
import { useRevalidator } from 'react-router';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Rating } from '../../ui/rating.tsx';

export type ReviewPage = {
  reviews: Review[];
  pagination: Paging;
  histogram: { rating: number; count: number }[];
};

/** What buyers say. `reviews` is null when they could not be loaded, which is not the same as none. */
export function ProductReviews({ product, reviews }: { product: Product; reviews: ReviewPage | null }) {
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
  const { pagination } = reviews;
  if (pagination.total === 0) {
    return (
      <div className="max-w-text">
        <p>No reviews yet.</p>
        <WhoReviews />
      </div>
    );
  }
  return (
    <div className="grid gap-x-16 gap-y-10 md:grid-cols-[15rem_minmax(0,1fr)]">
      <Summary product={product} histogram={reviews.histogram} total={pagination.total} />
      <div>
        <ul className="divide-y divide-line">
          {reviews.reviews.map((review) => (
            <li key={review.id} className="py-6 first:pt-0">
              <SingleReview review={review} />
            </li>
          ))}
        </ul>
        <div className="mt-6 empty:hidden">
          <Pagination
            page={pagination.page}
            pages={pagination.pages}
            hrefFor={(page) => `/product/${product.slug}?reviews=${page}#about`}
          />
        </div>
      </div>
    </div>
  );
}

function WhoReviews() {
  return <p className="mt-2 text-ink-muted text-sm">Customers who received this product can review it.</p>;
}

type SummaryProps = { product: Product; histogram: ReviewPage['histogram']; total: number };

function Summary({ product, histogram, total }: SummaryProps) {
  const counts = new Map(histogram.map(({ rating, count }) => [rating, count]));
  return (
    <div>
      <p className="tabular font-semibold text-2xl tracking-tight">{product.rating.toFixed(1)}</p>
      <Rating value={product.rating} count={total} />
      <ul className="mt-4 grid gap-1.5">
        {[5, 4, 3, 2, 1].map((stars) => {
          const count = counts.get(stars) ?? 0;
          return (
            <li key={stars} className="tabular grid grid-cols-[1fr_2rem] items-center gap-3 text-sm">
              <span className="grid grid-cols-[3.5rem_1fr] items-center gap-2">
                <span className="text-ink-muted">{stars === 1 ? '1 star' : `${stars} stars`}</span>
                <span className="h-1.5 overflow-hidden rounded-full bg-line" aria-hidden="true">
                  <span
                    className="block h-full rounded-full bg-ink"
                    style={{ width: `${(count / total) * 100}%` }}
                  />
                </span>
              </span>
              <span className="text-right">{count}</span>
            </li>
          );
        })}
      </ul>
      <WhoReviews />
    </div>
  );
}

const reviewDate = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

function SingleReview({ review }: { review: Review }) {
  return (
    <article>
      <Rating value={review.rating} />
      {review.title && <h3 className="mt-2 font-semibold text-base tracking-normal">{review.title}</h3>}
      <p className="mt-1 max-w-text whitespace-pre-line">{review.text}</p>
      <p className="mt-2 text-ink-muted text-sm">
        {review.author},{' '}
        <time dateTime={review.createdAt}>{reviewDate.format(new Date(review.createdAt))}</time>
      </p>
    </article>
  );
}
