import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { LatestReview } from '@reprise/contract/catalog/reviews/reviews';
import { formatTenths } from '@reprise/contract/formats';
import { Link } from 'react-router';
import { formatCount, formatDate } from '../../formats.ts';
import { Rating } from '../../ui/rating.tsx';
import { reviewsHref } from './review-params.ts';

type Quoted = Pick<
  LatestReview,
  'id' | 'rating' | 'title' | 'text' | 'author' | 'condition' | 'createdAt'
> & { product: Pick<LatestReview['product'], 'slug' | 'name'> };

type LatestReviewsProps = { reviews: Quoted[]; facts: { reviewCount: number; averageRating: number } };

/** Quotes the newest reviews of buyers. They are not chosen by their stars, and the section says so. */
export default function LatestReviews({
  reviews,
  facts: { reviewCount, averageRating },
}: LatestReviewsProps) {
  if (reviews.length === 0) return null;
  return (
    <section
      aria-labelledby="latest-reviews"
      className="page-width grid gap-x-16 gap-y-8 py-16 lg:grid-cols-[18rem_1fr] lg:py-24"
    >
      <div>
        <h2 id="latest-reviews" className="text-xl">
          From our buyers
        </h2>
        <p className="mt-3 max-w-text text-ink-muted text-sm">
          {reviews.length === 1 ? 'The latest review' : 'The latest reviews'} of a purchase in this shop,
          whatever
          {reviews.length === 1 ? ' its' : ' their'} stars. The average of all {formatCount(reviewCount)} is{' '}
          {formatTenths(averageRating)} of 5.
        </p>
      </div>
      <ul className="grid gap-5 md:grid-cols-2">
        {reviews.map((review) => (
          <li key={review.id} className="rounded-tile border border-line bg-raised p-5">
            <Quote review={review} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Quote({ review }: { review: Quoted }) {
  const { product, rating, title, text, author, condition, createdAt } = review;
  return (
    <figure className="flex h-full flex-col">
      <Rating value={rating} starsOnly />
      <blockquote className="mt-3">
        {title && <p className="font-semibold">{title}</p>}
        <p className="mt-1 line-clamp-5">{text}</p>
      </blockquote>
      <figcaption className="mt-auto pt-4 text-ink-muted text-sm">
        {author}, {formatDate(createdAt)}, on{' '}
        <Link to={reviewsHref(product.slug)} className="text-link">
          {product.name}
        </Link>
        , {conditionLabels[condition]}
      </figcaption>
    </figure>
  );
}
