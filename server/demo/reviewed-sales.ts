// Orders behind the reviews: only buyers of a device review it, some days after its delivery.
import { joinedDaysAgo } from './demo-clock.ts';
import { placedReviews } from './reviewed-products.ts';

export type ReviewedSale = { person: number; slugs: string[]; hoursAgo: number };

/** Days from an order to its delivery at the latest; `load-orders.ts` delivers after 71 hours. */
const deliveryDays = 3;
/** Days between the first and the last review of one order. */
const maxSpreadDays = 19;
const maxItems = 3;

type Review = (typeof placedReviews)[number];

/** Returns true if the person had the reviewed device before the review. */
function isSaleOf(review: Pick<Review, 'personIndex' | 'slug' | 'daysAgo'>, sale: ReviewedSale): boolean {
  return (
    sale.person === review.personIndex &&
    sale.slugs.includes(review.slug) &&
    sale.hoursAgo >= (review.daysAgo + deliveryDays) * 24
  );
}

/** Returns the sales that the reviews need beside the ones planned; what a person reviews soon after is one order. */
export function salesOfReviews(planned: readonly ReviewedSale[]): ReviewedSale[] {
  const missing = placedReviews.filter((review) => !planned.some((sale) => isSaleOf(review, sale)));
  return [...Map.groupBy(missing, ({ personIndex }) => personIndex)].flatMap(([person, reviews]) =>
    inOrders(reviews).map((ordered) => ({
      person,
      slugs: ordered.map(({ slug }) => slug),
      hoursAgo: orderedHoursAgo(person, ordered),
    })),
  );
}

/** Groups reviews, oldest first, whose devices were bought in one order. */
function inOrders(reviews: readonly Review[]): Review[][] {
  const orders: Review[][] = [];
  for (const review of reviews) {
    const last = orders.at(-1);
    const isClose = (last?.[0]?.daysAgo ?? 0) - review.daysAgo < maxSpreadDays;
    const isOrdered = last?.some(({ slug }) => slug === review.slug);
    if (last && isClose && !isOrdered && last.length < maxItems) last.push(review);
    else orders.push([review]);
  }
  return orders;
}

/** The order precedes its oldest review by the delivery and 1 to 19 days, fewer if the person joined later. */
function orderedHoursAgo(person: number, [oldest]: Review[]): number {
  if (!oldest) throw new Error('An order needs a review.');
  const used = 1 + ((oldest.daysAgo * 7 + person * 5) % 19);
  const days = Math.min(oldest.daysAgo + deliveryDays + used, joinedDaysAgo(person) - 1);
  return days * 24 + ((oldest.daysAgo * 11 + person * 3) % 13);
}
