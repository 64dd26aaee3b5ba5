import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { products } from '../catalog/catalog.tables.ts';
import { isOnSale } from '../catalog/product.queries.ts';
import { users } from '../identity/identity.tables.ts';
import { queueOutgoingMail } from '../notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { runPeriodically } from '../platform/jobs/run-periodically.ts';
import { productAlerts } from './alerts.tables.ts';

type SendDeps = Pick<Deps, 'db' | 'jobs' | 'log'>;

const batch = 200;
const interval = 5_000;

/** Sends now and every few seconds; the function it returns ends that and waits for a run under way. */
export function startSendingAlerts(deps: SendDeps): () => Promise<void> {
  return runPeriodically(deps.log, interval, () => sendDueAlerts(deps), 'alerts not sent');
}

/** One mail for each alert whose wish has come true, and the alert is gone. Several processes may do so at once. */
export async function sendDueAlerts(deps: SendDeps): Promise<void> {
  const due = await deps.db
    .select({ id: productAlerts.id })
    .from(productAlerts)
    .where(isNotNull(productAlerts.dueAt))
    .orderBy(asc(productAlerts.dueAt))
    .limit(batch);
  for (const { id } of due) {
    try {
      await inTransaction(deps.db, (tx) => sendAlert(tx, deps, id));
    } catch (error) {
      // One alert that cannot be sent must not keep the others.
      deps.log.error({ err: error, alertId: id }, 'alert not sent');
    }
  }
}

async function sendAlert(tx: Tx, { jobs }: SendDeps, id: string): Promise<void> {
  const [alert] = await tx
    .select()
    .from(productAlerts)
    .where(eq(productAlerts.id, id))
    .for('update', { skipLocked: true });
  if (!alert?.dueAt) return;
  const [product] = await tx
    .select({
      name: products.name,
      slug: products.slug,
      price: products.priceCents,
      stockCount: products.stockCount,
    })
    .from(products)
    .where(and(eq(products.id, alert.productId), isOnSale));
  const comeTrue =
    product && (alert.kind === 'back-in-stock' ? product.stockCount > 0 : product.price < alert.priceCents);
  const to = await addressOf(tx, alert);
  if (!comeTrue || to === null) {
    // Sold out or dearer again by now, or no mails are wanted for the time being: the next change wakes it anew.
    await tx.update(productAlerts).set({ dueAt: null }).where(eq(productAlerts.id, id));
    return;
  }
  const { name, slug, price } = product;
  await queueOutgoingMail(tx, jobs, {
    kind: alert.kind,
    eventKey: `alert:${id}`,
    to,
    product: { name, slug, price },
  });
  await tx.delete(productAlerts).where(eq(productAlerts.id, id));
}

/** Customers are written to where they are at home now; null where they have such mails switched off. */
async function addressOf(
  tx: Tx,
  { userId, email }: typeof productAlerts.$inferSelect,
): Promise<string | null> {
  if (userId === null) return email;
  const [user] = await tx
    .select({ email: users.email, alertEmails: users.alertEmails })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) return email;
  return user.alertEmails ? user.email : null;
}
