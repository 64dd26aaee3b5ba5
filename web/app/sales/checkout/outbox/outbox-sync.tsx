import { useEffect } from 'react';
import { browserStorage } from '../../../browser/browser-storage.ts';
import { createSyncQueue } from '../../../browser/sync-queue.ts';
import { type SignedInUser, useAuth } from '../../../session/auth-store.ts';
import { orderMovedToBackground, outboxStorageName } from './outbox-signal.ts';

/**
 * Sends waiting orders until they are answered, on every page and after every reload, and shows the outcome.
 * The sender is loaded only if there is something to send.
 */
export function OutboxSync() {
  const isSessionKnown = useAuth((state) => !state.loading);

  useEffect(() => {
    if (!isSessionKnown) return;
    const queue = createSyncQueue();
    const start = () => {
      if (!hasWaiting()) return;
      void queue.run(async () => (await loadSender()).recoverOrphans());
      void queue.run(async () => (await loadSender()).resendDue());
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

const loadSender = () => import('./send-waiting-orders.ts');

/** Removes the orders and the typed data of an account, so that the next user of a shared computer cannot see them. */
function forgetOrdersAtSignOut({ user }: Session, { user: before }: Session): void {
  if (before && before.id !== user?.id)
    void loadSender().then(({ forgetCustomer }) => forgetCustomer(before.id));
}
