import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebAppIfStale } from '../server/src/boot/build-web-app.ts';
import { runShop } from './running-shop.ts';

// `npm run test:smoke`: a first start on an empty folder, with nothing but Node. CI runs it on macOS, where the other
// tests find neither PostgreSQL nor their browser.

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-smoke-'));
buildWebAppIfStale();
const shop = await runShop({ dataDir, demo: true, freshDatabase: true });
try {
  const page = await fetch(shop.url);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<h1/);
  const response = await fetch(`${shop.url}/api/products?limit=1`);
  assert.equal(response.status, 200);
  const { data } = (await response.json()) as { data: { products: object[] } };
  assert.equal(data.products.length, 1);
} finally {
  assert.equal(await shop.stop(), 0);
  rmSync(dataDir, { recursive: true });
}
console.log('The shop started, answered and stopped.');
