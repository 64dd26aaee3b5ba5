import type { Condition } from '@reprise/contract/catalog/products/conditions';
import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { Cents } from '@reprise/contract/money';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { formatAddress } from '../../foundations/address-formats/format-address.ts';
import type {
  MailReaders,
  MailRequest,
  OrderMailRequest,
} from '../../foundations/notifications/mail-requests.ts';
import type { MailedOrder } from '../../foundations/notifications/mails/mailed-order.ts';
import {
  type SingleOrderMail,
  singleOrderMailKinds,
} from '../../foundations/notifications/mails/order-mails.ts';
import { canTakePayments } from '../../foundations/settings/payment-keys.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import type { Db } from '../../platform/database/database.ts';
import { perHandle } from '../../platform/database/prepared.ts';
import { amountDueOf } from './amount-due.ts';
import { recipientLinesOf, toInvoiceAddress } from './customers/stored-billing.ts';
import { isSetBack } from './lifecycle/queue-status-mails.ts';
import { isOpenOrder } from './lifecycle/reservation.ts';
import { payLinkOf } from './order-access.ts';
import { deliveryOf } from './orders.queries.ts';
import { orderItems, orders } from './orders.tables.ts';
import { readLastParcel } from './parcels/parcels.queries.ts';

type MailDeps = Pick<Deps, 'db' | 'environment' | 'now' | 'secret'>;
type RequestOf<Kind> = Extract<OrderMailRequest, { kind: Kind }>;

/** Readers that load an order when its mail is sent; null for an erased order. */
export function orderMailReaders(deps: MailDeps): Pick<MailReaders, SingleOrderMail | 'new-order'> {
  const read = async <Request extends { kind: string; orderId: string; unlessSetBack?: true | undefined }>(
    request: Request,
    isOutdated: (row: MailedRow) => boolean = () => false,
  ) => {
    const { orderId, unlessSetBack, ...facts } = request;
    const mailed = await readMailedOrder(deps.db, orderId);
    if (!mailed || mailed.row.email === '' || isOutdated(mailed.row)) return null;
    if (unlessSetBack && isSetBack(facts.kind, mailed.row)) return null;
    const { row, order } = mailed;
    const isPayable = isPaymentDue(row) && (await canTakePayments(deps));
    const counter = row.shippingMethod === 'pickup' ? await readCounter(deps.db) : null;
    const payLink = isPayable && payLinkOf(deps.secret, deps.environment.publicUrl, row, deps.now());
    return {
      ...facts,
      to: row.email,
      order: { ...order, ...(counter && { counter }), ...(payLink && { payLink }) },
    };
  };
  const withLastParcel = async <Mail extends { order: MailedOrder }>(
    reading: Promise<Mail | null>,
    { orderId }: { orderId: string },
  ): Promise<Mail | null> => {
    const mail = await reading;
    const lastParcel = mail && (await readLastParcel(deps.db, orderId));
    return mail && lastParcel ? { ...mail, order: { ...mail.order, lastParcel } } : mail;
  };
  const readers = Object.fromEntries(
    singleOrderMailKinds.map((kind) => [kind, (request: OrderMailRequest) => read(request)]),
  );
  return {
    ...(readers as { [Kind in SingleOrderMail]: typeof read<RequestOf<Kind>> }),
    'new-order': (request) => readNewOrder(deps.db, request),
    'order-placed': (request) => read(request, request.asked ? undefined : hasLaterMail),
    'order-shipped': (request) => withLastParcel(read(request), request),
    'order-cancelled': (request) => withLastParcel(read(request), request),
    'order-refunded': async (request) => {
      const mail = await read(request);
      // The order may have been paid with another method after this refund.
      return mail && { ...mail, order: { ...mail.order, paymentMethod: request.paymentMethod } };
    },
  };
}

/** Returns hours and instructions of the counter as they are by now; null if it was removed. */
async function readCounter(db: Db): Promise<MailedOrder['counter'] | null> {
  const { pickup } = await readSettings(db);
  return pickup ? { hours: pickup.hours, instructions: pickup.instructions } : null;
}

/** Reads the mail to the store about an order that was paid for. */
async function readNewOrder(db: Db, request: Extract<MailRequest, { kind: 'new-order' }>) {
  const [order] = await db
    .select({ id: orders.id, total: orders.totalCents, shippingMethod: orders.shippingMethod })
    .from(orders)
    .where(eq(orders.orderNumber, request.orderNumber));
  if (!order) return null;
  const { id, ...facts } = order;
  const items = await db
    .select({ name: orderItems.name, condition: orderItems.condition, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, id))
    .orderBy(orderItems.id);
  const described = items.map(({ condition, ...item }) => ({
    ...item,
    condition: conditionLabels[condition],
  }));
  return { ...request, ...facts, items: described, to: (await readSettings(db)).storeEmail };
}

function isPaymentDue(row: MailedRow): boolean {
  return isOpenOrder(row) || (row.dueCents > 0 && row.status !== 'cancelled');
}

