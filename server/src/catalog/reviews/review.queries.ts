import { optionLine } from '@reprise/contract/catalog/products/option-line';
import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import type { ReviewSort } from '@reprise/contract/catalog/reviews/review-sort';
import {
  type AdminReview,
  maxLatestReviews,
  type OwnReview,
  type reviewEndpoints,
} from '@reprise/contract/catalog/reviews/reviews';
import type { CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { and, asc, count, desc, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import { orderItems, orders } from '../../sales/orders/orders.tables.ts';
import { deviceModels } from '../products/families/families.tables.ts';
import { isKnown, isProduct, knownName } from '../products/product.queries.ts';
import { products } from '../products/products.tables.ts';
import { reviewNotFound } from './lock-review.ts';
import { reviews } from './reviews.tables.ts';

// Drizzle leaves the table out of columns in a select from one table, which would name those of the subquery.

/** SQL: options of the configuration of the reviewed product; null without one and after it was deleted. */
const options = sql<ConfigurationOptions | null>`(
  select model.options from ${products} reviewed join ${deviceModels} model on model.model_key = reviewed.model_key
  where reviewed.id = ${reviews}.product_id)`;

const publicColumns = {
  id: reviews.id,
  rating: reviews.rating,
  title: reviews.title,
  text: reviews.body,
  author: reviews.author,
  condition: reviews.condition,
  options,
  verifiedPurchase: reviews.isVerified,
  createdAt: reviews.createdAt,
  updatedAt: reviews.updatedAt,
};

type Row = { options: ConfigurationOptions | null; createdAt: Date; updatedAt: Date };

function toReview<R extends Row>({ options, ...row }: R) {
  return {
    ...row,
    configuration: optionLine(options ?? {}),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** SQL: name of the reviewed product as customers know it; the one at the time of the review if it was deleted. */
const reviewedName = sql<string>`case when ${products.id} is null then ${reviews.productName} else ${knownName} end`;

type ReviewPage = CallOutput<typeof reviewEndpoints.listReviews>;
type ReviewQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  sort?: ReviewSort | undefined;
  rating?: number | undefined;
};

const newestFirst = [desc(reviews.createdAt), desc(reviews.id)];
const sortOrders: Record<ReviewSort, SQL[]> = {
  newest: newestFirst,
  highest: [desc(reviews.rating), ...newestFirst],
  lowest: [asc(reviews.rating), ...newestFirst],
};

/** Returns a page of visible reviews of the product's family, with the ids that its cache tags need. */
export async function listReviews(
  db: Queryable,
  product: { id: string; familyId: string },
  query: ReviewQuery,
): Promise<ReviewPage & { familyId: string; productIds: string[] }> {
  const { page, limit, offset } = pageOf(query);
  const visible = and(eq(reviews.familyId, product.familyId), eq(reviews.hidden, false));
  const rows = await db
    .select({ ...publicColumns, productId: reviews.productId })
    .from(reviews)
    .where(query.rating === undefined ? visible : and(visible, eq(reviews.rating, query.rating)))
    .orderBy(...sortOrders[query.sort ?? 'newest'])
    .limit(limit)
    .offset(offset);
  const counted = await db
    .select({ rating: reviews.rating, count: count() })
    .from(reviews)
    .where(visible)
    .groupBy(reviews.rating);
  const histogram = [5, 4, 3, 2, 1].map((rating) => ({
    rating,
    count: counted.find((row) => row.rating === rating)?.count ?? 0,
  }));
  const total = histogram
    .filter(({ rating }) => query.rating === undefined || rating === query.rating)
    .reduce((sum, bar) => sum + bar.count, 0);
  return {
    familyId: product.familyId,
    productIds: [product.id, ...rows.flatMap(({ productId }) => productId ?? [])],
    reviews: rows.map(toReview),
    pagination: paginationOf(page, limit, total),
    histogram,
  };
}

/** Reviews read for the latest ones: enough to find different products among them. */
const latestRead = 20;

type Latest = CallOutput<typeof reviewEndpoints.listLatestReviews> & { productIds: string[] };

/** Returns the newest visible reviews of buyers, each of another family of the shop, with the ids for their cache tags. */
export async function listLatestReviews(db: Queryable): Promise<Latest> {
  const rows = await db
    .select({
      ...publicColumns,
      familyId: reviews.familyId,
      productId: products.id,
      slug: products.slug,
      name: products.name,
      image: sql<string>`coalesce(${products.images} ->> 0, '')`,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(and(eq(reviews.hidden, false), eq(reviews.isVerified, true), isKnown, isNull(products.archivedAt)))
    .orderBy(...newestFirst)
    .limit(latestRead);
  const latest = [...Map.groupBy(rows, ({ familyId }) => familyId).values()]
    .flatMap(([newest]) => newest ?? [])
    .slice(0, maxLatestReviews);
  return {
    productIds: latest.map(({ productId }) => productId),
    reviews: latest.map(({ familyId: _, productId: __, slug, name, image, ...row }) => ({
      ...toReview(row),
      product: { slug, name, image },
    })),
  };
}

const ownColumns = { ...publicColumns, hidden: reviews.hidden };

export async function findReviewOf(
  db: Queryable,
  productId: string,
  userId: string,
): Promise<OwnReview | null> {
  const [row] = await db
    .select(ownColumns)
    .from(reviews)
    .where(and(eq(reviews.userId, userId), eq(reviews.productId, productId)));
  return row ? toReview(row) : null;
}

export async function findOwnReview(db: Queryable, id: string, userId: string): Promise<OwnReview> {
  const [row] = await db
    .select(ownColumns)
    .from(reviews)
    .where(and(eq(reviews.id, id), eq(reviews.userId, userId)));
  if (!row) throw reviewNotFound();
  return toReview(row);
}

/** Returns all reviews of a customer with product names, for the data export. */
export async function readReviewsOf(
  db: Queryable,
  userId: string,
): Promise<(OwnReview & { product: string })[]> {
  const rows = await db
    .select({ ...ownColumns, product: reviewedName })
    .from(reviews)
    .leftJoin(products, eq(products.id, reviews.productId))
    .where(eq(reviews.userId, userId))
    .orderBy(...newestFirst);
  return rows.map(toReview);
}

type OwnReviewState = CallOutput<typeof reviewEndpoints.getOwnReview>;

export async function readOwnReview(
  db: Queryable,
  productId: string,
  userId: string,
): Promise<OwnReviewState> {
  const review = await findReviewOf(db, productId, userId);
  return { review, mayReview: review === null && (await hasReceived(db, productId, userId)) };
}

/** Returns the ids of those of the products that the customer has reviewed. */
export async function listReviewedProducts(
  db: Queryable,
  productIds: string[],
  userId: string,
): Promise<string[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .select({ id: reviews.productId })
    .from(reviews)
    .where(and(eq(reviews.userId, userId), inArray(reviews.productId, productIds)));
  return rows.flatMap(({ id }) => id ?? []);
}

/** Returns true if an order of this customer with the product was delivered. */
export async function hasReceived(db: Queryable, productId: string, userId: string): Promise<boolean> {
  const delivered = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(eq(orders.userId, userId), eq(orders.status, 'delivered'), eq(orderItems.productId, productId)),
    );
  const { rows } = await db.execute<{ received: boolean }>(sql`select ${exists(delivered)} as received`);
  return rows[0]?.received === true;
}

type AdminList = CallOutput<typeof reviewEndpoints.listAllReviews>;
type AdminQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  visibility?: 'visible' | 'hidden' | undefined;
  rating?: number | undefined;
  product?: string | undefined;
};

/** Returns a page of all reviews including hidden ones, newest first. */
export async function listAllReviews(db: Queryable, query: AdminQuery): Promise<AdminList> {
  const { page, limit, offset } = pageOf(query);
  const condition = and(
    query.visibility && eq(reviews.hidden, query.visibility === 'hidden'),
    query.rating === undefined ? undefined : eq(reviews.rating, query.rating),
    query.product
      ? sql`${reviews.productId} in (select id from products where ${isProduct(query.product)})`
      : undefined,
    query.search ? containsWords(query.search) : undefined,
  );
  const total = await db.$count(reviews, condition);
  const rows = await selectAdminReviews(db)
    .where(condition)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  return { reviews: rows.map(toAdminReview), pagination: paginationOf(page, limit, total) };
}

type AdminRow = Awaited<ReturnType<typeof selectAdminReviews>>[number];

function toAdminReview({ productId: id, slug, name, image, ...row }: AdminRow): AdminReview {
  return { ...toReview(row), product: { id, slug, name, image } };
}

export async function findAdminReview(db: Queryable, id: string): Promise<AdminReview> {
  const [row] = await selectAdminReviews(db).where(eq(reviews.id, id));
  if (!row) throw reviewNotFound();
  return toAdminReview(row);
}

function selectAdminReviews(db: Queryable) {
  return db
    .select({
      ...ownColumns,
      productId: products.id,
      slug: products.slug,
      name: sql<string>`coalesce(${products.name}, ${reviews.productName})`,
      image: sql<string>`coalesce(${products.images} ->> 0, '')`,
    })
    .from(reviews)
    .leftJoin(products, eq(products.id, reviews.productId))
    .$dynamic();
}

/** SQL: author, title, text or product name contains the words; `%`, `_` and `\` are escaped. */
function containsWords(words: string): SQL {
  const pattern = containsPattern(words);
  return sql`(${reviews.searchText} like ${pattern} or ${reviews.productId} in (
    select ${products.id} from ${products} where lower(${products.name}) like ${pattern})
    or (${reviews.productId} is null and lower(${reviews.productName}) like ${pattern}))`;
}
