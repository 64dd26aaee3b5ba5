import type { AlertInput, AlertKind } from '@reprise/contract/alerts';
import { Problem } from '@reprise/contract/problem';
import { and, sql } from 'drizzle-orm';
import { products } from '../catalog/catalog.tables.ts';
import { isOnSale, isProduct, productNotFound } from '../catalog/product.queries.ts';
import { queueMail } from '../notifications/mail-requests.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Deps } from '../platform/deps.ts';
import type { Caller } from '../platform/http/endpoint.ts';
import { productAlerts } from './alerts.tables.ts';

export type AlertDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'secret'>;

/**
 * Remembers who wants to know, and says so by mail with a link that ends it, because an address can be given by
 * anybody. Asked again, a price drop counts from the price of now.
 */
export async function addAlert(
  deps: AlertDeps,
  reference: string,
  { kind, email: given }: AlertInput,
  caller: Caller | null,
): Promise<{ kind: AlertKind; email: string }> {
  const email = caller?.email ?? given;
  if (email === undefined) throw emailMissing();
  await inTransaction(deps.db, async (tx) => {
    const product = await holdProduct(tx, reference);
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
    if (!alert) throw new Error('The alert was not stored.');
    await queueMail(tx, deps.jobs, {
      kind: 'alert-set',
      eventKey: `alert-set:${alert.id}`,
      alertId: alert.id,
    });
  });
  return { kind, email };
}

/** Stock and price stay as they are until the alert is stored: a change comes before and is seen, or after and wakes it. */
async function holdProduct(tx: Tx, reference: string) {
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
  return new Problem('ALREADY_IN_STOCK', `${name} is in stock: you can order it now.`);
}
