import autocannon from 'autocannon';
import { addProduct, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { median, rounds } from './median.ts';
import { pgbenchRate, preparePgbench } from './pgbench.ts';

const seconds = 4;
const productsInAll = 64;
const buyers = { 'distinct products': 16, 'one hot product, 200 buyers at once': 200 };

/**
 * Orders placed per second, each with a key of its own: of many products, and all of one. On PostgreSQL each round is
 * followed by PostgreSQL's own benchmark, as many clients on the same server.
 */
export async function measureOrders(base: string, baselineUrl?: string): Promise<void> {
  const token = await signIn(base, admin);
  const many = await Promise.all(
    Array.from({ length: productsInAll }, () => addProduct(base, token, 1_000_000)),
  );
  const hot = await addProduct(base, token, 10_000);
  if (baselineUrl) await preparePgbench(baselineUrl);
  console.log(
    `\n| orders placed | per second | p95 ms | pgbench TPC-B-like | ratio |\n|---|---|---|---|---|`,
  );
  for (const [name, connections] of Object.entries(buyers)) {
    let turn = 0;
    const next = name === 'distinct products' ? () => many[turn++ % productsInAll] ?? '' : () => hot;
    const placed: autocannon.Result[] = [];
    const limits: number[] = [];
    for (let round = 0; round < rounds; round++) {
      placed.push(await place(base, connections, next));
      if (baselineUrl) limits.push(await pgbenchRate(baselineUrl, { clients: 16, seconds }));
    }
    const failed = placed.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
    if (failed > 0) throw new Error(`${failed} orders failed`);
    const rate = median(placed.map((result) => result.requests.average));
    const p95 = median(placed.map((result) => result.latency.p97_5));
    const limit = baselineUrl ? median(limits) : undefined;
    const cells = [
      name,
      rate.toFixed(0),
      p95.toFixed(0),
      limit?.toFixed(0) ?? '',
      limit ? (rate / limit).toFixed(2) : '',
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

function place(base: string, connections: number, product: () => string): Promise<autocannon.Result> {
  return autocannon({
    url: base,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/orders',
        setupRequest: (request) => ({
          ...request,
          headers: {
            ...request.headers,
            'content-type': 'application/json',
            'idempotency-key': crypto.randomUUID(),
          },
          body: JSON.stringify(orderOf(product())),
        }),
      },
    ],
  });
}
