import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import type {
  Discount,
  DiscountStatus,
  discountEndpoints,
} from '@reprise/contract/sales/discounts/discounts';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import { discountCodes } from './discounts.tables.ts';

type DiscountRow = typeof discountCodes.$inferSelect;
type ListDiscounts = typeof discountEndpoints.listDiscounts;
type DiscountQuery = NonNullable<CallInput<ListDiscounts>['query']>;

/** SQL: the status of a code, as `statusOf` computes it. */
const statusAt = (now: Date): SQL =>
  sql`case when ${discountCodes.endsAt} <= ${now.toISOString()} then 'ended'
    when ${discountCodes.startsAt} > ${now.toISOString()} then 'scheduled'
    when ${discountCodes.uses} >= ${discountCodes.maxUses} then 'used-up' else 'active' end`;

/** Returns a page of the discount codes, newest first. */
export async function listDiscounts(
  db: Queryable,
  query: DiscountQuery,
  now: Date,
): Promise<CallOutput<ListDiscounts>> {
  const { page, limit, offset } = pageOf(query);
  const condition = and(
    query.search ? sql`lower(${discountCodes.code}) like ${containsPattern(query.search)}` : undefined,
    query.status && sql`${statusAt(now)} = ${query.status}`,
  );
  const rows = await db
    .select()
    .from(discountCodes)
    .where(condition)
    .orderBy(desc(discountCodes.createdAt), desc(discountCodes.id))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(discountCodes, condition);
  return {
    discounts: rows.map((row) => toDiscount(row, now)),
    pagination: paginationOf(page, limit, total),
  };
}

/** Locks the code until the transaction ends. */
export async function lockDiscount(db: Queryable, id: string): Promise<DiscountRow> {
  const [row] = await db.select().from(discountCodes).where(eq(discountCodes.id, id)).for('no key update');
  if (!row) throw new Problem('NOT_FOUND', 'Discount code not found.');
  return row;
}

export function toDiscount(row: DiscountRow, now: Date): Discount {
  const { amountCents, categoryIds, startsAt, endsAt, ...rest } = row;
  return {
    ...rest,
    amount: amountCents,
    categories: categoryIds,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    status: statusOf(row, now),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function statusOf({ startsAt, endsAt, uses, maxUses }: DiscountRow, now: Date): DiscountStatus {
  if (endsAt !== null && endsAt <= now) return 'ended';
  if (startsAt > now) return 'scheduled';
  return maxUses !== null && uses >= maxUses ? 'used-up' : 'active';
}
