import { addProduct, orderOf } from '../plain-client.ts';
import { dice, drawProducts } from './draw.ts';
import { largeDatabase, openBenchShop, sizeOf } from './large-shop.ts';
import { writePlot } from './plot.ts';
import { press } from './press.ts';

const atOnce = [1, 2, 4, 8, 16, 32, 64, 128];
const seconds = 2;

/** Measures requests per second of one process at different concurrencies. */
export async function measureConcurrency(serverUrl: string, size: number): Promise<void> {
  const databaseUrl = await largeDatabase(serverUrl, sizeOf(size));
  const samples = await drawProducts(databaseUrl, 2000);
  const shop = await openBenchShop(databaseUrl);
  const d = dice(11);
  const headers = { authorization: `Bearer ${shop.token}` };
  const bought = await Promise.all(
    Array.from({ length: 64 }, () => addProduct(shop.url, shop.token, 1_000_000)),
  );
  const get = (path: string, anew: boolean) => ({ method: 'GET' as const, path, ...(anew && { headers }) });
  const orderFor = (product: string) => ({
    method: 'POST' as const,
    path: '/api/orders',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(orderOf(product)),
  });
  const loads = {
    'products made anew': samples.map(({ slug }) => get(`/api/products/${slug}`, true)),
    'lists made anew': samples.map(({ category }) =>
      get(`/api/products?${new URLSearchParams({ category, sort: d.pick(['price-low', 'rating']) })}`, true),
    ),
    'orders placed': bought.map(orderFor),
  };
  console.log(`\n| per second, at once | ${atOnce.join(' | ')} |\n|---|${'---|'.repeat(atOnce.length)}`);
  const lines = [];
  for (const [name, requests] of Object.entries(loads)) {
    const keyed = name === 'orders placed';
    await press(shop.url, { connections: 8, seconds, requests, keyed });
    const points = [];
    for (const connections of atOnce) {
      const { perSecond } = await press(shop.url, { connections, seconds, requests, keyed });
      points.push({ x: connections, y: perSecond });
    }
    lines.push({ name, points });
    console.log(`| ${name} | ${points.map((point) => point.y.toFixed(0)).join(' | ')} |`);
  }
  await shop.stop();
  const title = `One process, ${size.toLocaleString('en-US')} products, PostgreSQL on the same two cores`;
  writePlot('throughput.svg', { title, x: 'at once', y: 'per second', lines });
}
