import { megabytesOf } from '../process-usage.ts';
import { type Latencies, measureLatencies } from './ask-many.ts';
import { dice, drawProducts, readsOf } from './draw.ts';
import { type BenchShop, largeDatabase, openBenchShop, sizeOf } from './large-shop.ts';
import { writePlot } from './plot.ts';
import { median, rounds, withRange } from './rounds.ts';

const perRound = 120;
const atOnce = 4;

/**
 * Measures each read of the storefront in shops of several sizes, in alternation, to show the cost of a larger
 * catalog.
 */
export async function measureGrowth(serverUrl: string, sizes: number[], only = /./): Promise<void> {
  const shops: { size: number; shop: BenchShop; reads: ReturnType<typeof readsOf> }[] = [];
  for (const size of sizes) {
    const databaseUrl = await largeDatabase(serverUrl, sizeOf(size));
    const shop = await openBenchShop(databaseUrl);
    shops.push({ size, shop, reads: readsOf(await drawProducts(databaseUrl, 2000)) });
  }
  const names = Object.keys(shops[0]?.reads ?? {}).filter((name) => only.test(name));
  const heads = sizes.flatMap((size) => [`${size} p50 ms`, `p95 ms`]);
  console.log(
    `\n| read, ${atOnce} at once | ${heads.join(' | ')} | p95 grows by |\n|---|${'---|'.repeat(heads.length + 1)}`,
  );
  const lines = [];
  for (const name of names) {
    const latencies = new Map<number, Latencies[]>(sizes.map((size) => [size, []]));
    for (let round = -1; round < rounds; round++) {
      for (const { size, shop, reads } of shops) {
        const d = dice(round + 7);
        const paths = Array.from({ length: round < 0 ? 20 : perRound }, () => reads[name]?.(d) ?? '');
        const latency = await measureLatencies(shop.url, paths, { atOnce, token: shop.token });
        // The first round only warms up.
        if (round >= 0) latencies.get(size)?.push(latency);
      }
    }
    const of = (size: number, key: keyof Latencies) =>
      (latencies.get(size) ?? []).map((latency) => latency[key]);
    const cells = sizes.flatMap((size) => [withRange(of(size, 'p50'), 1), withRange(of(size, 'p95'), 1)]);
    const growth = median(of(sizes.at(-1) ?? 0, 'p95')) / median(of(sizes[0] ?? 0, 'p95'));
    console.log(`| ${name} | ${cells.join(' | ')} | ${growth.toFixed(2)} |`);
    lines.push({ name, points: sizes.map((size) => ({ x: size, y: median(of(size, 'p95')) })) });
  }
  const slowest = lines.toSorted((a, b) => (b.points.at(-1)?.y ?? 0) - (a.points.at(-1)?.y ?? 0)).slice(0, 8);
  const title = `The slowest reads, ${atOnce} at once, p95 in ms`;
  if (sizes.length > 1) writePlot('growth.svg', { title, x: 'products', y: 'ms', lines: slowest });
  for (const { size, shop } of shops)
    console.log(`\nMemory of the process with ${size} products: ${megabytesOf(shop.pid).toFixed(0)} MB`);
  for (const { shop } of shops) await shop.stop();
}
