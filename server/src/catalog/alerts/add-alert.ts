import type { AlertInput, AlertKind } from '@reprise/contract/catalog/alerts';
import { Problem } from '@reprise/contract/problem';
import { and, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../foundations/notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { isOnSale, isProduct, productNotFound } from '../products/product.queries.ts';
import { products } from '../products/products.tables.ts';
import { productAlerts } from './alerts.tables.ts';

export type AlertDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'secret'>;

/**
 * Stores an alert and mails a confirmation with a stop link, because anyone can enter an address. A repeated request
 * resets the reference price to the current one.
 */
export async function addAlert(
  deps: AlertDeps,
  reference: string,
  { kind, email: guestEmail }: AlertInput,
  caller: Caller | null,
): Promise<{ kind: AlertKind; email: string }> {
  const email = caller?.email ?? guestEmail;
  if (email === undefined) throw emailMissing();
  await inTransaction(deps.db, async (tx) => {
    const product = await lockProduct(tx, reference);
    if (kind === 'back-in-stock' && product.stockCount > 0) throw inStock(product.name);
    const price = product.priceCents;
    const [alert] = await tx
      .insert(productAlerts)
      .values({
        id: newId('alr'),
        productId: product.id,
        userId: caller?.userId ?? null,
        email,
        kind,
        priceCents: price,
        createdAt: deps.now(),
      })
      .onConflictDoUpdate({
        target: [productAlerts.productId, productAlerts.kind, productAlerts.email],
        set: {
          priceCents: price,
          dueAt: null,
          userId: sql`coalesce(excluded.user_id, ${productAlerts.userId})`,
        },
      })
      .returning({ id: productAlerts.id });
    if (!alert) throw new Error('Could not store the alert.');
    await queueMail(tx, deps.jobs, {
      kind: 'alert-set',
      eventKey: `alert-set:${alert.id}`,
      alertId: alert.id,
    });
  });
  return { kind, email };
}

/** Locks the product until the alert is stored, so that a concurrent change is either visible here or triggers the alert. */
async function lockProduct(tx: Tx, reference: string) {
  const [product] = await tx
    .select({
      id: products.id,
      slug: products.slug,
      name: products.name,
      priceCents: products.priceCents,
      stockCount: products.stockCount,
    })
    .from(products)
    .where(and(isProduct(reference), isOnSale))
    .limit(1)
    .for('share');
  if (!product) throw productNotFound();
  return product;
}

function emailMissing(): Problem {
  const message = 'Enter a valid email address';
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'email', message }] });
}

function inStock(name: string): Problem {
  return new Problem('ALREADY_IN_STOCK', `${name} is in stock. You can order it now.`);
}
