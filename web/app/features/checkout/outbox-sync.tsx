import { useEffect } from 'react';
import { browserStorage } from '../../browser/browser-storage.ts';
import { useAuth } from '../../session/auth-store.ts';
import { notify } from '../../ui/overlays/notify.ts';
import { removeFromCart } from '../cart/cart-store.ts';
import type { SentOrder } from './outbox.ts';
import { orderMovedToBackground, outboxStorageName } from './outbox-signal.ts';

/**
 * Sends waiting orders until they are answered, on every page and after every reload, and shows the outcome.
 * The outbox is loaded only if it contains something.
 */
export function OutboxSync() {
  const knowsWho = useAuth((state) => !state.loading);

  useEffect(() => {
    if (!knowsWho) return;
    const stopped = new AbortController();
    const start = () => {
      if (!stopped.signal.aborted && hasWaiting()) void keepSending(stopped.signal);
    };
    start();
    window.addEventListener(orderMovedToBackground, start, { signal: stopped.signal });
    return () => stopped.abort();
  }, [knowsWho]);
  return null;
}

const hasWaiting = () =>
  String(browserStorage().getItem(outboxStorageName) ?? '').includes('"state":"waiting"');

async function keepSending(signal: AbortSignal): Promise<void> {
  const { outbox } = await import('./browser-outbox.ts');
  for (const { lines } of await outbox.recoverOrphans()) removeFromCart(lines);
  for (;;) {
    if (signal.aborted) return;
    for (const outcome of await outbox.resendDue()) tell(outcome);
    const due = outbox.nextDue();
    if (due === null) return;
    await pause(due - Date.now(), signal);
  }
}

function tell(order: SentOrder): void {
  if (order.state === 'refused') {
    notify('error', `Order ${order.reference} was not placed: ${order.message} Your cart is back.`);
  } else if (order.state === 'placed') {
    if (order.paid) notify('success', `Order ${order.orderNumber} is confirmed.`);
    else
      notify(
        'warning',
        `Order ${order.orderNumber} is placed but not paid yet. You can pay now under Orders.`,
      );
  }
}

/** Resolves after the time, when the browser comes online or when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(100, ms));
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
