import { offerName } from '@reprise/contract/catalog/products/conditions';
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queueOutgoingMail } from '../../foundations/notifications/mail-requests.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { isOnSale } from '../products/product.queries.ts';
import { products } from '../products/products.tables.ts';
import { productAlerts } from './alerts.tables.ts';

type SendDeps = Pick<Deps, 'db' | 'jobs' | 'log'>;

const batchSize = 200;

/** Queues one mail per due alert and deletes the alert; safe to run in several processes. */
export async function sendDueAlerts(deps: SendDeps): Promise<void> {
  const due = await deps.db
    .select({ id: productAlerts.id })
    .from(productAlerts)
    .where(isNotNull(productAlerts.dueAt))
    .orderBy(asc(productAlerts.dueAt))
    .limit(batchSize);
  for (const { id } of due) {
    try {
      await inTransaction(deps.db, (tx) => sendAlert(tx, deps, id));
    } catch (error) {
      // A failing alert must not block the others.
      deps.log.error({ err: error, alertId: id }, 'could not send alert');
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
      condition: products.condition,
      slug: products.slug,
      price: products.priceCents,
      stockCount: products.stockCount,
    })
    .from(products)
    .where(and(eq(products.id, alert.productId), isOnSale));
  const isFulfilled =
    product && (alert.kind === 'back-in-stock' ? product.stockCount > 0 : product.price < alert.priceCents);
  const to = await addressOf(tx, alert);
  if (!isFulfilled || to === null) {
    // The condition is false again or alert mails are off; the next change triggers the alert.
    await tx.update(productAlerts).set({ dueAt: null }).where(eq(productAlerts.id, id));
    return;
  }
  const { slug, price } = product;
  await queueOutgoingMail(tx, jobs, {
    kind: alert.kind,
    eventKey: `alert:${id}`,
    to,
    product: { name: offerName(product), slug, price },
  });
  await tx.delete(productAlerts).where(eq(productAlerts.id, id));
}

/** Returns the current email of the customer, or null if alert mails are off. */
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
