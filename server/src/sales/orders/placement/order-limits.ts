import { Problem, problemCodeOf } from '@reprise/contract/problem';
import { type NewOrder, orderLimits } from '@reprise/contract/sales/orders/order';
import type { CallContext } from '../../../platform/http/endpoint.ts';
import { boundFor } from '../../../platform/http/network-prefix.ts';

// The trigger `enforce_order_limits` repeats these bounds when orders are inserted, so that parallel orders cannot
// exceed them.

/** Current usage of a caller's limits. Orders that brought money are not among the recent ones. */
export type LimitUsage = { openOrders: number; openUnits: number; recentOrders: number };

export const noUsage: LimitUsage = { openOrders: 0, openUnits: 0, recentOrders: 0 };

const networkKey = 'network:';

/** Returns the key of the limits: an account with a verified email, else the network. */
export function limitKeyOf({ caller, network }: Pick<CallContext, 'caller' | 'network'>): string {
  return caller?.emailVerified ? `account:${caller.userId}` : networkKey + network;
}

type OrderBounds = Record<'maxOpenOrders' | 'maxOpenUnits' | 'maxRecentOrders', number>;

function boundsOf(limitKey: string): OrderBounds {
  const network = limitKey.startsWith(networkKey) ? limitKey.slice(networkKey.length) : '';
  return {
    maxOpenOrders: boundFor(network, orderLimits.maxOpenOrders),
    maxOpenUnits: boundFor(network, orderLimits.maxOpenUnits),
    maxRecentOrders: boundFor(network, orderLimits.maxRecentOrders),
  };
}

export function unitsOf({ items }: Pick<NewOrder, 'items'>): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Throws TOO_MANY_UNPAID when one more order of this many units would exceed a limit. */
export function assertWithinLimits(usage: LimitUsage, units: number, limitKey: string): void {
  const bounds = boundsOf(limitKey);
  const { maxOpenOrders, maxOpenUnits, maxRecentOrders } = bounds;
  if (units > maxOpenUnits) throw tooManyUnpaid('units', usage, bounds);
  if (usage.openOrders + 1 > maxOpenOrders) throw tooManyUnpaid('orders', usage, bounds);
  if (usage.openUnits + units > maxOpenUnits) throw tooManyUnpaid('units', usage, bounds);
  if (usage.recentOrders + 1 > maxRecentOrders) throw tooManyUnpaid('rate', usage, bounds);
}

/** The limit an order would exceed. */
export type ExceededLimit = 'orders' | 'units' | 'rate';

function tooManyUnpaid(limit: ExceededLimit, usage: LimitUsage, bounds: OrderBounds): Problem {
  return new Problem('TOO_MANY_UNPAID', messageOf(limit, usage, bounds), { details: { limit } });
}

function messageOf(
  limit: ExceededLimit,
  { openOrders }: LimitUsage,
  { maxOpenUnits, maxRecentOrders }: OrderBounds,
): string {
  if (limit === 'rate') {
    return `You have placed ${maxRecentOrders} unpaid orders in ${orderLimits.recentMinutes} minutes. Wait a few minutes, then try again.`;
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
