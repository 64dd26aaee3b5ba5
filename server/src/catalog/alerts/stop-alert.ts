import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { idOfSigned } from '../../platform/crypto/signed-id.ts';
import { productAlerts } from './alerts.tables.ts';

/** Deletes the alert of a signed link; throws NOT_FOUND if it was sent or stopped before. */
export async function stopAlert({ db, secret }: Pick<Deps, 'db' | 'secret'>, token: string): Promise<void> {
  const alertId = idOfSigned(secret, 'alert', token);
  const deleted =
    alertId === null
      ? []
      : await db
          .delete(productAlerts)
          .where(eq(productAlerts.id, alertId))
          .returning({ id: productAlerts.id });
  if (deleted.length === 0) throw alertEnded();
}

/** Deletes an alert of the signed-in customer. */
export async function stopOwnAlert({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<void> {
  const isOwn = and(eq(productAlerts.id, id), eq(productAlerts.userId, userId));
  const deleted = await db.delete(productAlerts).where(isOwn).returning({ id: productAlerts.id });
  if (deleted.length === 0) throw alertEnded();
}

const alertEnded = () => new Problem('NOT_FOUND', 'This alert has already been deleted.');
