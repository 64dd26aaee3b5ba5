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

  /**
   * Sends a waiting order in one tab at a time and returns what became of it. A rejected order is removed and its Problem
   * thrown; in the background it stays with the message, and its items return to the cart.
   */
  function send(key: string, inBackground = false): Promise<SentOrder | undefined> {
    return exclusively(key, async () => {
      const waiting = find(key);
      // Another tab may have sent it first.
      if (!waiting || !isWaiting(waiting) || (inBackground && waiting.nextTryAt > now())) return waiting;
      dispatch({ type: 'attempted', order: waiting });
      const order = { ...waiting, tries: waiting.tries + 1 };
      const event = await (inBackground && !canSendAgain(order)
        ? reconcile(order)
        : effects.place(order.body, key).then(
            (answer): OutboxEvent => ({ type: 'answered', order, answer }),
            (error) => failureOf(order, error),
          ));
      if (event.type === 'rejected' && !inBackground) {
        dispatch({ type: 'forgotten', key });
        throw event.error;
      }
      if (event.type === 'rejected' && order.buyNow === undefined) effects.restoreCart(order.lines);
      dispatch(event);
      return find(key);
    });
  }

  /** Under another owner the same key would place another order, so it can only be looked up. */
  const canSendAgain = (order: WaitingOrder) =>
    isFresh(order, now()) && order.owner === effects.currentOwner();

  async function reconcile(order: WaitingOrder): Promise<OutboxEvent> {
    const placed = await effects.lookUp(order).catch(() => undefined);
    if (placed && placed !== 'received') return { type: 'answered', order, answer: placed };
    if (placed === undefined || isFresh(order, now())) return { type: 'unanswered', order };
    // The order is in the account that sent it.
    if (placed === 'received') return { type: 'forgotten', key: order.key };
    return { type: 'rejected', order, error: new Error('The shop could not be reached for a day.') };
  }

  /** Sends every order that is due, and returns the answered ones. */
  async function resendDue(): Promise<SentOrder[]> {
    const due = all().filter((order) => isWaiting(order) && order.inBackground && order.nextTryAt <= now());
    const outcomes: (SentOrder | undefined)[] = [];
    for (const { key } of due) outcomes.push(await send(key, true));
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

function failureOf(order: WaitingOrder, error: unknown): OutboxEvent {
  const isRejected = error instanceof Error && isRejection(error, order);
  return isRejected ? { type: 'rejected', order, error } : { type: 'unanswered', order, error };
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
