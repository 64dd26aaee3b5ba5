import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPrivateServer } from '../../server/test/postgres-server.ts';
import { runShop } from '../running-shop.ts';
import { measureAnswers } from './measure-answers.ts';
import { measureOrders } from './measure-orders.ts';
import { measureSelects } from './measure-selects.ts';

// `npm run bench`: what the shop does per second, each figure beside a baseline measured in the same run.
// Machines are noisy: medians of interleaved rounds, and ratios rather than absolutes.

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
