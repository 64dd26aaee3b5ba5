import { and, eq, isNull, or } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { productAlerts } from './alerts.tables.ts';

/** Deletes the alerts of an account, and guest alerts for its email if the email is verified. */
export async function eraseAlertsOf(
  tx: Tx,
  { userId, email, isProved }: { userId: string | null; email: string; isProved: boolean },
): Promise<number> {
  const asGuest = isProved ? and(eq(productAlerts.email, email), isNull(productAlerts.userId)) : undefined;
  const own = userId === null ? undefined : eq(productAlerts.userId, userId);
  if (!asGuest && !own) return 0;
  const erased = await tx.delete(productAlerts).where(or(own, asGuest)).returning({ id: productAlerts.id });
  return erased.length;
}
