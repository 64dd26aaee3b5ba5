import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import { idOfSigned } from '../platform/crypto/signed-id.ts';
import type { Deps } from '../platform/deps.ts';
import { productAlerts } from './alerts.tables.ts';

/** Ends an alert, once, because it goes with it. One that was sent or ended before is not there any more. */
export async function stopAlert({ db, secret }: Pick<Deps, 'db' | 'secret'>, token: string): Promise<void> {
  const alertId = idOfSigned(secret, 'alert', token);
  const ended =
    alertId === null
      ? []
      : await db
          .delete(productAlerts)
          .where(eq(productAlerts.id, alertId))
          .returning({ id: productAlerts.id });
  if (ended.length === 0) throw over();
}

/** Ends an alert of a customer who is signed in. */
export async function stopOwnAlert({ db }: Pick<Deps, 'db'>, userId: string, id: string): Promise<void> {
  const own = and(eq(productAlerts.id, id), eq(productAlerts.userId, userId));
  const ended = await db.delete(productAlerts).where(own).returning({ id: productAlerts.id });
  if (ended.length === 0) throw over();
}

const over = () => new Problem('NOT_FOUND', 'This alert has ended already.');
