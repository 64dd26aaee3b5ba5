import { permissionsOf } from '@reprise/contract/permissions';
import type { NewOrder } from '@reprise/contract/sales/orders/order';
import { inTransaction, type Tx } from '../src/platform/database/database.ts';
import { addLockedOrderEvents } from '../src/sales/orders/lifecycle/add-order-event.ts';
import {
  changeLockedStatuses,
  changeStatus,
  type StatusChanger,
} from '../src/sales/orders/lifecycle/change-status.ts';
import { extendReservation } from '../src/sales/orders/lifecycle/extend-reservation.ts';
import { lockOrderRows, type OrderRow, readOrder } from '../src/sales/orders/orders.queries.ts';
import { packDevice } from '../src/sales/orders/packing/pack-device.ts';
import { shipParcel } from '../src/sales/orders/parcels/ship-parcel.ts';
import { placeOrder } from '../src/sales/orders/placement/place-order.ts';
import { recordTestPayments } from '../src/sales/payments/record-test-payments.ts';
import { returnPaymentOf } from '../src/sales/payments/return-payment.ts';
import { scanCode } from '../src/workshop/units/scan-code.ts';
import { type DemoDeps, hoursAgo } from './demo-clock.ts';
import { type DemoOrder, demoOrders } from './orders.ts';
import { type DemoAddress, demoGuests, demoPeople } from './people.ts';

/** Orders placed and advanced at once, so that they share statements. */
const placedAtOnce = 32;

/** Ids of the customers, in their order, and of the products by slug. */
export type DemoBuyers = { people: string[]; productIds: Map<string, string> };

/** Places the orders, oldest first, and advances each to its planned status. Returns their ids in the order of the plan. */
export async function loadOrders(deps: DemoDeps, buyers: DemoBuyers): Promise<string[]> {
  const ids: string[] = [];
  const oldestFirst = [...demoOrders.entries()].reverse();
  for (let start = 0; start < oldestFirst.length; start += placedAtOnce) {
    const placed = oldestFirst
      .slice(start, start + placedAtOnce)
      .map(([index, plan]) => place(deps, buyers, { plan, key: `demo order ${index}` }));
    const orders = await Promise.all(placed);
    await advanceOrders(deps, orders);
    ids.unshift(...orders.map(({ id }) => id).reverse());
  }
  return ids;
}

type ToPlace = { plan: DemoOrder; key: string };

/** Places an order; the idempotency key finds one placed before an interruption. */
async function place(
  deps: DemoDeps,
  { people, productIds }: DemoBuyers,
  { plan, key }: ToPlace,
): Promise<Placed> {
  const { order } = await placeOrder(deps, {
    userId: 'person' in plan.buyer ? (people[plan.buyer.person] ?? null) : null,
    order: newOrder(plan, productIds),
    idempotencyKey: key,
    placedAt: hoursAgo(deps, plan.hoursAgo).now(),
    limitKey: null,
  });
  return { plan, id: order.id };
}

/** Places, pays, packs and delivers an order of one device. Returns its id. */
export async function loadDeviceOrder(
  deps: DemoDeps,
  buyers: DemoBuyers,
  order: ToPlace,
  serial: string,
): Promise<string> {
  const placed = await place(deps, buyers, order);
  const { plan, id } = placed;
  await inTransaction(deps.db, async (tx) => pay(tx, deps, await lockOrders(tx, [placed])));
  const packing = hoursAgo(deps, plan.hoursAgo - after.packing);
  const { units } = await scanCode(packing, serial);
  if (units.some(({ state }) => state === 'listed')) {
    await packDevice(packing, id, { code: serial, captured: 'scan' }, ownerOf(deps));
  }
  await inTransaction(deps.db, async (tx) => {
    const unsent = (await lockOrders(tx, [placed])).filter(({ order }) => order.status === 'processing');
    await shipAndDeliver(tx, deps, unsent);
  });
  return id;
}

function newOrder({ items, buyer }: DemoOrder, productIds: Map<string, string>): NewOrder {
  return {
    items: items.map(({ slug, quantity }) => ({ product: productIds.get(slug) ?? slug, quantity })),
    shippingAddress: addressOf(buyer),
    paymentMethod: 'card',
  };
}

function addressOf(buyer: DemoOrder['buyer']): DemoAddress {
  const address = 'person' in buyer ? demoPeople[buyer.person] : demoGuests[buyer.guest];
  if (!address) throw new Error('A demo order has no buyer.');
  return address;
}

/** Hours from placement to each event. */
const after = {
  payment: 0.05,
  cancellation: 9,
  packing: 19,
  shipping: 20,
  transit: 38,
  courier: 66,
  delivery: 71,
};

/** A placed order with what is planned for it. */
type Placed = { plan: DemoOrder; id: string };

