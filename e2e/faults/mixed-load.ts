import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, call, orderOf } from '../plain-client.ts';

/** Confirmed state of an order; it may never change back. */
export type Confirmed = { id: string; orderNumber: string; paid: boolean; cancelled: boolean };

type Options = {
  /** Base URLs of the processes; each call goes to one at random. */
  bases: string[];
  /** Products with plentiful stock. */
  products: string[];
  admin: { email: string; password: string };
};

const words = ['iphone', 'galaxy 128', 'pixl', 'laptop', 'headphones black', 'watch'];
const shoppers = 3;
const pauseMs = 200;
const importEveryMs = 120_000;
const importedRows = 60;

/** Returns a random element. */
export const anyOf = <T>(from: T[]): T => from[Math.floor(Math.random() * from.length)] as T;

/**
 * Customers who browse, search, order, pay, cancel and import until stopped. A call without an answer, or answered
 * with 503, is repeated with the same key, so that every order is confirmed in the end.
 */
export function startMixedLoad({ bases, products, admin }: Options) {
  const confirmed: Confirmed[] = [];
  /** Unexpected responses. */
  const unexpected: string[] = [];
  const counts = { pages: 0, searches: 0, lists: 0, imports: 0 };
  let stopped = false;

  const callUntilAnswered = async (
    method: string,
    path: string,
    options: () => Parameters<typeof call>[3] = () => ({}),
  ): Promise<Answer> => {
    for (;;) {
      const answer = await call(anyOf(bases), method, path, options()).catch(() => null);
      const isBusy = answer?.status === 503 || answer?.body?.code === 'IN_PROGRESS';
      if (answer && !isBusy) return answer;
      if (answer && !answer.headers.has('retry-after')) recordUnexpected(path, answer);
      await pause(pauseMs);
    }
  };

  const recordUnexpected = (path: string, { status, text }: { status: number; text: string }) =>
    unexpected.push(`${path}: ${status} ${text.slice(0, 200)}`);

  const shop = async () => {
    const [key, body] = [crypto.randomUUID(), orderOf(anyOf(products))];
    const placed = await callUntilAnswered('POST', '/orders', () => ({ body, key }));
    if (placed.status !== 201) return recordUnexpected('/orders', placed);
    const { order, accessToken: orderToken } = placed.body.data;
    const entry = { id: order.id, orderNumber: order.orderNumber, paid: false, cancelled: false };
    confirmed.push(entry);
    if (Math.random() < 0.7) entry.paid = await pay(order, orderToken);
  };

  /** Returns true when the shop confirms the payment; another actor can cancel the order first. */
  const pay = async (order: { id: string; total: number }, orderToken: string): Promise<boolean> => {
    const ask = async (path: string, body: object) => {
      const answer = await callUntilAnswered('POST', path, () => ({ body, orderToken }));
      if (answer.status < 400) return answer.body.data;
      if (!['ORDER_CANCELLED', 'PAYMENT_NOT_COMPLETED'].includes(answer.body?.code))
        recordUnexpected(path, answer);
      return null;
    };
    const started = await ask('/payments/create-payment-intent', { orderId: order.id, amount: order.total });
    if (!started) return false;
    const { clientSecret, paymentIntentId } = started;
    const card = 'pm_card_visa';
    if (!(await ask('/payments/test-processor/confirm', { clientSecret, card }))) return false;
    const paid = await ask('/payments/confirm-payment', { paymentIntentId, orderId: order.id });
    return paid?.order.paymentStatus === 'paid';
  };

  const browse = async () => {
    const pages = ['/', '/products', '/deals', `/product/${anyOf(products)}`];
    const search = `search=${encodeURIComponent(anyOf(words))}`;
    const isSearch = Math.random() < 0.5;
    const path = isSearch ? anyOf([`/products?${search}`, `/api/products?${search}&limit=24`]) : anyOf(pages);
    const answer = await fetch(anyOf(bases) + path, { signal: AbortSignal.timeout(60_000) }).catch(
      () => null,
    );
    const text = await answer?.text().catch(() => undefined);
    if (!answer || text === undefined) return;
    if (answer.status !== 200 && answer.status !== 503)
      recordUnexpected(path, { status: answer.status, text });
    if (answer.status === 200) counts[isSearch ? 'searches' : 'pages'] += 1;
  };

  let token: string | undefined;

  const manage = async (method: string, path: string, body?: () => unknown): Promise<Answer> => {
    token ??= (await callUntilAnswered('POST', '/auth/login', () => ({ body: admin }))).body.data.token;
    const answer = await callUntilAnswered(method, path, () => ({ token, body: body?.() }));
    if (answer.status >= 400) recordUnexpected(path, answer);
    return answer;
  };

  const administer = async () => {
    await manage('GET', anyOf(['/orders/admin/all?limit=20', '/dashboard/stats', '/products?limit=50']));
    counts.lists += 1;
    const order = anyOf(confirmed.slice(-50));
    if (!order) return;
    const cancelled = await manage('PUT', `/orders/${order.id}/status`, () => ({ status: 'cancelled' }));
    if (cancelled.status === 200) order.cancelled = true;
  };

  const importProducts = async () => {
    const file = fileOf(100 + counts.imports);
    const form = () => {
      const form = new FormData();
      form.append('file', new Blob([file]), 'stock.csv');
      return form;
    };
    const sent = await manage('POST', '/product-imports', form);
    if (sent.status !== 201) return;
    const path = `/product-imports/${sent.body.data.import.id}`;
    for (;;) {
      const now = (await manage('GET', path)).body?.data?.import;
      if (now?.state === 'failed') return recordUnexpected(path, { status: 200, text: JSON.stringify(now) });
      if (now?.state === 'done') break;
      // The response does not matter: the state is read below.
      if (now?.state === 'checked') {
        await call(anyOf(bases), 'POST', `${path}/apply`, { token, body: {} }).catch(() => null);
      }
      await pause(1000);
    }
    counts.imports += 1;
  };

  const repeat = async (work: () => Promise<unknown>, everyMs: number) => {
    while (!stopped) {
      const startedAt = performance.now();
      await work();
      while (!stopped && performance.now() - startedAt < everyMs) await pause(pauseMs);
    }
  };

  const actors = Promise.all([
    ...Array.from({ length: shoppers }, () => repeat(shop, pauseMs)),
    repeat(browse, pauseMs),
    repeat(browse, pauseMs),
    repeat(administer, 2000),
    repeat(importProducts, importEveryMs),
  ]);
  return {
    confirmed,
    unexpected,
    counts,
    /** Resolves when all actors have finished their current action. */
    stop: async () => {
      stopped = true;
      await actors;
    },
  };
}

/** Returns a file with the same products at another price. */
function fileOf(price: number): string {
  const rows = Array.from(
    { length: importedRows },
    (_, index) =>
      `SOAK${index},Phone ${index},Maker ${index % 9},Smartphones,${price + index},good,3,Checked and tested`,
  );
  return ['sku,name,brand,category,price,condition,stockCount,description', ...rows].join('\n');
}
