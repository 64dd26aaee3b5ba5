import { type Cents, cents } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { DiscountTerms, PricedLine } from '@reprise/contract/sales/orders/pricing';
import { and, eq, inArray, ne, or } from 'drizzle-orm';
import { products } from '../../catalog/products/products.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { orders } from '../orders/orders.tables.ts';
import { discountCodes, discountUses } from './discounts.tables.ts';

/** Person who uses a code: by account and email; a guest by email alone. */
type DiscountCustomer = { userId: string | null; email: string | undefined };

export type DiscountRequest = {
  code: string;
  customer: DiscountCustomer;
  productIds: string[];
  /** Unpaid order that is about to be replaced: its use is free for the new order. */
  replacedOrderId?: string | undefined;
};

type DiscountCode = typeof discountCodes.$inferSelect;

/** A code with what decides whether this customer can use it. */
export type FoundDiscount = {
  row: DiscountCode;
  terms: DiscountTerms;
  /** Products among the requested ones that the code is for. */
  productIds: Set<string>;
  isUsedByCustomer: boolean;
  /** Uses without that of the replaced order. */
  uses: number;
};

/** Returns the code, or undefined if there is none. Changes nothing; `takeDiscountUse` decides. */
export async function findDiscount(
  db: Queryable,
  { code, customer, productIds, replacedOrderId }: DiscountRequest,
): Promise<FoundDiscount | undefined> {
  const [row] = await db.select().from(discountCodes).where(eq(discountCodes.code, code));
  if (!row) return undefined;
  const replaced = replacedOrderId ? await isUsedBy(db, row.id, replacedOrderId) : false;
  return {
    row,
    terms: termsOf(row),
    productIds: await findEligible(db, row, productIds),
    isUsedByCustomer: row.oncePerCustomer && (await hasUsed(db, row.id, customer, replacedOrderId)),
    uses: row.uses - (replaced ? 1 : 0),
  };
}

type StoredTerms = Pick<DiscountCode, 'type' | 'amountCents' | 'percent'>;

function termsOf({ type, amountCents, percent }: StoredTerms): DiscountTerms {
  if (type === 'free-shipping') return { type };
  return type === 'amount'
    ? { type, amount: amountCents ?? cents(0) }
    : { type: 'percent', percent: percent ?? 0 };
}

type Scope = Pick<DiscountCode, 'categoryIds' | 'conditions'>;

/** Returns the products among `ids` that a code of this scope is for. */
async function findEligible(
  db: Queryable,
  { categoryIds, conditions }: Scope,
  ids: string[],
): Promise<Set<string>> {
  if (categoryIds.length === 0 && conditions.length === 0) return new Set(ids);
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        inArray(products.id, ids),
        categoryIds.length > 0 ? inArray(products.categoryId, categoryIds) : undefined,
        conditions.length > 0 ? inArray(products.condition, conditions) : undefined,
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** SQL: the order counts as a use. */
const isCounted = ne(orders.status, 'cancelled');

async function isUsedBy(db: Queryable, codeId: string, orderId: string): Promise<boolean> {
  const [use] = await db
    .select({ id: orders.id })
    .from(discountUses)
    .innerJoin(orders, eq(orders.id, discountUses.orderId))
    .where(and(eq(discountUses.codeId, codeId), eq(orders.id, orderId), isCounted));
  return use !== undefined;
}

async function hasUsed(
  db: Queryable,
  codeId: string,
  { userId, email }: DiscountCustomer,
  replacedOrderId: string | undefined,
): Promise<boolean> {
  const isSame = or(
    userId === null ? undefined : eq(orders.userId, userId),
    email === undefined ? undefined : eq(orders.email, email),
  );
  if (isSame === undefined) return false;
  const [use] = await db
    .select({ id: orders.id })
    .from(discountUses)
    .innerJoin(orders, eq(orders.id, discountUses.orderId))
    .where(
      and(
        eq(discountUses.codeId, codeId),
        isCounted,
        isSame,
        replacedOrderId === undefined ? undefined : ne(orders.id, replacedOrderId),
      ),
    )
    .limit(1);
  return use !== undefined;
}

/** Returns the sentence for a customer who cannot use the code now; undefined if the code is valid. */
function rejectionReason({ row, uses, isUsedByCustomer }: FoundDiscount, now: Date): string | undefined {
  if (row.endsAt !== null && row.endsAt <= now) return 'This code has ended.';
  if (row.startsAt > now) return 'This code is not valid yet.';
  if (row.maxUses !== null && uses >= row.maxUses) return 'This code has been used up.';
  return isUsedByCustomer ? 'You have already used this code.' : undefined;
}

/** A code that applies to a cart. */
export type AppliedCode = Pick<FoundDiscount, 'row' | 'terms' | 'productIds'>;

/** Throws a problem of the field `discountCode` unless the customer can use the code for at least one product. */
export function assertUsable(found: FoundDiscount | undefined, now: Date): AppliedCode {
  if (!found) throw discountProblem('This code is not valid. Check the spelling.');
  const reason = rejectionReason(found, now);
  if (reason !== undefined) throw discountProblem(reason);
  if (found.productIds.size === 0) throw discountProblem('This code is not for the products in your cart.');
  return found;
}

function discountProblem(message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'discountCode', message }] });
}

/** Code of a placed order, on the terms of its day. */
export type OrderCode = Pick<AppliedCode, 'terms' | 'productIds'>;

/** Returns the code of an order, if it has one, with those of `ids` that the code is for. */
export async function findOrderCode(
  db: Queryable,
  orderId: string,
  ids: string[],
): Promise<OrderCode | undefined> {
  const [use] = await db.select().from(discountUses).where(eq(discountUses.orderId, orderId));
  return use && { terms: termsOf(use), productIds: await findEligible(db, use, ids) };
}

/** Returns the lines with the mark of those that the code is for. */
export function discountable<Line extends { price: Cents; quantity: number }>(
  lines: Line[],
  idOf: (line: Line) => string,
  code: OrderCode | undefined,
): (Line & PricedLine)[] {
  if (!code) return lines;
  return lines.map((line) => ({ ...line, isDiscountable: code.productIds.has(idOf(line)) }));
}