/** Advances placed orders to their planned status, also after an interruption. */
async function advanceOrders(deps: DemoDeps, placed: Placed[]): Promise<void> {
  // One transaction, so that the histories of these orders are complete or missing.
  await inTransaction(deps.db, async (tx) => {
    const bought = placed.filter(({ plan }) => plan.status !== 'pending');
    const paid = await pay(tx, deps, await lockOrders(tx, bought));
    await shipAndDeliver(tx, deps, await lockOrders(tx, paid));
  });
  for (const { plan, id } of placed) {
    // Placed now, so that the demo has orders that wait for payment.
    if (plan.status === 'pending') await extendReservation(deps, id, deps.actorId);
    if (plan.status === 'cancelled') await cancel(deps, plan, id);
    if (plan.isPartlyShipped) await shipFirstItem(deps, plan, id);
  }
}

/** Pays locked orders that are unpaid, and returns them. */
async function pay(tx: Tx, deps: DemoDeps, locked: LockedOrder[]): Promise<LockedOrder[]> {
  const unpaid = locked.filter(({ order }) => order.paymentStatus === 'unpaid');
  if (unpaid.length === 0) return [];
  await recordTestPayments(
    tx,
    deps,
    unpaid.map(({ plan, order }) => ({ order, settledAt: timeOf(deps, plan, after.payment) })),
  );
  return unpaid;
}

/** Returns the time this many hours after an order was placed. */
const timeOf = (deps: DemoDeps, plan: DemoOrder, hours: number): Date =>
  hoursAgo(deps, plan.hoursAgo - hours).now();

type LockedOrder = Placed & { order: OrderRow };

async function lockOrders(tx: Tx, placed: Placed[]): Promise<LockedOrder[]> {
  const rows = await lockOrderRows(
    tx,
    placed.map(({ id }) => id),
  );
  return placed.map(({ plan, id }) => {
    const order = rows.get(id);
    if (!order) throw new Error(`The demo has no order ${id}.`);
    return { plan, id, order };
  });
}

/** Ships paid orders that are planned so. */
async function shipAndDeliver(tx: Tx, deps: DemoDeps, paid: LockedOrder[]): Promise<void> {
  const shipped = paid.flatMap(({ plan, id, order }) =>
    plan.shipment && !plan.isPartlyShipped
      ? [{ plan, id, order, change: { status: 'shipped', ...plan.shipment } as const }]
      : [],
  );
  if (shipped.length === 0) return;
  await changeLockedStatuses(
    tx,
    withoutApproval(deps),
    shipped.map(({ plan, order, change }) => ({ order, change, now: timeOf(deps, plan, after.shipping) })),
    ownerOf(deps),
  );
  await deliver(
    tx,
    deps,
    shipped.map(({ plan, id, order, change }) => ({ plan, id, order: { ...order, ...change } })),
  );
}

/** Passes shipped orders along their way, those that are planned so to the door. */
async function deliver(tx: Tx, deps: DemoDeps, shipped: LockedOrder[]): Promise<void> {
  const delivered = shipped.filter(({ plan }) => plan.status === 'delivered');
  const transit = shipped.map(({ plan, order }) => ({
    order,
    event: { status: 'In Transit', location: sortingCentre(order) } as const,
    at: timeOf(deps, plan, after.transit),
  }));
  const courier = delivered.map(({ plan, order }) => ({
    order,
    event: { status: 'Out for Delivery', location: `${order.city}, ${order.state}` } as const,
    at: timeOf(deps, plan, after.courier),
  }));
  await addLockedOrderEvents(tx, [...transit, ...courier], deps.actorId);
  await changeLockedStatuses(
    tx,
    withoutApproval(deps),
    delivered.map(({ plan, order }) => ({
      order,
      change: { status: 'delivered' } as const,
      now: timeOf(deps, plan, after.delivery),
    })),
    ownerOf(deps),
  );
}

/** Sends the first item of an order; repeated, it sends nothing. */
async function shipFirstItem(deps: DemoDeps, plan: DemoOrder, orderId: string): Promise<void> {
  const { items } = await readOrder(deps.db, orderId);
  const first = items[0]?.product.id;
  if (!first || !plan.shipment) throw new Error('A partly shipped order of the demo has no item or parcel.');
  const parcel = { lines: [{ product: first, quantity: 1, units: [] }], ...plan.shipment };
  const shipping = withoutApproval(hoursAgo(deps, plan.hoursAgo - after.shipping));
  await shipParcel(shipping, orderId, parcel, { ...ownerOf(deps), idempotencyKey: `demo parcel ${orderId}` });
}

async function cancel(deps: DemoDeps, plan: DemoOrder, orderId: string): Promise<void> {
  const cancelling = hoursAgo(deps, plan.hoursAgo - after.cancellation);
  await changeStatus(withoutApproval(cancelling), orderId, { status: 'cancelled' }, ownerOf(deps));
  // Complete refunds before the shop opens.
  await returnPaymentOf(cancelling, { orderId });
}

/** Approves past refunds. */
const withoutApproval = (deps: DemoDeps) => ({ ...deps, refundApprovals: null });

function ownerOf({ actorId: userId }: DemoDeps): StatusChanger {
  return { userId, permissions: permissionsOf(['owner']) };
}

const sortingCentres = {
  'United States': 'Indianapolis, IN',
  Canada: 'Mississauga, ON',
  'United Kingdom': 'East Midlands',
} as const;

function sortingCentre({ country }: OrderRow): string {
  return sortingCentres[country as keyof typeof sortingCentres] ?? country;
}
