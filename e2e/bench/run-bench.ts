import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateServer } from '../../server/test/postgres-server.ts';
import { type RunningShop, runShop } from '../running-shop.ts';
import { printCapacity } from './capacity.ts';
import { compareCheckouts } from './compare-checkouts.ts';
import { measureDevices } from './devices/measure-devices.ts';
import { databaseOn, largeDatabase, openBenchServer, openBenchShop, sizeOf } from './large-shop.ts';
import { measureAdmin } from './measure-admin.ts';
import { measureAnswers } from './measure-answers.ts';
import { measureConcurrency } from './measure-concurrency.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureOrders } from './measure-orders.ts';
import { measureReads } from './measure-reads.ts';
import { measureRelevance } from './measure-relevance.ts';
import { measureRendered } from './measure-rendered.ts';
import { measureSelects } from './measure-selects.ts';
import { measureStart } from './measure-start.ts';
import { measureWebhooks } from './measure-webhooks.ts';

// `npm run bench` measures the shop beside a baseline of the same run: medians of interleaved rounds, and ratios
// rather than absolutes, because machines are noisy.
//
// `npm run bench -- answers`                the demo shop on both databases: pages and responses, cached and rendered
// `npm run bench -- pages`                  the same, and the list page beside a bare React Router page, and orders
// `npm run bench -- api 10000`              lists beside their bare SQL, products beside pgbench
// `npm run bench -- orders`                 orders beside pgbench, by one process and by two
// `npm run bench -- webhooks`               how fast events arrive, and orders with a webhook beside orders without
// `npm run bench -- search 10000`           searches, with and without typos, and suggestions
// `npm run bench -- relevance products.json.gz judgements.csv`  nDCG@10 of a search, and the gain of each rule of the ranking
// `npm run bench -- growth 20000 100000`    storefront reads and memory in shops of these sizes
// `npm run bench -- admin 100000`           the back office; a number of products, or products users orders
// `npm run bench -- units 1000000`          devices: scans, lists, pages, intake and putting on sale, with their goals
// `npm run bench -- concurrency`            one process under 1 to 128 concurrent clients; draws a chart
// `npm run bench -- browser`                Lighthouse beside a bare page
// `npm run bench -- start`                  time to the first page, and size of the installation
// `npm run bench -- capacity 1000000`       estimate for a number of visitors an hour
//
// `npm run bench -- against ../older`       orders and cached pages beside an older, installed checkout, in turn
// `npm run bench -- against ../older cached`  only the measures whose name contains the word
//
// Without a name: pages, api and orders, which need no large data. All but pages and browser need PostgreSQL alone and
// fill it first. With BENCH_SERVER_URL they use that server and leave its data.

const [suite, ...given] = process.argv.slice(2);
const numbers = given.map(Number);

const onPostgres = (measure: (serverUrl: string) => Promise<void>) => async () => {
  const server = await openBenchServer();
  try {
    await measure(server.url);
  } finally {
    await server.stop();
  }
};

const suites: Record<string, () => Promise<void>> = {
  answers: () => onDemoShops(({ url, pid }) => measureAnswers(url, pid)),
  pages: measureDemoShop,
  api: onPostgres((server) => measureReads(server, numbers[0] ?? 10_000)),
  orders: onPostgres(async (server) => {
    const databaseUrl = await largeDatabase(server, sizeOf(numbers[0] ?? 10_000));
    const { url } = await databaseOn(server, 'pgbench');
    for (const processes of [1, 2]) {
      const shop = await openBenchShop(databaseUrl, processes);
      await measureOrders(shop.url, { url, shopPid: shop.pid, processes });
      await shop.stop();
    }
  }),
  webhooks: onPostgres(async (server) => {
    const databaseUrl = await largeDatabase(server, sizeOf(numbers[0] ?? 10_000));
    const shop = await openBenchShop(databaseUrl, 1, { WEBHOOK_INTERNAL_HOSTS: '127.0.0.1' });
    await measureWebhooks(shop.url);
    await shop.stop();
  }),
  search: onPostgres((server) => measureGrowth(server, sizesOr([10_000]), /^search|suggestions/)),
  relevance: () => measureRelevance(given),
  growth: onPostgres((server) => measureGrowth(server, sizesOr([20_000, 100_000]))),
  admin: onPostgres((server) => {
    const [products = 100_000, users = 20_000, orders = 250_000] = numbers;
    return measureAdmin(server, { products, users, orders });
  }),
  units: onPostgres((server) => measureDevices(server, numbers[0] ?? 100_000)),
  concurrency: onPostgres((server) => measureConcurrency(server, numbers[0] ?? 10_000)),
  start: measureStart,
  browser: async () => {
    await import('../browser/lighthouse.ts');
  },
  capacity: async () => printCapacity(numbers),
  against: onPostgres(async (server) => {
    if (!given[0]) throw new Error('Name the folder of the older checkout.');
    await compareCheckouts(server, given[0], given[1]);
  }),
};

const sizesOr = (sizes: number[]) => (numbers.length > 0 ? numbers : sizes);

for (const name of suite === undefined ? ['pages', 'api', 'orders'] : [suite]) {
  const measure = suites[name];
  if (!measure) throw new Error(`There is no suite ${name}: ${Object.keys(suites).join(', ')}.`);
  await measure();
}

async function measureDemoShop(): Promise<void> {
  await onDemoShops(async ({ url, pid }) => {
    await measureAnswers(url, pid);
    await measureRendered(url, pid);
    await measureOrders(url);
  });
  const postgres = await startPrivateServer();
  console.log('\n## The database alone\n');
  await measureSelects(postgres.url).finally(postgres.stop);
}

async function onDemoShops(measure: (shop: RunningShop) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-bench-'));
  const postgres = await startPrivateServer();
  try {
    for (const databaseUrl of [undefined, postgres.url]) {
      const name = databaseUrl ? 'PostgreSQL' : 'embedded';
      const shop = await runShop({ dataDir: join(folder, name), databaseUrl, demo: true });
      console.log(`\n## ${name} database\n`);
      await measure(shop);
      await shop.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
