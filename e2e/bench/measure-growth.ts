import pg from 'pg';
import { cpuMsOf, cpuMsWithChildren, megabytesOf, parentOf } from '../process-usage.ts';
import { type Latencies, measureLatencies } from './ask-many.ts';
import { dice, drawProducts, readsOf } from './draw.ts';
import { type BenchShop, largeDatabase, openBenchShop, sizeOf } from './large-shop.ts';
import { median, rounds, withRange } from './rounds.ts';

const perRound = 120;
const atOnce = 4;

/**
 * Measures each read of the storefront in shops of several sizes, in alternation, to show the cost of a larger
 * catalog. Processor time, of shop and database, depends less on other work of the machine than p95 does.
 */
export async function measureGrowth(serverUrl: string, sizes: number[], only = /./): Promise<void> {
  const shops: { size: number; shop: BenchShop; reads: ReturnType<typeof readsOf> }[] = [];
  for (const size of sizes) {
    const databaseUrl = await largeDatabase(serverUrl, sizeOf(size));
    const shop = await openBenchShop(databaseUrl);
    shops.push({ size, shop, reads: readsOf(await drawProducts(databaseUrl, 2000)) });
  }
  const names = Object.keys(shops[0]?.reads ?? {}).filter((name) => only.test(name));
  const databasePid = await pidOfServer(serverUrl);
  const cpuMs = (shop: BenchShop) => cpuMsOf(shop.pid) + cpuMsWithChildren(databasePid);
  const heads = sizes.flatMap((size) => [`${size} p50 ms`, 'p95 ms', 'processor ms']);
  console.log(
    `\n| read, ${atOnce} at once | ${heads.join(' | ')} | p95 grows by |\n|---|${'---|'.repeat(heads.length + 1)}`,
  );
  for (const name of names) {
    const latencies = new Map<number, (Latencies & { cpu: number })[]>(sizes.map((size) => [size, []]));
    for (let round = -1; round < rounds; round++) {
      for (const { size, shop, reads } of shops) {
        const d = dice(round + 7);
        const paths = Array.from({ length: round < 0 ? 20 : perRound }, () => reads[name]?.(d) ?? '');
        const before = cpuMs(shop);
        const latency = await measureLatencies(shop.url, paths, { atOnce, token: shop.token });
        // The first round only warms up.
        if (round >= 0) latencies.get(size)?.push({ ...latency, cpu: (cpuMs(shop) - before) / paths.length });
      }
    }
    const of = (size: number, key: keyof Latencies | 'cpu') =>
      (latencies.get(size) ?? []).map((latency) => latency[key]);
    const cells = sizes.flatMap((size) =>
      (['p50', 'p95', 'cpu'] as const).map((key) => withRange(of(size, key), 1)),
    );
    const growth = median(of(sizes.at(-1) ?? 0, 'p95')) / median(of(sizes[0] ?? 0, 'p95'));
    console.log(`| ${name} | ${cells.join(' | ')} | ${growth.toFixed(2)} |`);
  }
  for (const { size, shop } of shops)
    console.log(`\nMemory of the process with ${size} products: ${megabytesOf(shop.pid).toFixed(0)} MB`);
  for (const { shop } of shops) await shop.stop();
}

/** Returns the process id of a server on this machine. */
async function pidOfServer(serverUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return pid;
}
