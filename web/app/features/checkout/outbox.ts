import type { Cents } from '@reprise/contract/money';
import type { NewOrder, Order } from '@reprise/contract/orders/orders';
import type { ShippingMethod } from '@reprise/contract/orders/pricing';
import { type Problem, problemCodeOf, problemStatus } from '@reprise/contract/problem';
import type { StateStorage } from 'zustand/middleware';
import type { CartLine } from '../cart/cart-store.ts';
import { outboxStorageName } from './outbox-signal.ts';

/**
 * Remembers every order this browser has sent until its outcome is known, so that no answer that got lost on
 * the way leaves the shopper with two orders or with none: it is sent again under the same key, also after a
 * reload. Nothing about the card is in it.
 */

type Sent = {
  /** The Idempotency-Key: the same for every try. */
  key: string;
  /** The number shown while the shop's own is not known. */
  reference: string;
  /** Who was signed in; keys of a customer and of a guest are told apart by the shop. */
  owner: string | null;
  email: string;
  total: Cents;
  shippingMethod: ShippingMethod;
  sentAt: number;
};

/** Not answered yet. */
export type WaitingOrder = Sent & {
  state: 'waiting';
  body: NewOrder;
  /** The cart it was made of, given back if the order is refused. */
  lines: CartLine[];
  tries: number;
  nextTryAt: number;
  /** Nobody stands at the checkout waiting for it any more. */
  inBackground: boolean;
};

/** Placed; what is needed to show it and to pay for it, also as a guest. */
export type PlacedOrder = Sent & {
  state: 'placed';
  /** Gone once it is paid. */
  body: NewOrder | null;
  orderId: string;
  orderNumber: string;
  accessToken: string | null;
  estimatedDelivery: string;
  /** Until when its stock is reserved for the payment. */
  reservedUntil?: string | null;
  paid: boolean;
  /** The checkout is done with it: what is ordered from now on is another purchase. */
  left?: boolean;
};

/** Refused after the shopper had left the checkout. */
export type RefusedOrder = Sent & { state: 'refused'; message: string };

export type SentOrder = WaitingOrder | PlacedOrder | RefusedOrder;

type FoundOrder = { order: Order; accessToken?: string | undefined };

export type OutboxParts = {
  storage: StateStorage;
  /** Sends the order; throws a Problem when it is refused. */
  place: (body: NewOrder, key: string) => Promise<FoundOrder>;
  /** Finds an order by its key: null when there is none, 'received' when there is one that this caller may not see. */
  lookUp: (order: Pick<Sent, 'key' | 'reference' | 'email'>) => Promise<FoundOrder | 'received' | null>;
  /** Runs the work while no other tab runs it under this name; `ifFree` gives up instead of waiting. */
  exclusively: <T>(name: string, work: () => Promise<T>, ifFree?: boolean) => Promise<T | undefined>;
  currentOwner: () => string | null;
  giveBack: (lines: CartLine[]) => void;
  newKey: () => string;
  now: () => number;
};

const dayMs = 24 * 60 * 60 * 1000;
const givesUpAfterMs = dayMs;
const keptOrders = 20;
/** Access tokens expire after as long. */
const keptForMs = 90 * dayMs;

