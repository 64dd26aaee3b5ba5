import { useEffect } from 'react';
import { browserStorage } from '../../../browser/browser-storage.ts';
import { createSyncQueue } from '../../../browser/sync-queue.ts';
import { type SignedInUser, useAuth } from '../../../session/auth-store.ts';
import { notify } from '../../../ui/overlays/notify.ts';
import { removeFromCart } from '../../cart/cart-store.ts';
import { orderMovedToBackground, outboxStorageName } from './outbox-signal.ts';
import type { SentOrder } from './sent-order.ts';

/**
 * Sends waiting orders until they are answered, on every page and after every reload, and shows the outcome.
 * The outbox is loaded only if it contains something.
 */
export function OutboxSync() {
  const isSessionKnown = useAuth((state) => !state.loading);

  useEffect(() => {
    if (!isSessionKnown) return;
    const queue = createSyncQueue();
    const start = () => {
      if (!hasWaiting()) return;
      void queue.run(recoverOrphans);
      void queue.run(resendDue);
    };
    start();
    window.addEventListener(orderMovedToBackground, start);
    return () => {
      window.removeEventListener(orderMovedToBackground, start);
      queue.stop();
    };
  }, [isSessionKnown]);
  useEffect(() => useAuth.subscribe(forgetOrdersAtSignOut), []);
  return null;
}

type Session = { user: SignedInUser | null };

const hasWaiting = () =>
  String(browserStorage().getItem(outboxStorageName) ?? '').includes('"state":"waiting"');

const loadOutbox = async () => (await import('./browser-outbox.ts')).outbox;

async function recoverOrphans(): Promise<void> {
  for (const { lines } of await (await loadOutbox()).recoverOrphans()) removeFromCart(lines);
}

/** Removes the orders of an account, so that the next user of a shared computer cannot see them. */
function forgetOrdersAtSignOut({ user }: Session, { user: before }: Session): void {
  if (before && before.id !== user?.id) void loadOutbox().then((outbox) => outbox.forgetOwner(before.id));
}

/** Returns the milliseconds until the next attempt. */
async function resendDue(): Promise<number | null> {
  const outbox = await loadOutbox();
  for (const outcome of await outbox.resendDue()) showOutcome(outcome);
  const due = outbox.nextDue();
  return due === null ? null : Math.max(100, due - Date.now());
}

function showOutcome(order: SentOrder): void {
  if (order.state === 'refused') {
    notify('error', `Order ${order.reference} was not placed: ${order.message} Your cart was restored.`);
  } else if (order.state === 'placed') {
    if (order.paid) notify('success', `Order ${order.orderNumber} is confirmed.`);
    else
      notify(
        'warning',
        `Order ${order.orderNumber} is placed but not paid yet. You can pay now under Orders.`,
      );
  }
}
