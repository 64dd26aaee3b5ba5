import { type Condition, offerName } from '@reprise/contract/catalog/products/conditions';
import { cents } from '@reprise/contract/money';
import type { OrderEdit } from '@reprise/contract/sales/orders/order-edit';
import { and, asc, desc, eq, inArray, lte, notInArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { products } from '../../../catalog/products/products.tables.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import type { Environment } from '../../../platform/environment.ts';
import { lockBound } from '../../../workshop/units/in-orders/bindings.ts';
import { findToPack, wrongUnit } from '../../../workshop/units/in-orders/find-to-pack.ts';
import type { UnitRow } from '../../../workshop/units/shift-units.ts';
import { shopHosts } from '../../../workshop/units/shop-hosts.ts';
import { isPaid } from '../amount-due.ts';
import { readStockLines, type StockLine, withDevices } from '../devices/stock-lines.ts';
import { assertMayLeave, type StatusChanger } from '../lifecycle/change-status.ts';
import { orderItems } from '../orders.tables.ts';
import { unsettledOf } from '../shortages/short-lines.ts';
import { lockToPack, openLines } from './lock-to-pack.ts';

/** Better device of the same model for a line, at the price of the line. */
export type Upgrade = {
  line: { productId: string; name: string; condition: Condition; unitPriceCents: number };
  product: { id: string; name: string; condition: Condition };
};

/** Returns the dearest of the open and short lines that this device on sale would be an upgrade for. */
export async function findUpgrade(
  db: Queryable,
  unit: UnitRow,
  lines: StockLine[],
  open: StockLine[],
): Promise<Upgrade | undefined> {
  if (open.length === 0 || unit.state !== 'listed' || unit.productId === null) return undefined;
  const better = alias(products, 'better');
  const [found] = await db
    .select({
      line: {
        productId: orderItems.productId,
        name: orderItems.name,
        condition: orderItems.condition,
        unitPriceCents: orderItems.unitPriceCents,
      },
      product: { id: better.id, name: better.name, condition: better.condition },
    })
    .from(orderItems)
    .innerJoin(products, eq(products.id, orderItems.productId))
    .innerJoin(better, and(eq(better.id, unit.productId), eq(better.modelKey, products.modelKey)))
    .where(
      and(
        inArray(
          orderItems.id,
          open.map(({ itemId }) => itemId),
        ),
        // An order has one line and one price for each product.
        notInArray(
          better.id,
          lines.map(({ productId }) => productId),
        ),
        lte(orderItems.unitPriceCents, better.priceCents),
      ),
    )
    .orderBy(desc(orderItems.unitPriceCents), asc(orderItems.position))
    .limit(1);
  return found;
}

/** Returns the edit of an order that sends the device with this code for a line of the same model, at its price. */
export async function planUpgrade(
  tx: Tx,
  reference: string,
  { code, environment }: { code: string; environment: Environment },
  by: Actor,
  actor: StatusChanger,
): Promise<OrderEdit> {
  const order = await lockToPack(tx, reference);
  assertMayLeave(order, actor);
  const lines = await readStockLines(tx, order.id);
  const devices = withDevices(lines);
  const open = openLines(devices, await lockBound(tx, devices));
  const short = lines.filter((line) => line.hasDevices && unsettledOf(line) > 0);
  const unit = await findToPack(tx, code, {
    ...by,
    captured: 'typed',
    hosts: shopHosts(environment),
    isNew: false,
    productIds: [],
  });
  const upgrade = await findUpgrade(tx, unit, lines, [...open, ...short]);
  if (!upgrade) throw wrongUnit(`${unit.number} is no better device for this order. Scan it to see why.`);
  const items = await tx
    .select({ product: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.position));
  const left = items
    .map((item) => ({ ...item, quantity: item.quantity - (item.product === upgrade.line.productId ? 1 : 0) }))
    .filter(({ quantity }) => quantity > 0);
  const { firstName, lastName, email, phone, address, address2, city, state, zipCode, country } = order;
  return {
    version: order.version,
    // Kept unchecked: the address is the stored one.
    shippingAddress: {
      firstName,
      lastName,
      email,
      phone,
      address,
      address2,
      city,
      state,
      zipCode,
      country: country as OrderEdit['shippingAddress']['country'],
    },
    items: [...left, { product: upgrade.product.id, quantity: 1 }],
    prices: [{ product: upgrade.product.id, price: cents(upgrade.line.unitPriceCents) }],
    shippingMethod: order.shippingMethod,
    shipping: order.shippingCents,
    reason: `${unit.number}, ${offerName(upgrade.product)}, instead of ${offerName(upgrade.line)}`,
    expected: { amountDue: isPaid(order) ? order.dueCents : order.totalCents, refund: cents(0) },
  };
}
