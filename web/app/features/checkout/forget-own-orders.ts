import { browserStorage } from '../../browser/browser-storage.ts';
import { useAuth } from '../../session/auth-store.ts';
import { outboxStorageName } from './outbox-signal.ts';

/**
 * Removes the orders of the account from this browser at sign-out, so that the next user of a shared computer
 * cannot see them.
 */
export async function forgetOwnOrders(): Promise<void> {
  const owner = useAuth.getState().user?.id;
  const hasOrders = String(browserStorage().getItem(outboxStorageName) ?? '').includes('"key"');
  if (owner === undefined || !hasOrders) return;
  const { outbox } = await import('./browser-outbox.ts');
  outbox.forgetOwner(owner);
}
