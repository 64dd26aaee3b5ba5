import type { Cents } from '@reprise/contract/money';
import type { NewOrder, Order } from '@reprise/contract/orders/orders';
import type { ShippingMethod } from '@reprise/contract/orders/pricing';
import { type Problem, problemCodeOf, problemStatus } from '@reprise/contract/problem';
import type { StateStorage } from 'zustand/middleware';
import type { CartLine } from '../cart/cart-store.ts';
import { outboxStorageName } from './outbox-signal.ts';

/**
 * Stores every sent order until its outcome is known and sends it again under the same idempotency key, also
 * after a reload. A lost response therefore results in exactly one order. No card data is stored.
 */

type Sent = {
  /** Idempotency-Key, the same for every attempt. */
  key: string;
  /** Reference shown until the shop's order number is known. */
  reference: string;
  /** Id of the signed-in customer; the shop separates the keys of customers and guests. */
  owner: string | null;
  email: string;
  total: Cents;
  shippingMethod: ShippingMethod;
  sentAt: number;
};

/** Order without a response. */
export type WaitingOrder = Sent & {
  state: 'waiting';
  body: NewOrder;
  /** Cart lines of the order, restored to the cart if it is rejected. */
  lines: CartLine[];
  tries: number;
  nextTryAt: number;
  /** True once the checkout has stopped waiting for a response. */
  inBackground: boolean;
};

/** Placed order with the data to show and pay it, also for a guest. */
export type PlacedOrder = Sent & {
  state: 'placed';
  /** Null once it is paid. */
  body: NewOrder | null;
  orderId: string;
  orderNumber: string;
  accessToken: string | null;
  estimatedDelivery: string;
  /** End of the stock reservation. */
  reservedUntil?: string | null;
  paid: boolean;
  /** True once the checkout has finished with it: the next order is a separate purchase. */
  left?: boolean;
};

/** Order that was rejected after the shopper left the checkout. */
export type RejectedOrder = Sent & { state: 'refused'; message: string };

export type SentOrder = WaitingOrder | PlacedOrder | RejectedOrder;

type FoundOrder = { order: Order; accessToken?: string | undefined };

export type OutboxParts = {
  storage: StateStorage;
  /** Sends the order; throws a Problem when it is rejected. */
  place: (body: NewOrder, key: string) => Promise<FoundOrder>;
  /** Finds an order by its key: null when none exists, 'received' when this caller may not see it. */
  lookUp: (order: Pick<Sent, 'key' | 'reference' | 'email'>) => Promise<FoundOrder | 'received' | null>;
  /**
   * Runs the work while no other tab runs work of this name; with `ifFree` returns undefined instead of
   * waiting.
   */
  exclusively: <T>(name: string, work: () => Promise<T>, ifFree?: boolean) => Promise<T | undefined>;
  currentOwner: () => string | null;
  restoreCart: (lines: CartLine[]) => void;
  newKey: () => string;
  now: () => number;
};

const dayMs = 24 * 60 * 60 * 1000;
const giveUpAfterMs = dayMs;
const maxStoredOrders = 20;
/** Access tokens expire after the same time. */
const retentionMs = 90 * dayMs;

