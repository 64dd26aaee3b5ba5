import { permissionsOf } from '@reprise/contract/identity/permissions';
import type { NewOrder } from '@reprise/contract/orders/order';
import { addLockedOrderEvent } from '../src/orders/lifecycle/add-order-event.ts';
import {
  changeLockedStatus,
  changeStatus,
  type StatusChanger,
} from '../src/orders/lifecycle/change-status.ts';
import { extendReservation } from '../src/orders/lifecycle/extend-reservation.ts';
import { lockOrderRow, type OrderRow } from '../src/orders/orders.queries.ts';
import { placeOrder } from '../src/orders/placement/place-order.ts';
import { recordTestPayment } from '../src/payments/record-test-payment.ts';
import { returnPaymentOf } from '../src/payments/return-payment.ts';
import { inTransaction, type Tx } from '../src/platform/database/database.ts';
import { type DemoDeps, hoursAgo } from './demo-clock.ts';
import { type DemoOrder, demoOrders } from './orders.ts';
import { type DemoAddress, demoGuests, demoPeople } from './people.ts';

/** Orders placed at once, so that they share statements. */
const placedAtOnce = 32;

/** Places the orders, oldest first, and advances each to its planned status. */
export async function loadOrders(
  deps: DemoDeps,
  people: string[],
  productIds: Map<string, string>,
): Promise<void> {
  const oldestFirst = [...demoOrders.entries()].reverse();
  for (let start = 0; start < oldestFirst.length; start += placedAtOnce) {
    const placed = oldestFirst.slice(start, start + placedAtOnce).map(async ([index, plan]) => {
      const { order } = await placeOrder(deps, {
        userId: 'person' in plan.buyer ? (people[plan.buyer.person] ?? null) : null,
        order: newOrder(plan, productIds),
        // The idempotency key finds an order placed before an interruption.
        idempotencyKey: `demo order ${index}`,
        placedAt: hoursAgo(deps, plan.hoursAgo).now(),
        limitKey: null,
      });
      return { plan, id: order.id };
    });
    for (const { plan, id } of await Promise.all(placed)) await advanceOrder(deps, plan, id);
  }
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
const after = { payment: 0.05, cancellation: 9, shipping: 20, transit: 38, courier: 66, delivery: 71 };

/** Advances a placed order to its planned status, also after an interruption. */
async function advanceOrder(deps: DemoDeps, plan: DemoOrder, orderId: string): Promise<void> {
  const at = (hours: number) => hoursAgo(deps, plan.hoursAgo - hours);
  if (plan.status === 'pending') {
    // Placed now, so that the demo has orders that wait for payment.
    await extendReservation(deps, orderId, deps.actorId);
    return;
  }
  // One transaction, so that the history of an order is complete or missing.
  await inTransaction(deps.db, async (tx) => {
    const placed = await lockOrder(tx, orderId);
    if (placed.paymentStatus !== 'unpaid') return;
    await recordTestPayment(tx, at(after.payment), placed);
    if (plan.shipment) await ship(tx, at, plan, plan.shipment, await lockOrder(tx, orderId));
  });
  if (plan.status === 'cancelled') {
    const cancelling = at(after.cancellation);
    await changeStatus(withoutApproval(cancelling), orderId, { status: 'cancelled' }, ownerOf(deps));
    // Complete refunds before the shop opens.
    await returnPaymentOf(cancelling, { orderId });
  }
}

async function lockOrder(tx: Tx, orderId: string): Promise<OrderRow> {
  const order = await lockOrderRow(tx, orderId);
  if (!order) throw new Error(`The demo has no order ${orderId}.`);
  return order;
}

async function ship(
  tx: Tx,
  at: (hours: number) => DemoDeps,
  plan: DemoOrder,
  shipment: NonNullable<DemoOrder['shipment']>,
  paid: OrderRow,
): Promise<void> {
  const shipped = { ...paid, ...shipment, status: 'shipped' } as const;
  const reach = (hours: number, status: 'shipped' | 'delivered', from: OrderRow) => {
    const deps = at(hours);
    return changeLockedStatus(tx, withoutApproval(deps), from, { status, ...shipment }, ownerOf(deps));
  };
  const pass = (hours: number, status: 'In Transit' | 'Out for Delivery', location: string) => {
    const { actorId, now } = at(hours);
    return addLockedOrderEvent(tx, shipped, { status, location }, { actorId, now: now() });
  };
  await reach(after.shipping, 'shipped', paid);
  await pass(after.transit, 'In Transit', sortingCentre(paid));
  if (plan.status !== 'delivered') return;
  await pass(after.courier, 'Out for Delivery', `${paid.city}, ${paid.state}`);
  await reach(after.delivery, 'delivered', shipped);
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
