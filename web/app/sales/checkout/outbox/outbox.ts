import type { Cents } from '@reprise/contract/money';
import type { NewOrder } from '@reprise/contract/sales/orders/order';
import type { StateStorage } from 'zustand/middleware';
import type { CartLine } from '../../cart/cart-store.ts';
import { type OutboxEvent, reduceOutbox } from './outbox-reducer.ts';
import { createOutboxRunner, type OutboxEffects } from './outbox-runner.ts';
import { createOutboxStorage } from './outbox-storage.ts';
import {
  isFresh,
  isOfBasket,
  isUnpaid,
  isWaiting,
  type PlacedOrder,
  type SentOrder,
  type WaitingOrder,
} from './sent-order.ts';

export type OutboxParts = OutboxEffects & { storage: StateStorage; newKey: () => string };

/**
 * Stores every sent order until its outcome is known and sends it again under the same idempotency key, also
 * after a reload. A lost response therefore results in exactly one order. No card data is stored.
 */
export function createOutbox(parts: OutboxParts) {
  const { currentOwner, newKey, now } = parts;
  const { all, write, subscribe, notifyListeners } = createOutboxStorage(parts.storage);
  const dispatch = (event: OutboxEvent) => write(reduceOutbox(all(), event, now()));

  /**
   * Returns the order to send for these lines and this form: the previous one if it is unchanged. A changed one
   * replaces the unpaid order of the same purchase. `buyNow` is the product id of Buy Now, null for the cart.
   */
  function prepare(body: NewOrder, lines: CartLine[], buyNow: string | null = null) {
    const owner = currentOwner();
    const own = all().filter(
      (order) => order.owner === owner && isFresh(order, now()) && isOfBasket(order, buyNow),
    );
    const unchanged = own
      .filter((order) => isWaiting(order) || isUnpaid(order))
      .find((order) => order.body && fingerprint(order.body) === fingerprint(body));
    if (unchanged) return unchanged;
    const replaced = own.filter(isUnpaid).find((order) => isSamePurchase(order, body));
    const reference = `MJ${now()}`;
    const order: WaitingOrder = {
      state: 'waiting',
      key: newKey(),
      reference,
      owner,
      email: body.shippingAddress.email,
      total: body.total as Cents,
      shippingMethod: body.shippingMethod ?? 'standard',
      sentAt: now(),
      body: { ...body, clientReference: reference, ...(replaced && { replaces: replaced.orderId }) },
      lines,
      tries: 0,
      nextTryAt: 0,
      inBackground: false,
      ...(buyNow !== null && { buyNow }),
    };
    dispatch({ type: 'prepared', order });
    return order;
  }

  return {
    ...createOutboxRunner(parts, { all, dispatch }),
    ...queriesOf(all, parts),
    all,
    subscribe,
    notifyListeners,
    prepare,
    /** Lets the background resend the order until it is answered. */
    moveToBackground: (key: string) => dispatch({ type: 'movedToBackground', key }),
    forget: (key: string) => dispatch({ type: 'forgotten', key }),
    markPaid: (orderId: string) => dispatch({ type: 'paid', orderId }),
    /** Marks the order as finished by the checkout. */
    dismiss: (orderId: string) => dispatch({ type: 'dismissed', orderId }),
    /** Removes a cancelled order. */
    forgetOrder: (orderId: string) => dispatch({ type: 'cancelled', orderId }),
    /** Removes an account's orders at sign-out, except those without a response. */
    forgetOwner: (owner: string) => dispatch({ type: 'signedOut', owner }),
  };
}

function queriesOf(all: () => SentOrder[], { currentOwner, now }: OutboxParts) {
  return {
    find: (key: string) => all().find((order) => order.key === key),
    /** Returns the time of the next attempt; null without waiting orders. */
    nextDue(): number | null {
      const background = all().filter((order) => isWaiting(order) && order.inBackground) as WaitingOrder[];
      return background.length === 0 ? null : Math.min(...background.map(({ nextTryAt }) => nextTryAt));
    },
    /** Returns the placed but unpaid order of the current cart, or of this Buy Now product. */
    unpaidOrder(buyNow: string | null = null): PlacedOrder | undefined {
      const own = all().filter((order) => order.owner === currentOwner() && isFresh(order, now()));
      return own.filter(isUnpaid).find((order) => !order.left && isOfBasket(order, buyNow));
    },
    /** True if the order of this id or number was placed by Buy Now. */
    isBuyNow(reference: string): boolean {
      const placed = all().filter((order) => order.state === 'placed');
      const order = placed.find(({ orderId, orderNumber }) => [orderId, orderNumber].includes(reference));
      return order?.buyNow !== undefined;
    },
    /** Returns a guest's access token by the order's id or number. */
    accessTokenFor(reference: string): string | null {
      const placed = all().filter((order) => order.state === 'placed');
      const order = placed.find(({ orderId, orderNumber }) => [orderId, orderNumber].includes(reference));
      return order?.accessToken ?? null;
    },
    /** Returns the access tokens of this browser's unpaid guest orders as one header value, or null. */
    openOrderTokens(): string | null {
      const tokens = all()
        .filter(isUnpaid)
        .flatMap(({ accessToken }) => accessToken || []);
      return tokens.join(',') || null;
    },
  };
}

/** Returns true if at least one product of the order is bought again and the checkout is not finished with it. */
function isSamePurchase(order: PlacedOrder, body: NewOrder): boolean {
  const before = new Set(order.body?.items.map(({ product }) => product));
  return !order.left && body.items.some(({ product }) => before.has(product));
}

function fingerprint({ clientReference, replaces, ...body }: NewOrder): string {
  return JSON.stringify(body);
}
