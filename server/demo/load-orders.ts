import { permissionsOf } from '@reprise/contract/identity/permissions';
import type { NewOrder, Order } from '@reprise/contract/orders/order';
import type { OrderStatus } from '@reprise/contract/orders/order-status';
import { addOrderEvent } from '../src/orders/lifecycle/add-order-event.ts';
import { changeStatus } from '../src/orders/lifecycle/change-status.ts';
import { extendReservation } from '../src/orders/lifecycle/extend-reservation.ts';
import { readOrder } from '../src/orders/orders.queries.ts';
import { placeOrder } from '../src/orders/placement/place-order.ts';
import { confirmPayment } from '../src/payments/confirm-payment.ts';
import { confirmTestIntent, testProcessor } from '../src/payments/processors/test-processor.ts';
import { returnPaymentOf } from '../src/payments/return-payment.ts';
import { startPayment } from '../src/payments/start-payment.ts';
import type { Caller } from '../src/platform/http/endpoint.ts';
import { type DemoDeps, hoursAgo } from './demo-clock.ts';
import { type DemoOrder, demoOrders } from './orders.ts';
import { type DemoAddress, demoGuests, demoPeople } from './people.ts';

/** Places the orders, oldest first, and advances each to its planned status. */
export async function loadOrders(
  deps: DemoDeps,
  people: string[],
  productIds: Map<string, string>,
): Promise<void> {
  for (const [index, plan] of [...demoOrders.entries()].reverse()) {
    const { order } = await placeOrder(hoursAgo(deps, plan.hoursAgo), {
      userId: 'person' in plan.buyer ? (people[plan.buyer.person] ?? null) : null,
      order: newOrder(plan, productIds),
      // The idempotency key finds an order placed before an interruption.
      idempotencyKey: `demo order ${index}`,
      limitKey: null,
    });
    await advanceOrder(deps, plan, await readOrder(deps.db, order.id));
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

/** Advances an order from its current status, also after an interruption. */
async function advanceOrder(deps: DemoDeps, plan: DemoOrder, order: Order): Promise<void> {
  const at = (hours: number) => hoursAgo(deps, plan.hoursAgo - hours);
  if (plan.status === 'pending') {
    // Placed now, so that the demo has orders that wait for payment.
    await extendReservation(deps, order.id, deps.actorId);
    return;
  }
  if (order.paymentStatus === 'unpaid' || order.paymentStatus === 'started')
    await pay(at(after.payment), order);
  if (plan.status === 'cancelled') {
    await changeStatus(
      withoutApproval(at(after.cancellation)),
      order.id,
      { status: 'cancelled' },
      administratorOf(deps),
    );
    // Complete refunds before the shop opens.
    await returnPaymentOf(at(after.cancellation), { orderId: order.id });
  }
  if (plan.shipment) await ship(at, plan, plan.shipment, order);
}

async function ship(
  at: (hours: number) => DemoDeps,
  plan: DemoOrder,
  shipment: NonNullable<DemoOrder['shipment']>,
  order: Order,
): Promise<void> {
  const reach = async (hours: number, status: 'shipped' | 'delivered') => {
    if (stages.indexOf(order.status) >= stages.indexOf(status)) return;
    await changeStatus(
      withoutApproval(at(hours)),
      order.id,
      { status, ...shipment },
      administratorOf(at(hours)),
    );
  };
  const pass = async (hours: number, status: 'In Transit' | 'Out for Delivery', location: string) => {
    if (order.events.some((event) => event.status === status)) return;
    await addOrderEvent(at(hours), order.id, { status, location }, at(hours).actorId);
  };
  const { city, state } = order.shippingAddress;
  await reach(after.shipping, 'shipped');
  await pass(after.transit, 'In Transit', sortingCentre(order));
  if (plan.status !== 'delivered') return;
  await pass(after.courier, 'Out for Delivery', `${city}, ${state}`);
  await reach(after.delivery, 'delivered');
}

/** Approves past refunds. */
const withoutApproval = (deps: DemoDeps) => ({ ...deps, refundApprovals: null });

const stages: OrderStatus[] = ['pending', 'processing', 'shipped', 'delivered'];

function administratorOf({ actorId: userId }: DemoDeps): Caller {
  const permissions = permissionsOf(['owner']);
  return { userId, role: 'admin', permissions, name: '', email: '', sessionId: '', provedAt: null };
}

async function pay(deps: DemoDeps, order: Order): Promise<void> {
  const reader = { caller: administratorOf(deps), orderToken: null };
  const { clientSecret, paymentIntentId } = await startPayment(
    deps,
    reader,
    {
      orderId: order.id,
      amount: order.total,
    },
    { processor: testProcessor(deps.db) },
  );
  await confirmTestIntent(deps.db, clientSecret, 'pm_card_visa');
  await confirmPayment(deps, reader, { paymentIntentId, orderId: order.id });
}

const sortingCentres = {
  'United States': 'Indianapolis, IN',
  Canada: 'Mississauga, ON',
  'United Kingdom': 'East Midlands',
} as const;

function sortingCentre({ shippingAddress: { country } }: Order): string {
  return sortingCentres[country as keyof typeof sortingCentres] ?? country;
}
