import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateServer } from '../../server/test/postgres-server.ts';
import { runShop } from '../running-shop.ts';
import { printCapacity } from './capacity.ts';
import { databaseOn, largeDatabase, openBenchServer, openBenchShop, sizeOf } from './large-shop.ts';
import { measureAdmin } from './measure-admin.ts';
import { measureAnswers } from './measure-answers.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureOrders } from './measure-orders.ts';
import { measureReads } from './measure-reads.ts';
import { measureSelects } from './measure-selects.ts';

// `npm run bench`: what the shop does per second, each figure beside a baseline measured in the same run.
// Machines are noisy: medians of interleaved rounds, and ratios rather than absolutes.
//
// `npm run bench -- growth 10000 1000000`  the storefront's reads in shops of these sizes, and the memory of each
// `npm run bench -- reads 10000`           lists beside their bare SQL, products beside pgbench
// `npm run bench -- orders`                orders beside pgbench
// `npm run bench -- admin 100000`          the back office; a number of products, or products users orders
//
// `npm run bench -- capacity 1000000`       what so many visitors an hour need, by a model
//
// These need PostgreSQL alone and fill it first. With BENCH_SERVER_URL they use that server and leave it filled.

const [suite = 'answers', ...given] = process.argv.slice(2);
const numbers = given.map(Number);

const suites: Record<string, (serverUrl: string) => Promise<void>> = {
  growth: (server) => measureGrowth(server, numbers.length > 0 ? numbers : [10_000, 100_000]),
  reads: (server) => measureReads(server, numbers[0] ?? 10_000),
  orders: async (server) => {
    const shop = await openBenchShop(await largeDatabase(server, sizeOf(numbers[0] ?? 10_000)));
    await measureOrders(shop.url, (await databaseOn(server, 'pgbench')).url);
    await shop.stop();
  },
  admin: (server) => {
    const [products = 100_000, users = 20_000, orders = 250_000] = numbers;
    return measureAdmin(server, { products, users, orders });
  },
};

const measure = suites[suite];
if (suite === 'answers') await measureDemoShop();
else if (suite === 'capacity') printCapacity(numbers);
else if (measure) await measureLarge(measure);
else throw new Error(`There is no suite ${suite}: answers, ${Object.keys(suites).join(', ')}.`);

async function measureLarge(measure: (serverUrl: string) => Promise<void>): Promise<void> {
  const server = await openBenchServer();
  try {
    await measure(server.url);
  } finally {
    await server.stop();
  }
}

async function measureDemoShop(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  const postgres = await startPrivateServer();
  try {
    for (const databaseUrl of [undefined, postgres.url]) {
      const name = databaseUrl ? 'PostgreSQL' : 'embedded';
      const shop = await runShop({ dataDir: join(folder, name), databaseUrl, demo: true });
      console.log(`\n## ${name} database\n`);
      await measureAnswers(shop.url);
      await measureOrders(shop.url);
      await shop.stop();
    }
    console.log('\n## The database alone\n');
    await measureSelects(postgres.url);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
