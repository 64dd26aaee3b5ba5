import { addProduct, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { withShopPaused } from './paused-shop.ts';
import { pgbenchRate, pgbenchScale, preparePgbench } from './pgbench.ts';
import { loadGenerator, type Pressed, press } from './press.ts';
import { median, rounds, withRange } from './rounds.ts';

const seconds = 4;
const productsInAll = 64;
const kinds = [
  { name: 'distinct products', connections: 16, clients: 16 },
  { name: 'distinct products', connections: 64, clients: 64 },
  // Two hundred clients of pgbench are slower than sixteen; the ratio is to the faster.
  { name: 'one hot product', connections: 200, clients: 16 },
];
const protocols = ['prepared', 'simple'] as const;

type Baseline = { url: string; shopPid: number; processes: number };

/**
 * Measures orders per second, each with its own key: of many products, and all of one. On PostgreSQL each round is
 * followed by pgbench on the same server while the shop is paused.
 */
export async function measureOrders(base: string, baseline?: Baseline): Promise<void> {
  const token = await signIn(base, admin);
  const add = () => addProduct(base, token, 1_000_000);
  const many = await Promise.all(Array.from({ length: productsInAll }, add));
  const hot = await add();
  if (baseline) await preparePgbench(baseline.url);
  const processes = baseline?.processes ?? 1;
  console.log(
    `\nBy ${loadGenerator()}; pgbench TPC-B-like, scale ${pgbenchScale}: prepared with --protocol=prepared, as our client does it, and simple, as pgbench comes.\n`,
  );
  const columns = [
    `orders placed, ${processes === 1 ? 'one process' : `${processes} processes`}`,
    'buyers at once',
    'per second',
    'p95 ms',
    'pgbench clients',
    ...protocols.flatMap((protocol) => [protocol, 'ratio']),
  ];
  console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`);
  for (const { name, connections, clients } of kinds) {
    const products = name === 'distinct products' ? many : [hot];
    const place = () => press(base, { connections, seconds, requests: products.map(orderFor), keyed: true });
    // The first thousands of requests go into compilation.
    await place();
    const placed: Pressed[] = [];
    const limits: Record<(typeof protocols)[number], number[]> = { prepared: [], simple: [] };
    for (let round = 0; round < rounds; round++) {
      placed.push(await place());
      if (!baseline) continue;
      await withShopPaused(baseline.shopPid, async () => {
        for (const protocol of protocols) {
          limits[protocol].push(await pgbenchRate(baseline.url, { clients, seconds, protocol }));
        }
      });
    }
    const rates = placed.map((load) => load.perSecond);
    const p95 = median(placed.map((load) => load.p95));
    const compared = protocols.flatMap((protocol) => {
      if (!baseline) return ['', ''];
      const ratio = median(rates) / median(limits[protocol]);
      return [withRange(limits[protocol]), ratio.toFixed(2)];
    });
    const cells = [name, connections, withRange(rates), p95.toFixed(0), baseline ? clients : '', ...compared];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

export function orderFor(product: string) {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST' as const, path: '/api/orders', headers, body: JSON.stringify(orderOf(product)) };
}
