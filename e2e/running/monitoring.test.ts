import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkRules, type Prometheus, startPrometheus } from '../../server/test/prometheus.ts';
import { addProduct, call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// The dashboard and the alerts of docs/monitoring, read by a Prometheus from a running shop.

const monitoring = (name: string) => fileURLToPath(new URL(`../../docs/monitoring/${name}`, import.meta.url));
const ruleFile = monitoring('alerts.yml');
const dataDir = mkdtempSync(join(tmpdir(), 'reprise-monitoring-'));
const token = 'a-token-of-the-metrics';

let shop: RunningShop;
let prometheus: Prometheus;

beforeAll(async () => {
  shop = await runShop({ dataDir, settings: { METRICS_TOKEN: token } });
  prometheus = await startPrometheus({ shopUrl: shop.url, token, ruleFile });
  const owner = await signIn(shop.url, admin);
  await addProduct(shop.url, owner, 1);
  // Two scrapes with requests in between, which rates are made of.
  const scrapes = 'count_over_time(shop_database_up[1m])';
  const isRead = async () => {
    await call(shop.url, 'GET', '/products');
    await fetch(shop.url);
    expect(Number((await prometheus.query(scrapes))[0]?.value[1])).toBeGreaterThan(2);
  };
  await vi.waitFor(isRead, { timeout: 60_000, interval: 200 });
});

afterAll(async () => {
  await prometheus?.stop();
  await shop?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Panel = { title: string; targets?: { expr: string }[] };
const { panels } = JSON.parse(readFileSync(monitoring('grafana-dashboard.json'), 'utf8')) as {
  panels: Panel[];
};
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }): [string, string] => [title, withoutVariables(expr)]),
);

function withoutVariables(expression: string): string {
  const text = expression.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
  if (text.includes('$')) throw new Error(`unknown variable in ${expression}`);
  return text;
}

/** Panels that are empty as long as nothing is wrong. */
const mayBeEmpty = new Set(['Failed requests', 'Rate-limited requests', 'Dropped mails']);

test.each(queries)('the panel “%s” shows figures', async (title, query) => {
  const result = await prometheus.query(query);
  if (mayBeEmpty.has(title)) return;
  expect(result).not.toEqual([]);
  expect(result.map(({ value }) => value[1])).not.toContain('NaN');
});

test('dashboard and alerts name metrics that the shop has', async () => {
  const headers = { authorization: `Bearer ${token}` };
  const text = await (await fetch(`${shop.url}/metrics`, { headers })).text();
  const types = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
  const known = new Set(types.flatMap((name) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]));
  const expressions = [...queries.map(([, query]) => query), readFileSync(ruleFile, 'utf8')].join('\n');
  const named = expressions.match(/\b(shop|http|nodejs|process|response|rate_limited|untrusted)_\w+/g) ?? [];
  expect(new Set(named).size).toBeGreaterThan(12);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('the alerts are valid, run without an error, and none fires in a sound shop', async () => {
  checkRules(ruleFile);
  const alerts = await prometheus.alerts();
  expect(alerts.length).toBeGreaterThan(8);
  expect(alerts.filter(({ lastError }) => lastError !== '')).toEqual([]);
  const firing = await prometheus.query('ALERTS{alertstate="firing"}');
  expect(firing.map(({ metric }) => metric.alertname)).toEqual([]);
});

test('an alert notices that the shop is gone', async () => {
  await shop.kill();
  const pending = async () =>
    (await prometheus.query('ALERTS')).map(({ metric }) => metric.alertname).filter(Boolean);
  await expect.poll(pending, { timeout: 30_000 }).toContain('ShopDown');
});
