import { offerName } from '@reprise/contract/catalog/products/conditions';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { MailReaders } from '../../foundations/notifications/mail-requests.ts';
import { signedId } from '../../platform/crypto/signed-id.ts';
import { isKnown } from '../products/product.queries.ts';
import { products } from '../products/products.tables.ts';
import { productAlerts } from './alerts.tables.ts';

/** Returns the readers of alert mails; a reader returns null for drafts and after the alert has ended. */
export function alertMailReaders({
  db,
  environment,
  secret,
}: Pick<Deps, 'db' | 'environment' | 'secret'>): Pick<MailReaders, 'alert-set'> {
  return {
    'alert-set': async ({ kind, eventKey, alertId }) => {
      const [alert] = await db
        .select({
          to: productAlerts.email,
          about: productAlerts.kind,
          product: {
            name: products.name,
            condition: products.condition,
            slug: products.slug,
            price: productAlerts.priceCents,
          },
        })
        .from(productAlerts)
        .innerJoin(products, eq(products.id, productAlerts.productId))
        .where(and(eq(productAlerts.id, alertId), isKnown));
      if (!alert) return null;
      const stopLink = `${environment.publicUrl}/alerts/stop#${signedId(secret, 'alert', alertId)}`;
      const { name, condition, slug, price } = alert.product;
      const product = { name: offerName({ name, condition }), slug, price };
      return { kind, eventKey, ...alert, product, stopLink };
    },
  };
}
