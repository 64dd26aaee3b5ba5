import { type NewOrder, orderLimits } from '@reprise/contract/orders/order';
import { Problem, problemCodeOf } from '@reprise/contract/problem';
import type { CallContext } from '../../platform/http/endpoint.ts';

// The trigger `enforce_order_limits` repeats these bounds when orders are inserted, so that parallel orders cannot
// exceed them.

/** Current usage of a caller's limits. */
export type LimitUsage = { openOrders: number; openUnits: number; recentOrders: number };

export const noUsage: LimitUsage = { openOrders: 0, openUnits: 0, recentOrders: 0 };

/** Returns the usage as if this open order were cancelled; it still counts as a recent order. */
export function withoutOrder(usage: LimitUsage, { limitUnits }: { limitUnits: number | null }): LimitUsage {
  return {
    openOrders: usage.openOrders - 1,
    openUnits: usage.openUnits - (limitUnits ?? 0),
    recentOrders: usage.recentOrders,
  };
}

/**
 * Returns the key of the limits: an account with a verified email, else the network. Null when both are unknown,
 * because one limit for all such visitors would let anyone block all orders.
 */
export function limitKeyOf({ caller, network }: Pick<CallContext, 'caller' | 'network'>): string | null {
  if (caller?.emailVerified) return `account:${caller.userId}`;
  return network === null ? null : `network:${network}`;
}

export function unitsOf({ items }: Pick<NewOrder, 'items'>): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Throws TOO_MANY_UNPAID when one more order of this many units would exceed a limit. */
export function assertWithinLimits(usage: LimitUsage, units: number): void {
  const { maxOpenOrders, maxOpenUnits, maxRecentOrders } = orderLimits;
  if (units > maxOpenUnits) throw tooManyUnpaid('units', usage);
  if (usage.openOrders + 1 > maxOpenOrders) throw tooManyUnpaid('orders', usage);
  if (usage.openUnits + units > maxOpenUnits) throw tooManyUnpaid('units', usage);
  if (usage.recentOrders + 1 > maxRecentOrders) throw tooManyUnpaid('rate', usage);
}

/** The limit an order would exceed. */
export type ExceededLimit = 'orders' | 'units' | 'rate';

function tooManyUnpaid(limit: ExceededLimit, usage: LimitUsage): Problem {
  return new Problem('TOO_MANY_UNPAID', messageOf(limit, usage), { details: { limit } });
}

function messageOf(limit: ExceededLimit, { openOrders }: LimitUsage): string {
  const { maxOpenUnits, maxRecentOrders, recentMinutes } = orderLimits;
  if (limit === 'rate') {
    return `You have placed ${maxRecentOrders} orders in ${recentMinutes} minutes. Wait a few minutes, then try again.`;
  }
  if (limit === 'units') {
    const limitMessage = `At most ${maxOpenUnits} items can be reserved before they are paid for.`;
    return openOrders === 0
      ? `${limitMessage} Order fewer.`
      : `${limitMessage} Pay for or cancel an open order, or order fewer.`;
  }
  return 'Too many orders are waiting for payment. Pay for one or cancel one, then try again.';
}

/** Returns the exceeded limit of a TOO_MANY_UNPAID problem. */
export function exceededLimitOf(error: unknown): ExceededLimit | undefined {
  if (problemCodeOf(error) !== 'TOO_MANY_UNPAID') return undefined;
  return (error as Problem).details?.limit as ExceededLimit;
}
