import { browserStorage } from '../../browser/browser-storage.ts';
import { useAuth } from '../../session/auth-store.ts';
import { outboxStorageName } from './outbox-signal.ts';

/** Forgets the orders of the account that is being signed out: a shared computer shows them to nobody else. */
export async function forgetOwnOrders(): Promise<void> {
  const owner = useAuth.getState().user?.id;
  const hasOrders = String(browserStorage().getItem(outboxStorageName) ?? '').includes('"key"');
  if (owner === undefined || !hasOrders) return;
  const { outbox } = await import('./browser-outbox.ts');
  outbox.forgetOwner(owner);
}
