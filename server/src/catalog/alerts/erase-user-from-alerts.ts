import { and, eq, isNull, or } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { productAlerts } from './alerts.tables.ts';

/** Deletes the alerts of an account, and guest alerts for its email if the email is verified. */
export async function eraseAlertsOf(
  tx: Tx,
  { userId, email, isVerified }: { userId: string | null; email: string; isVerified: boolean },
): Promise<number> {
  const isGuestAlert = isVerified
    ? and(eq(productAlerts.email, email), isNull(productAlerts.userId))
    : undefined;
  const isOwn = userId === null ? undefined : eq(productAlerts.userId, userId);
  if (!isGuestAlert && !isOwn) return 0;
  const erased = await tx
    .delete(productAlerts)
    .where(or(isOwn, isGuestAlert))
    .returning({ id: productAlerts.id });
  return erased.length;
}
