import { expect } from 'vitest';
import { deleteProduct } from '../../server/src/catalog/products/delete-product.ts';
import { adjustStock } from '../../server/src/catalog/products/stock/adjust-stock.ts';
import type { Caller } from '../../server/src/platform/http/endpoint.ts';
import { releaseExpiredReservations } from '../../server/src/sales/payments/release-expired-reservations.ts';
import { type As, type OrderShop, orderOf, someAddress } from '../../server/test/order-shop.ts';

type Placed = { order: { id: string; total: number; orderNumber: string }; as: As };
type Intent = { clientSecret: string; paymentIntentId: string };

export type Stage = {
  shop: OrderShop;
  admin: Caller;
  /** Product that both actions use, with the stock of the pair. */
  product: string;
  other: string;
  order: Placed | undefined;
  intent: Intent | undefined;
};

type Ended = { first: string; second: string; stage: Stage; label: string };

export type Pair = {
  name: string;
  /** True if the run for planted bugs includes the pair. */
  slice?: boolean;
  stock?: number;
  prepare?: (stage: Stage) => Promise<void>;
  first: (stage: Stage) => Promise<unknown>;
  second: (stage: Stage) => Promise<unknown>;
  expect: (ended: Ended) => Promise<void>;
};

// Actions

const body = (lines: Record<string, number>, email: string) =>
  orderOf(lines, { shippingAddress: { ...someAddress, email } });

const buy =
  (quantity = 1, email = 'first@example.com') =>
  ({ shop, product }: Stage) =>
    shop.place(body({ [product]: quantity }, email));

const buyWithKey = ({ shop, product }: Stage) =>
  shop.place(body({ [product]: 1 }, 'duplicate@example.com'), { idempotencyKey: `key of ${product}` });

const ordered =
  (quantity = 1) =>
  async (stage: Stage) => {
    const { order, accessToken } = await stage.shop.place(
      body({ [stage.product]: quantity }, 'earlier@example.com'),
    );
    stage.order = { order, as: { orderToken: accessToken } };
  };

const orderIn = ({ order }: Stage): Placed => {
  if (!order) throw new Error('No order is prepared.');
  return order;
};

const setStatus = (status: string) => (stage: Stage) =>
  stage.shop.call(
    'changeOrderStatus',
    { params: { id: orderIn(stage).order.id }, body: { status } },
    { caller: stage.admin },
  );

const startPayment = (stage: Stage): Promise<Intent> => {
  const { order, as } = orderIn(stage);
  return stage.shop.call('createPaymentIntent', { body: { amount: order.total, orderId: order.id } }, as);
};

const useCard = async ({ shop, intent }: Stage) =>
  shop.call('confirmTestCard', { body: { clientSecret: intent?.clientSecret, card: 'pm_card_visa' } });

const confirm = (stage: Stage) => {
  const { order, as } = orderIn(stage);
  const paymentIntentId = stage.intent?.paymentIntentId;
  return stage.shop.call('confirmPayment', { body: { paymentIntentId, orderId: order.id } }, as);
};

const started = async (stage: Stage) => {
  await ordered()(stage);
  stage.intent = await startPayment(stage);
};
const charged = async (stage: Stage) => {
  await started(stage);
  await useCard(stage);
};
const paid = async (stage: Stage) => {
  await charged(stage);
  await confirm(stage);
};
const expired = async (stage: Stage) => {
  await charged(stage);
  stage.shop.clock.now = new Date(stage.shop.clock.now.getTime() + 60 * 60_000);
};

const release = ({ shop }: Stage) => releaseExpiredReservations(shop.deps);

const refund = (amount: number | null) => (stage: Stage) =>
  stage.shop.call(
    'refundOrder',
    { params: { id: orderIn(stage).order.id }, body: { amount } },
    { caller: stage.admin },
  );

const adjust =
  (change: number) =>
  ({ shop, product, admin }: Stage) =>
    adjustStock(shop.deps, product, { change }, admin.userId);

const remove = ({ shop, product, admin }: Stage) => deleteProduct(shop.deps, product, admin.userId);

// Expected outcomes