/** Returns true when another mail has told more: the order was paid, shipped or cancelled. */
function hasLaterMail({ status, paymentStatus }: MailedRow): boolean {
  const isUnpaid = paymentStatus === 'unpaid' || paymentStatus === 'started';
  return !isUnpaid || (status !== 'pending' && status !== 'processing');
}

type MailedRow = Awaited<ReturnType<ReturnType<typeof mailedOrder>['execute']>>[number];
type MailedItem = {
  name: string;
  brand: string;
  condition: Condition;
  image: string;
  quantity: number;
  price: number;
  devices: NonNullable<MailedOrder['items'][number]['devices']> | null;
};

// The units slice owns these tables; a function of its own would cost each mail another statement.
/** SQL: the devices of an item that were scanned and have left, with their numbers, and those that the buyer chose. */
const devicesSent = sql`(case when ${orderItems.tracking} = 'serial' then (
  select json_agg(json_build_object('number', u.unit_number, 'identifiers', coalesce(b.sent_as, (
    select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'value', n.value) order by n.kind), '[]')
    from unit_identifiers n where n.unit_id = u.id and n.active and u.state <> 'allocated'))) order by b.assigned_at, b.id)
  from order_item_units b join units u on u.id = b.unit_id
  where b.order_item_id = ${orderItems.id} and b.ended_at is null
    and (b.captured = 'chosen' or (u.state <> 'allocated' and b.captured <> 'assumed'))) end)`;

/** One statement for the order and its items: order mails are the most frequent mails. */
const mailedOrder = perHandle((db) =>
  db
    .select({
      id: orders.id,
      orderNumber: orders.orderNumber,
      accessVersion: orders.accessVersion,
      status: orders.status,
      paymentStatus: orders.paymentStatus,
      reservedUntil: orders.reservedUntil,
      isTestPaid: orders.isTestPaid,
      paymentMethod: orders.paymentMethod,
      email: orders.email,
      firstName: orders.firstName,
      lastName: orders.lastName,
      address: orders.address,
      address2: orders.address2,
      city: orders.city,
      state: orders.state,
      zipCode: orders.zipCode,
      country: orders.country,
      billing: orders.billing,
      subtotal: orders.subtotalCents,
      discount: orders.discountCents,
      shipping: orders.shippingCents,
      tax: orders.taxCents,
      taxIncluded: orders.taxIncluded,
      total: orders.totalCents,
      totalCents: orders.totalCents,
      shippingMethod: orders.shippingMethod,
      dueCents: orders.dueCents,
      version: orders.version,
      carrier: orders.carrier,
      trackingNumber: orders.trackingNumber,
      estimatedDelivery: orders.estimatedDelivery,
      latestDelivery: orders.latestDelivery,
      items: sql<MailedItem[]>`(
        select json_agg(json_build_object('name', ${orderItems.name}, 'brand', ${orderItems.brand},
          'condition', ${orderItems.condition}, 'image', ${orderItems.image}, 'devices', ${devicesSent}, 'quantity', ${orderItems.quantity}, 'price', ${orderItems.unitPriceCents}) order by ${orderItems.position})
        from ${orderItems} where ${orderItems.orderId} = ${orders}.id)`,
    })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('orderId')))
    .prepare('order of a mail'),
);

async function readMailedOrder(
  db: Db,
  orderId: string,
): Promise<{ row: MailedRow; order: MailedOrder } | null> {
  const [row] = await mailedOrder(db).execute({ orderId });
  return row ? { row, order: toMailedOrder(row) } : null;
}

function toMailedOrder(row: MailedRow): MailedOrder {
  const { orderNumber, subtotal, discount, shipping, tax, total, firstName, lastName } = row;
  const { address, address2, city, state, zipCode, country, paymentStatus, paymentMethod } = row;
  return {
    id: row.id,
    orderNumber,
    items: (row.items ?? []).map(({ name, brand, condition, image, quantity, price, devices }) => ({
      product: { name, brand, condition, ...(image && { image }) },
      quantity,
      lineTotal: (price * quantity) as Cents,
      ...(devices && { devices }),
    })),
    subtotal,
    discount,
    shipping,
    tax,
    ...(row.taxIncluded && { taxIncluded: true as const }),
    total,
    shippingAddress: {
      name: `${firstName} ${lastName}`.trim(),
      firstName,
      address,
      address2,
      city,
      state,
      zipCode,
      country,
      lines: formatAddress({ address, address2, city, state, zipCode, country }),
    },
    ...(row.billing && { billedTo: recipientLinesOf(toInvoiceAddress({ ...row, billing: row.billing })) }),
    shippingMethod: row.shippingMethod,
    paymentStatus,
    paymentMethod,
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    ...deliveryOf(row),
    isPaymentDue: isOpenOrder(row),
    ...(row.version > 0 && { amountDue: amountDueOf(row) }),
    reservedUntil: row.reservedUntil?.toISOString() ?? null,
    isTestPaid: row.isTestPaid,
  };
}
