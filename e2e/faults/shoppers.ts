import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { type Answer, call, orderOf } from '../plain-client.ts';

/** An order that was sent, with the number from its response. */
export type Sent = { key: string; body: unknown; orderNumber?: string };

type Shopping = {
  base: string;
  product: string;
  shoppers: number;
  /** Returns false to stop before the next order. */
  shouldContinue: () => boolean;
  /** Pause of a shopper between two orders; 0 by default. */
  restMs?: number;
  /** Receives every response; null for a failed call. */
  onResponse?: (answer: Answer | null, tookMs: number) => void;
};

/** Shoppers who place orders in sequence, each under its own key; resolves when all have stopped. */
export async function shop({
  base,
  product,
  shoppers,
  shouldContinue,
  restMs,
  onResponse,
}: Shopping): Promise<Sent[]> {
  const sent: Sent[] = [];
  const shopper = async () => {
    while (shouldContinue()) {
      const order: Sent = { key: crypto.randomUUID(), body: orderOf(product) };
      sent.push(order);
      const started = performance.now();
      const answer = await call(base, 'POST', '/orders', order).catch(() => null);
      if (answer?.status === 201) order.orderNumber = answer.body.data.order.orderNumber;
      onResponse?.(answer, performance.now() - started);
      if (restMs) await pause(restMs);
    }
  };
  await Promise.all(Array.from({ length: shoppers }, shopper));
  return sent;
}

/**
 * Sends every order again with its key, as a browser does that got no response; expects the same order each time.
 */
export async function sendAgain(base: string, sent: Sent[]): Promise<void> {
  const waiting = [...sent];
  const resend = async (order: Sent) => {
    let repeat = await call(base, 'POST', '/orders', order);
    // A busy shop answers 503 with Retry-After.
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

/** Expects each sent order once, and stock reduced by as many units. */
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
