import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { useAuth } from '../../session/auth-store.ts';

/** Returns true if this visitor cannot pay: the store has no processor, or is in test mode and this is not its staff. */
export function useIsPaymentClosed(settings: PublicSettings | undefined): boolean {
  const isStaff = useAuth(({ user }) => user?.role === 'admin');
  if (settings?.testMode === 'staff') return !isStaff;
  return settings?.paymentProcessor === 'none';
}
