import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Answer, call, orderOf } from '../plain-client.ts';

/** An order that was sent, and what is known of its answer. */
export type Sent = { key: string; body: unknown; orderNumber?: string };

type Shopping = {
  base: string;
  product: string;
  shoppers: number;
  /** Asked before each order. */
  goOn: () => boolean;
  /** How long a shopper rests between two orders; not at all unless said. */
  restMs?: number;
  /** Sees every answer; null where there was none. */
  onAnswer?: (answer: Answer | null, tookMs: number) => void;
};

/** Shoppers who order one thing after the other, each with its own key; resolves when all have stopped. */
export async function shop({ base, product, shoppers, goOn, restMs, onAnswer }: Shopping): Promise<Sent[]> {
  const sent: Sent[] = [];
  const shopper = async () => {
    while (goOn()) {
      const order: Sent = { key: crypto.randomUUID(), body: orderOf(product) };
      sent.push(order);
      const started = performance.now();
      const answer = await call(base, 'POST', '/orders', order).catch(() => null);
      if (answer?.status === 201) order.orderNumber = answer.body.data.order.orderNumber;
      onAnswer?.(answer, performance.now() - started);
      if (restMs) await pause(restMs);
    }
  };
  await Promise.all(Array.from({ length: shoppers }, shopper));
  return sent;
}

/** Sends every order again with its key, as a browser does that had no answer: one order each, and the same one. */
export async function sendAgain(base: string, sent: Sent[]): Promise<void> {
  const waiting = [...sent];
  const resend = async (order: Sent) => {
    let repeat = await call(base, 'POST', '/orders', order);
    // A shop that is too busy says so, and when to come again.
    while (repeat.status === 503 && repeat.headers.has('retry-after')) {
      repeat = await call(base, 'POST', '/orders', order);
    }
    expect([repeat.status, repeat.body?.code]).toEqual([201, undefined]);
    const { orderNumber } = repeat.body.data.order;
    if (order.orderNumber) expect(orderNumber).toBe(order.orderNumber);
    order.orderNumber = orderNumber;
  };
  const sender = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await resend(next);
  };
  await Promise.all(Array.from({ length: 8 }, sender));
}

/** As many orders as were sent, each once, and as many units fewer. */
export async function expectOneOrderEach(
  base: string,
  token: string,
  product: string,
  stock: number,
  sent: Sent[],
): Promise<void> {
  expect(new Set(sent.map((order) => order.orderNumber)).size).toBe(sent.length);
  const orders = await call(base, 'GET', '/orders/admin/all?limit=1', { token });
  expect(orders.body.data.pagination.total).toBe(sent.length);
  const { product: left } = (await call(base, 'GET', `/products/${product}`)).body.data;
  expect(left.stockCount + sent.length).toBe(stock);
}