const read = async (stage: Stage) =>
  (await stage.shop.call('getOrder', { params: { id: orderIn(stage).order.id } }, { caller: stage.admin }))
    .order;

const outcomesIn =
  (...allowed: string[]) =>
  async ({ first, second, label }: Ended) => {
    expect(allowed, label).toContain(`${first} ${second}`);
  };

const stockIs = (stock: number) => async (ended: Ended) => {
  expect(await ended.stage.shop.stockOf(ended.stage.product), ended.label).toBe(stock);
};

const all =
  (...checks: ((ended: Ended) => Promise<void>)[]) =>
  async (ended: Ended) => {
    for (const check of checks) await check(ended);
  };

/** Either the order is paid and active, or it is cancelled and refunded. */
const paidOrRefunded = async ({ stage, label }: Ended) => {
  const order = await read(stage);
  expect(['processing paid', 'cancelled refunded', 'cancelled unpaid'], label).toContain(
    `${order.status} ${order.paymentStatus}`,
  );
};

const exactlyOne = outcomesIn('done OUT_OF_STOCK', 'OUT_OF_STOCK done');

export const interleavings: Pair[] = [
  {
    name: 'two buyers, one unit',
    slice: true,
    stock: 1,
    first: buy(),
    second: buy(1, 'second@example.com'),
    expect: all(exactlyOne, stockIs(0)),
  },
  {
    name: 'two carts of the same two products in opposite order',
    first: ({ shop, product, other }) => shop.place(body({ [product]: 1, [other]: 1 }, 'a@example.com')),
    second: ({ shop, product, other }) => shop.place(body({ [other]: 1, [product]: 1 }, 'b@example.com')),
    expect: all(outcomesIn('done done'), stockIs(1)),
  },
  {
    name: 'the same order sent twice',
    slice: true,
    stock: 5,
    first: buyWithKey,
    second: buyWithKey,
    // The client repeats a request that is answered with IN_PROGRESS.
    expect: all(outcomesIn('done done', 'done IN_PROGRESS'), stockIs(4)),
  },
  {
    name: 'two buyers, and the second makes stock run low',
    slice: true,
    stock: 6,
    first: buy(),
    second: buy(1, 'second@example.com'),
    expect: all(outcomesIn('done done'), stockIs(4)),
  },
  {
    name: 'the same key with another order',
    stock: 5,
    first: buyWithKey,
    second: ({ shop, product }) =>
      shop.place(body({ [product]: 2 }, 'duplicate@example.com'), { idempotencyKey: `key of ${product}` }),
    expect: outcomesIn(
      'done IDEMPOTENCY_KEY_REUSED',
      'IDEMPOTENCY_KEY_REUSED done',
      'done IN_PROGRESS',
      'IN_PROGRESS done',
    ),
  },
  {
    name: 'a buyer, and the product is deleted',
    stock: 1,
    first: buy(),
    second: remove,
    expect: outcomesIn('done done', 'PRODUCT_UNAVAILABLE done'),
  },
  {
    name: 'the product is deleted, and a buyer',
    stock: 1,
    first: remove,
    second: buy(),
    expect: outcomesIn('done done', 'done PRODUCT_UNAVAILABLE'),
  },
  {
    name: 'a buyer of the last unit, and the count is corrected',
    stock: 1,
    first: buy(),
    second: adjust(-1),
    expect: all(exactlyOne, stockIs(0)),
  },
  {
    name: 'the count is corrected, and a buyer of the last unit',
    stock: 1,
    first: adjust(-1),
    second: buy(),
    expect: all(exactlyOne, stockIs(0)),
  },
  {
    name: 'an order is cancelled, and another buyer waits for its unit',
    stock: 1,
    prepare: ordered(),
    first: setStatus('cancelled'),
    second: buy(),
    expect: outcomesIn('done done', 'done OUT_OF_STOCK'),
  },
  {
    name: 'a cancelled order is reopened, and another buyer wants its unit',
    stock: 1,
    prepare: async (stage) => {
      await ordered()(stage);
      await setStatus('cancelled')(stage);
    },
    first: setStatus('pending'),
    second: buy(),
    expect: all(exactlyOne, stockIs(0)),
  },
  {
    name: 'an order is cancelled twice',
    slice: true,
    prepare: ordered(2),
    first: setStatus('cancelled'),
    second: setStatus('cancelled'),
    expect: all(outcomesIn('done done'), stockIs(3)),
  },
  {
    name: 'an order is shipped, and it is cancelled',
    prepare: ordered(),
    first: setStatus('shipped'),
    second: setStatus('cancelled'),
    expect: outcomesIn('done done'),
  },
  {
    name: 'a payment is started twice',
    prepare: ordered(),
    first: startPayment,
    second: startPayment,
    expect: outcomesIn('done done'),
  },
  {
    name: 'a payment is started twice, and ended before the second start is stored',
    prepare: ordered(),
    first: startPayment,
    second: async (stage) => {
      await startPayment(stage);
      await setStatus('cancelled')(stage);
      await stage.shop.deps.jobs.workUntilIdle();
      await setStatus('pending')(stage);
    },
    expect: all(outcomesIn('done done', 'IN_PROGRESS done'), stockIs(2)),
  },
  {
    name: 'a payment is started, and the order is cancelled',
    prepare: ordered(),
    first: startPayment,
    second: setStatus('cancelled'),
    expect: all(outcomesIn('done done', 'ORDER_CANCELLED done'), stockIs(3)),
  },
  {
    name: 'a payment is confirmed twice',
    slice: true,
    prepare: charged,
    first: confirm,
    second: confirm,
    expect: all(outcomesIn('done done'), paidOrRefunded),
  },
  {
    name: 'a payment is confirmed, and the order is cancelled',
    prepare: charged,
    first: confirm,
    second: setStatus('cancelled'),
    expect: all(outcomesIn('done done', 'ORDER_CANCELLED done'), paidOrRefunded),
  },
  {
    name: 'an order is cancelled, and its payment is confirmed',
    prepare: charged,
    first: setStatus('cancelled'),
    second: confirm,
    expect: all(outcomesIn('done done', 'done ORDER_CANCELLED'), paidOrRefunded),
  },
  {
    name: 'the card is charged, and the order is cancelled',
    prepare: started,
    first: useCard,
    second: setStatus('cancelled'),
    expect: async (ended) => {
      expect((await read(ended.stage)).status, ended.label).toBe('cancelled');
      expect((await read(ended.stage)).paymentStatus, ended.label).toMatch(/unpaid|refunded/);
    },
  },
  {
    name: 'a reservation expires, and its payment is confirmed',
    prepare: expired,
    first: release,
    second: confirm,
    expect: paidOrRefunded,
  },
  {
    name: 'a payment is confirmed, and its reservation expires',
    prepare: expired,
    first: confirm,
    second: release,
    expect: paidOrRefunded,
  },
  {
    name: 'two processes release the same reservation',
    prepare: async (stage) => {
      await started(stage);
      stage.shop.clock.now = new Date(stage.shop.clock.now.getTime() + 60 * 60_000);
    },
    first: release,
    second: release,
    expect: all(outcomesIn('done done'), stockIs(3)),
  },
  {
    name: 'an order is refunded in full twice',
    prepare: paid,
    first: refund(null),
    second: refund(null),
    expect: async (ended) => {
      expect([ended.first, ended.second], ended.label).toContain('done');
      expect((await read(ended.stage)).paymentStatus, ended.label).toBe('refunded');
    },
  },
  {
    name: 'two partial refunds exceed the amount paid',
    prepare: paid,
    first: refund(30),
    second: refund(25),
    expect: async (ended) => {
      expect(
        [ended.first, ended.second].filter((outcome) => outcome === 'done'),
        ended.label,
      ).toHaveLength(1);
    },
  },
  {
    name: 'an order is partly refunded, and it is cancelled',
    prepare: paid,
    first: refund(5),
    second: setStatus('cancelled'),
    expect: async (ended) => {
      expect((await read(ended.stage)).paymentStatus, ended.label).toBe('refunded');
    },
  },
];
