import type { OwnAlert } from '@reprise/contract/catalog/alerts';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { isKnown, knownName } from '../products/product.queries.ts';
import { products } from '../products/products.tables.ts';
import { productAlerts } from './alerts.tables.ts';

const maxShown = 200;

/** Returns the alerts of a customer, newest first, optionally those on one product. */
export async function listOwnAlerts(
  db: Queryable,
  userId: string,
  productId?: string | undefined,
): Promise<OwnAlert[]> {
  const rows = await db
    .select({
      id: productAlerts.id,
      kind: productAlerts.kind,
      price: productAlerts.priceCents,
      createdAt: productAlerts.createdAt,
      product: {
        name: products.name,
        condition: products.condition,
        slug: products.slug,
        images: products.images,
        price: products.priceCents,
      },
    })
    .from(productAlerts)
    .innerJoin(products, eq(products.id, productAlerts.productId))
    .where(
      and(
        eq(productAlerts.userId, userId),
        isKnown,
        productId === undefined ? undefined : eq(productAlerts.productId, productId),
      ),
    )
    .orderBy(desc(productAlerts.createdAt), desc(productAlerts.id))
    .limit(maxShown);
  return rows.map(({ createdAt, product: { images, ...product }, ...alert }) => ({
    ...alert,
    askedAt: createdAt.toISOString(),
    product: { ...product, image: images[0] ?? null },
  }));
}

/** Returns the alerts of guests with this email, for the data export. */
export async function readGuestAlerts(
  db: Queryable,
  email: string,
): Promise<{ product: string; kind: OwnAlert['kind']; askedAt: string }[]> {
  const rows = await db
    .select({ product: knownName, kind: productAlerts.kind, createdAt: productAlerts.createdAt })
    .from(productAlerts)
    .innerJoin(products, eq(products.id, productAlerts.productId))
    .where(and(eq(productAlerts.email, email), isNull(productAlerts.userId)))
    .orderBy(desc(productAlerts.createdAt), desc(productAlerts.id))
    .limit(maxShown);
  return rows.map(({ createdAt, ...alert }) => ({ ...alert, askedAt: createdAt.toISOString() }));
}