export function createOutbox(parts: OutboxParts) {
  const { storage, now } = parts;
  const listeners = new Set<() => void>();
  // Holds what the storage would not take.
  let unstored: string | null = null;
  let parsed: { raw: string | null; orders: SentOrder[] } = { raw: null, orders: [] };

  function all(): SentOrder[] {
    const raw = unstored ?? (storage.getItem(outboxStorageName) as string | null);
    if (raw !== parsed.raw) parsed = { raw, orders: readOrders(raw) };
    return parsed.orders;
  }

  /** Leaves out what nothing will ask for any more: others may use this browser too. */
  function withoutSurplus(order: SentOrder): SentOrder {
    if (order.state !== 'placed' || (!(order.paid && order.left) && isFresh(order, now()))) return order;
    return { ...order, body: null, email: '' };
  }

  function write(orders: SentOrder[]): void {
    const raw = JSON.stringify(
      orders.filter((order, at) => worthKeeping(order, at, now())).map(withoutSurplus),
    );
    try {
      storage.setItem(outboxStorageName, raw);
      unstored = storage.getItem(outboxStorageName) === raw ? null : raw;
    } catch {
      unstored = raw;
    }
    noticeChange();
  }

  const find = (key: string) => all().find((order) => order.key === key);
  const forget = (key: string) => write(all().filter((order) => order.key !== key));
  const save = <T extends SentOrder>(order: T): T => {
    write([order, ...all().filter(({ key }) => key !== order.key)]);
    return order;
  };

  /**
   * The order to send for this cart and form: the one sent before, as long as nothing in it has changed. A changed
   * one takes the place of the unpaid order it was made of.
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

  /** One try. Gives back what is known afterwards; a refusal is thrown and forgotten. */
  async function send(key: string, onlyIfDue = false): Promise<SentOrder | undefined> {
    return await parts.exclusively(key, async () => {
      const order = find(key);
      // Another tab may have been quicker.
      if (order?.state !== 'waiting' || (onlyIfDue && order.nextTryAt > now())) return order;
      const tried = save({ ...order, tries: order.tries + 1 });
      try {
        return settle(tried, await parts.place(order.body, key));
      } catch (error) {
        if (isRefusal(error, tried)) {
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
    if (replaces) write(all().filter((each) => each.state !== 'placed' || each.orderId !== replaces));
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

  /** From now on the order is sent again until it is answered. */
  function moveToBackground(key: string): void {
    const order = find(key);
    if (order?.state === 'waiting') save({ ...order, inBackground: true });
  }

  /** Takes over what a page that is gone has sent without hearing the answer; tells which. */
  async function recoverOrphans(): Promise<WaitingOrder[]> {
    const taken: WaitingOrder[] = [];
    for (const order of all()) {
      if (order.state !== 'waiting' || order.inBackground) continue;
      const takeOver = async () => {
        moveToBackground(order.key);
        taken.push(order);
      };
      await parts.exclusively(order.key, takeOver, true);
    }
    return taken;
  }

  /** Tries everything that is due, and tells what came out of it. */
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
    const tooOld = now() - order.sentAt > givesUpAfterMs;
    // Sent by somebody else, it would be another order: it can only be looked for.
    if (tooOld || order.owner !== parts.currentOwner()) return await lookFor(order, tooOld);
    try {
      return await send(order.key, true);
    } catch (error) {
      return refuse(order, (error as Problem).message);
    }
  }

  async function lookFor(order: WaitingOrder, lastTime: boolean): Promise<SentOrder | undefined> {
    return await parts.exclusively(order.key, async () => {
      const current = find(order.key);
      if (current?.state !== 'waiting') return undefined;
      const tried = save({ ...current, tries: current.tries + 1 });
      try {
        const found = await parts.lookUp(order);
        if (found === 'received' && lastTime) {
          // It is in the account it was sent from.
          forget(order.key);
          return undefined;
        }
        if (found !== null && found !== 'received') return settle(tried, found);
        if (lastTime && found === null) return refuse(tried, 'The shop could not be reached for a day.');
      } catch {
        // Not answered either: asked again later.
      }
      return save({ ...tried, nextTryAt: now() + pauseAfter(tried.tries) });
    });
  }

  function refuse(order: WaitingOrder, message: string): RefusedOrder {
    const { body, lines, tries, nextTryAt, inBackground, ...sent } = order;
    parts.giveBack(lines);
    return save({ ...sent, state: 'refused', message });
  }

  /** When the next try is due; null when nothing waits. */
  function nextDue(): number | null {
    const times = all().flatMap((order) =>
      order.state === 'waiting' && order.inBackground ? order.nextTryAt : [],
    );
    return times.length === 0 ? null : Math.min(...times);
  }

  function markPaid(orderId: string): void {
    const order = all().find((each) => each.state === 'placed' && each.orderId === orderId) as
      | PlacedOrder
      | undefined;
    if (order && !order.paid) save({ ...order, paid: true, body: null });
  }

  /** The shopper has left the checkout with this order. */
  function leave(orderId: string): void {
    const order = all().find((each) => each.state === 'placed' && each.orderId === orderId);
    if (order?.state === 'placed' && !order.left) save({ ...order, left: true });
  }

  /** The order of this cart that was placed but not paid yet. */
  function unpaidOrder(): PlacedOrder | undefined {
    const owner = parts.currentOwner();
    return all().find(
      (order): order is PlacedOrder =>
        order.state === 'placed' && !order.paid && order.owner === owner && isFresh(order, now()),
    );
  }

  /** What opens an order to the guest who placed it, by the order's id or number. */
  function accessTokenFor(reference: string): string | null {
    const order = all().find(
      (each) => each.state === 'placed' && (each.orderId === reference || each.orderNumber === reference),
    );
    return order?.state === 'placed' ? order.accessToken : null;
  }

  /** What proves to the shop which unpaid guest orders are this browser's: one header value, or null for none. */
  function openOrderTokens(): string | null {
    const tokens = all().flatMap((order) =>
      order.state === 'placed' && !order.paid && order.accessToken ? order.accessToken : [],
    );
    return tokens.length === 0 ? null : tokens.join(',');
  }

  /** Forgets an order that was cancelled. */
  function forgetOrder(orderId: string): void {
    write(all().filter((order) => order.state !== 'placed' || order.orderId !== orderId));
  }

  /** An account has signed out here: what it ordered is forgotten, except what has not been answered yet. */
  function forgetOwner(owner: string): void {
    write(all().filter((order) => order.owner !== owner || order.state === 'waiting'));
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Another tab has written. */
  function noticeChange(): void {
    for (const tell of listeners) tell();
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
    leave,
    unpaidOrder,
    accessTokenFor,
    openOrderTokens,
    forgetOrder,
    forgetOwner,
    subscribe,
    noticeChange,
  };
}

const isFresh = (order: SentOrder, now: number) => now - order.sentAt < givesUpAfterMs;

function isOpenFor(order: SentOrder, body: NewOrder, now: number): boolean {
  if (order.state === 'refused' || !order.body || !isFresh(order, now)) return false;
  if (order.state === 'placed' && order.paid) return false;
  return fingerprint(order.body) === fingerprint(body);
}

/** Placed from the checkout, not paid, and of the same purchase: at least one of the goods is in both. */
function isReplacedBy(order: SentOrder, body: NewOrder, now: number): boolean {
  if (order.state !== 'placed' || order.paid || order.left || !order.body || !isFresh(order, now))
    return false;
  const before = new Set(order.body.items.map(({ product }) => product));
  return body.items.some(({ product }) => before.has(product));
}

function fingerprint({ clientReference, replaces, ...body }: NewOrder): string {
  return JSON.stringify(body);
}

/** The shop has answered that it does not take the order. Everything else may still become one. */
function isRefusal(error: unknown, order: WaitingOrder): boolean {
  const code = problemCodeOf(error);
  if (code === undefined || code === 'IN_PROGRESS' || code === 'RATE_LIMITED') return false;
  // A session that ended says nothing about an earlier try.
  if (code === 'UNAUTHENTICATED' && order.tries > 1) return false;
  return problemStatus[code] < 500;
}

const firstPauseMs = 1500;
const maxPauseMs = 60_000;

function pauseAfter(tries: number, error?: unknown): number {
  const asked = problemCodeOf(error) ? ((error as Problem).retryAfterSeconds ?? 0) * 1000 : 0;
  return Math.max(asked, Math.min(maxPauseMs, firstPauseMs * 2 ** (tries - 1)));
}

/** Storage can hold anything: only whole entries are taken over. */
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

/** Only what still waits is kept without limit. */
function worthKeeping(order: SentOrder, at: number, now: number): boolean {
  return order.state === 'waiting' || (at < keptOrders && now - order.sentAt < keptForMs);
}
