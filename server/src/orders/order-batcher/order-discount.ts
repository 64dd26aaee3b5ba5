import {
  type AppliedCode,
  assertUsable,
  type DiscountRequest,
  type FoundDiscount,
  findDiscount,
} from '../../sales/discounts/find-discount.ts';
import type { OrderDeps, Placement, ReplacedOrder } from './build-order.ts';

/** The code that an order was sent with. */
export type RequestedDiscount = { request: DiscountRequest; found: FoundDiscount | undefined };

/** A code that the order was built with and whose use is yet to be taken. */
export type OrderDiscount = { request: DiscountRequest; code: AppliedCode };

/** Reads the code of an order, without judging it: a repeated request gets its first response even if the code ended. */
export async function readDiscount(
  { db }: OrderDeps,
  { order, userId }: Placement,
  replaced: ReplacedOrder | undefined,
): Promise<RequestedDiscount | undefined> {
  if (order.discountCode === undefined) return undefined;
  const request = {
    code: order.discountCode,
    customer: { userId, email: order.shippingAddress.email },
    productIds: [...new Set(order.items.map(({ product }) => product))],
    replacedOrderId: replaced?.row.id,
  };
  return { request, found: await findDiscount(db, request) };
}

/** Throws unless the customer can use the code. */
export function usableDiscount(
  requested: RequestedDiscount | undefined,
  now: Date,
): OrderDiscount | undefined {
  if (!requested) return undefined;
  return { request: requested.request, code: assertUsable(requested.found, now) };
}