export function createOutbox(parts: OutboxParts) {
  const { storage, now } = parts;
  const listeners = new Set<() => void>();
  // Fallback when the storage rejects a write, for example over quota.
  let unstored: string | null = null;
  let parsed: { raw: string | null; orders: SentOrder[] } = { raw: null, orders: [] };

  function all(): SentOrder[] {
    const raw = unstored ?? (storage.getItem(outboxStorageName) as string | null);
    if (raw !== parsed.raw) parsed = { raw, orders: readOrders(raw) };
    return parsed.orders;
  }

  /** Removes personal data that is not needed: other people may use this browser too. */
  function withoutPersonalData(order: SentOrder): SentOrder {
    if (order.state !== 'placed' || (!(order.paid && order.left) && isFresh(order, now()))) return order;
    return { ...order, body: null, email: '' };
  }

  function write(orders: SentOrder[]): void {
    const raw = JSON.stringify(
      orders.filter((order, index) => isRetained(order, index, now())).map(withoutPersonalData),
    );
    try {
      storage.setItem(outboxStorageName, raw);
      unstored = storage.getItem(outboxStorageName) === raw ? null : raw;
    } catch {
      unstored = raw;
    }
    notifyListeners();
  }

  const find = (key: string) => all().find((order) => order.key === key);
  const forget = (key: string) => write(all().filter((order) => order.key !== key));
  const save = <T extends SentOrder>(order: T): T => {
    write([order, ...all().filter(({ key }) => key !== order.key)]);
    return order;
  };

  /**
   * Returns the order to send for this cart and form: the previous one if it is unchanged. A changed one
   * replaces the unpaid order of the same purchase.
   */
  function prepare(body: NewOrder, lines: CartLine[]): WaitingOrder | PlacedOrder {
    const owner = parts.currentOwner();
    const before = all().find((order) => order.owner === owner && isOpenFor(order, body, now()));
    if (before) return before as WaitingOrder | PlacedOrder;
    const changed = all().find((order) => order.owner === owner && isReplacedBy(order, body, now()));
    const reference = `MJ${now()}`;
    return save<WaitingOrder>({
      state: 'waiting',
      key: parts.newKey(),
      reference,
      owner,
      email: body.shippingAddress.email,
      total: body.total as Cents,
      shippingMethod: body.shippingMethod ?? 'standard',
      sentAt: now(),
      body: {
        ...body,
        clientReference: reference,
        ...(changed?.state === 'placed' && { replaces: changed.orderId }),
      },
      lines,
      tries: 0,
      nextTryAt: 0,
      inBackground: false,
    });
  }

  /**
   * Makes one attempt and returns the resulting order. A rejected order is removed, and its Problem is
   * thrown.
   */
  async function send(key: string, onlyIfDue = false): Promise<SentOrder | undefined> {
    return await parts.exclusively(key, async () => {
      const order = find(key);
      // Another tab may have sent it first.
      if (order?.state !== 'waiting' || (onlyIfDue && order.nextTryAt > now())) return order;
      const tried = save({ ...order, tries: order.tries + 1 });
      try {
        return settle(tried, await parts.place(order.body, key));
      } catch (error) {
        if (isRejection(error, tried)) {
          forget(key);
          throw error;
        }
        return save({ ...tried, nextTryAt: now() + pauseAfter(tried.tries, error) });
      }
    });
  }

  function settle(
    { body, lines, tries, nextTryAt, inBackground, ...sent }: WaitingOrder,
    { order, accessToken }: FoundOrder,
  ): PlacedOrder {
    const { replaces } = body;
    if (replaces)
      write(all().filter((candidate) => candidate.state !== 'placed' || candidate.orderId !== replaces));
    return save({
      ...sent,
      state: 'placed',
      total: order.total,
      body,
      orderId: order.id,
      orderNumber: order.orderNumber,
      accessToken: accessToken ?? null,
      estimatedDelivery: order.estimatedDelivery,
      reservedUntil: order.reservedUntil,
      paid: order.paymentStatus === 'paid',
    });
  }

  /** Lets the background resend the order until it is answered. */
  function moveToBackground(key: string): void {
    const order = find(key);
    if (order?.state === 'waiting') save({ ...order, inBackground: true });
  }

  /** Moves orders of closed pages that got no response to the background, and returns them. */
  async function recoverOrphans(): Promise<WaitingOrder[]> {
    const recovered: WaitingOrder[] = [];
    for (const order of all()) {
      if (order.state !== 'waiting' || order.inBackground) continue;
      const claim = async () => {
        moveToBackground(order.key);
        recovered.push(order);
      };
      await parts.exclusively(order.key, claim, true);
    }
    return recovered;
  }

  /** Sends every order that is due, and returns the answered ones. */
  async function resendDue(): Promise<SentOrder[]> {
    const due = all().filter(
      (order) => order.state === 'waiting' && order.inBackground && order.nextTryAt <= now(),
    ) as WaitingOrder[];
    const outcomes: SentOrder[] = [];
    for (const order of due) {
      const outcome = await resend(order);
      if (outcome && outcome.state !== 'waiting') outcomes.push(outcome);
    }
    return outcomes;
  }

  async function resend(order: WaitingOrder): Promise<SentOrder | undefined> {
    const tooOld = now() - order.sentAt > giveUpAfterMs;
    // Under another owner the same key would place another order, so it can only be looked up.
    if (tooOld || order.owner !== parts.currentOwner()) return await reconcile(order, tooOld);
    try {
      return await send(order.key, true);
    } catch (error) {
      return rejectOrder(order, (error as Problem).message);
    }
  }

  async function reconcile(order: WaitingOrder, lastTime: boolean): Promise<SentOrder | undefined> {
    return await parts.exclusively(order.key, async () => {
      const current = find(order.key);
      if (current?.state !== 'waiting') return undefined;
      const tried = save({ ...current, tries: current.tries + 1 });
      try {
        const found = await parts.lookUp(order);
        if (found === 'received' && lastTime) {
          // The order is in the account that sent it.
          forget(order.key);
          return undefined;
        }
        if (found !== null && found !== 'received') return settle(tried, found);
        if (lastTime && found === null) return rejectOrder(tried, 'The shop could not be reached for a day.');
      } catch {
        // No response: retried later.
      }
      return save({ ...tried, nextTryAt: now() + pauseAfter(tried.tries) });
    });
  }

  function rejectOrder(order: WaitingOrder, message: string): RejectedOrder {
    const { body, lines, tries, nextTryAt, inBackground, ...sent } = order;
    parts.restoreCart(lines);
    return save({ ...sent, state: 'refused', message });
  }

  /** Returns the time of the next attempt; null without waiting orders. */
  function nextDue(): number | null {
    const times = all().flatMap((order) =>
      order.state === 'waiting' && order.inBackground ? order.nextTryAt : [],
    );
    return times.length === 0 ? null : Math.min(...times);
  }

  function markPaid(orderId: string): void {
    const order = all().find((candidate) => candidate.state === 'placed' && candidate.orderId === orderId) as
      | PlacedOrder
      | undefined;
    if (order && !order.paid) save({ ...order, paid: true, body: null });
  }

  /** Marks the order as finished by the checkout. */
  function dismiss(orderId: string): void {
    const order = all().find((candidate) => candidate.state === 'placed' && candidate.orderId === orderId);
    if (order?.state === 'placed' && !order.left) save({ ...order, left: true });
  }

  /** Returns the placed but unpaid order of the current cart. */
  function unpaidOrder(): PlacedOrder | undefined {
    const owner = parts.currentOwner();
    return all().find(
      (order): order is PlacedOrder =>
        order.state === 'placed' && !order.paid && order.owner === owner && isFresh(order, now()),
    );
  }

  /** Returns a guest's access token by the order's id or number. */
  function accessTokenFor(reference: string): string | null {
    const order = all().find(
      (candidate) =>
        candidate.state === 'placed' &&
        (candidate.orderId === reference || candidate.orderNumber === reference),
    );
    return order?.state === 'placed' ? order.accessToken : null;
  }

  /** Returns the access tokens of this browser's unpaid guest orders as one header value, or null. */
  function openOrderTokens(): string | null {
    const tokens = all().flatMap((order) =>
      order.state === 'placed' && !order.paid && order.accessToken ? order.accessToken : [],
    );
    return tokens.length === 0 ? null : tokens.join(',');
  }

  /** Removes a cancelled order. */
  function forgetOrder(orderId: string): void {
    write(all().filter((order) => order.state !== 'placed' || order.orderId !== orderId));
  }

  /** Removes an account's orders at sign-out, except those without a response. */
  function forgetOwner(owner: string): void {
    write(all().filter((order) => order.owner !== owner || order.state === 'waiting'));
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Notifies listeners that another tab has written. */
  function notifyListeners(): void {
    for (const listener of listeners) listener();
  }

  return {
    all,
    find,
    forget,
    prepare,
    send,
    moveToBackground,
    recoverOrphans,
    resendDue,
    nextDue,
    markPaid,
    dismiss,
    unpaidOrder,
    accessTokenFor,
    openOrderTokens,
    forgetOrder,
    forgetOwner,
    subscribe,
    notifyListeners,
  };
}

const isFresh = (order: SentOrder, now: number) => now - order.sentAt < giveUpAfterMs;

function isOpenFor(order: SentOrder, body: NewOrder, now: number): boolean {
  if (order.state === 'refused' || !order.body || !isFresh(order, now)) return false;
  if (order.state === 'placed' && order.paid) return false;
  return fingerprint(order.body) === fingerprint(body);
}

/** True if the order is unpaid, recent and of the same purchase: at least one product is in both. */
function isReplacedBy(order: SentOrder, body: NewOrder, now: number): boolean {
  if (order.state !== 'placed' || order.paid || order.left || !order.body || !isFresh(order, now))
    return false;
  const before = new Set(order.body.items.map(({ product }) => product));
  return body.items.some(({ product }) => before.has(product));
}

function fingerprint({ clientReference, replaces, ...body }: NewOrder): string {
  return JSON.stringify(body);
}

/** True if the shop has rejected the order; after any other error it may still be placed. */
function isRejection(error: unknown, order: WaitingOrder): boolean {
  const code = problemCodeOf(error);
  if (code === undefined || code === 'IN_PROGRESS' || code === 'RATE_LIMITED') return false;
  // An expired session says nothing about the outcome of an earlier attempt.
  if (code === 'UNAUTHENTICATED' && order.tries > 1) return false;
  return problemStatus[code] < 500;
}

const firstPauseMs = 1500;
const maxPauseMs = 60_000;

function pauseAfter(tries: number, error?: unknown): number {
  const retryAfterMs = problemCodeOf(error) ? ((error as Problem).retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(retryAfterMs, Math.min(maxPauseMs, firstPauseMs * 2 ** (tries - 1)));
}

/** Returns the valid entries; storage may contain anything. */
function readOrders(raw: string | null): SentOrder[] {
  try {
    const stored: unknown = JSON.parse(raw ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSentOrder) : [];
  } catch {
    return [];
  }
}

function isSentOrder(value: unknown): value is SentOrder {
  const order = (value ?? {}) as Partial<WaitingOrder> & Partial<PlacedOrder> & { state?: string };
  const whole =
    typeof order.key === 'string' &&
    typeof order.reference === 'string' &&
    typeof order.email === 'string' &&
    Number.isSafeInteger(order.total) &&
    Number.isFinite(order.sentAt);
  if (!whole) return false;
  if (order.state === 'waiting') return Boolean(order.body) && Array.isArray(order.lines);
  if (order.state === 'placed') return typeof order.orderId === 'string';
  return order.state === 'refused';
}

/** Waiting orders are always stored; others only up to a count and an age. */
function isRetained(order: SentOrder, index: number, now: number): boolean {
  return order.state === 'waiting' || (index < maxStoredOrders && now - order.sentAt < retentionMs);
}
