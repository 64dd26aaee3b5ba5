import { problemCodeOf, problemStatus } from '@reprise/contract/problem';
import type { NewOrder } from '@reprise/contract/sales/orders/order';
import type { CartLine } from '../../cart/cart-store.ts';
import type { FoundOrder, OutboxEvent } from './outbox-reducer.ts';
import { isFresh, isWaiting, type SentOrder, type WaitingOrder } from './sent-order.ts';

export type OutboxEffects = {
  /** Sends the order; throws a Problem when it is rejected. */
  place: (body: NewOrder, key: string) => Promise<FoundOrder>;
  /** Finds an order by its key: null when none exists, 'received' when this caller may not see it. */
  lookUp: (order: WaitingOrder) => Promise<FoundOrder | 'received' | null>;
  /**
   * Runs the work while no other tab runs work of this name; with `ifFree` returns undefined instead of
   * waiting.
   */
  exclusively: <T>(name: string, work: () => Promise<T>, ifFree?: boolean) => Promise<T | undefined>;
  currentOwner: () => string | null;
  restoreCart: (lines: CartLine[]) => void;
  now: () => number;
};

type Orders = { all: () => SentOrder[]; dispatch: (event: OutboxEvent) => void };

/** Sends waiting orders, each in one tab at a time, and dispatches the outcomes. */
export function createOutboxRunner(effects: OutboxEffects, { all, dispatch }: Orders) {
  const { exclusively, now } = effects;
  const find = (key: string) => all().find((order) => order.key === key);

  /** Makes one attempt and returns the resulting order. */
  function attempt(key: string, call: (order: WaitingOrder) => Promise<OutboxEvent>, onlyIfDue = false) {
    return exclusively(key, async () => {
      const order = find(key);
      // Another tab may have sent it first.
      if (!order || !isWaiting(order) || (onlyIfDue && order.nextTryAt > now())) return order;
      dispatch({ type: 'attempted', order });
      dispatch(await call({ ...order, tries: order.tries + 1 }));
      return find(key);
    });
  }

  async function place(order: WaitingOrder): Promise<OutboxEvent> {
    try {
      return { type: 'answered', order, answer: await effects.place(order.body, order.key) };
    } catch (error) {
      if (error instanceof Error && isRejection(error, order)) return { type: 'rejected', order, error };
      return { type: 'unanswered', order, error };
    }
  }

  async function reconcile(order: WaitingOrder): Promise<OutboxEvent> {
    const found = await effects.lookUp(order).catch(() => undefined);
    if (found && found !== 'received') return { type: 'answered', order, answer: found };
    if (found === undefined || isFresh(order, now())) return { type: 'unanswered', order };
    // The order is in the account that sent it.
    if (found === 'received') return { type: 'forgotten', key: order.key };
    return { type: 'rejected', order, error: new Error('The shop could not be reached for a day.') };
  }

  /**
   * Makes one attempt and returns the resulting order. A rejected order is removed, and its Problem is
   * thrown.
   */
  async function send(key: string): Promise<SentOrder | undefined> {
    let rejection: Error | undefined;
    const order = await attempt(key, async (waiting) => {
      const event = await place(waiting);
      if (event.type !== 'rejected') return event;
      rejection = event.error;
      return { type: 'forgotten', key };
    });
    if (rejection) throw rejection;
    return order;
  }

  async function resend(order: WaitingOrder): Promise<OutboxEvent> {
    // Under another owner the same key would place another order, so it can only be looked up.
    const canSend = isFresh(order, now()) && order.owner === effects.currentOwner();
    const event = await (canSend ? place(order) : reconcile(order));
    if (event.type === 'rejected' && order.buyNow === undefined) effects.restoreCart(order.lines);
    return event;
  }

  /** Sends every order that is due, and returns the answered ones. */
  async function resendDue(): Promise<SentOrder[]> {
    const due = all().filter((order) => isWaiting(order) && order.inBackground && order.nextTryAt <= now());
    const outcomes: (SentOrder | undefined)[] = [];
    for (const { key } of due) outcomes.push(await attempt(key, resend, true));
    return outcomes.filter((order) => order !== undefined).filter((order) => !isWaiting(order));
  }

  /** Moves orders of closed pages that got no response to the background, and returns them. */
  async function recoverOrphans(): Promise<WaitingOrder[]> {
    const recovered: WaitingOrder[] = [];
    for (const order of all().filter(isWaiting)) {
      const claim = async () => {
        dispatch({ type: 'movedToBackground', key: order.key });
        recovered.push(order);
      };
      if (!order.inBackground) await exclusively(order.key, claim, true);
    }
    return recovered;
  }
  return { send, resendDue, recoverOrphans };
}

/** True if the shop has rejected the order; after any other error it may still be placed. */
function isRejection(error: Error, order: WaitingOrder): boolean {
  const code = problemCodeOf(error);
  if (code === undefined || code === 'IN_PROGRESS' || code === 'RATE_LIMITED') return false;
  // An expired session says nothing about the outcome of an earlier attempt.
  if (code === 'UNAUTHENTICATED' && order.tries > 1) return false;
  // No order was placed, unless by an earlier attempt.
  if (code === 'MAINTENANCE') return order.tries <= 1;
  return problemStatus[code] < 500;
}
