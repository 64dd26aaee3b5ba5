import { setTimeout as pause } from 'node:timers/promises';
import { luhnDigit } from '@reprise/contract/workshop/codes/luhn-digit';
import { maxUnitsPerCall } from '@reprise/contract/workshop/units/unit';
import pg from 'pg';
import { call, orderOf } from '../../plain-client.ts';
import type { BenchShop } from '../large-shop.ts';
import { reportFigure } from './measure-devices.ts';

const received = 30;
const manifestRows = 10_000;
const listed = 1000;
const timesListed = 10;
const buyers = 4;

/** Measures receiving by scan, a manifest, and a buyer's wait while devices are put on sale. */
export async function measureIntake(shop: BenchShop): Promise<void> {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  const { rows } = await client.query<Sale>(
    `select p.id as product, p.model_key as model, m.name, m.brand, array_agg(u.id) as units,
       (select id from products where tracking = 'quantity' and stock_count > 20 and archived_at is null limit 1) as other
     from units u join products p on p.id = u.product_id join device_models m on m.model_key = p.model_key
     where u.state = 'ready' group by p.id, m.model_key order by count(*) desc limit 1`,
  );
  await client.end();
  const [sale] = rows;
  if (!sale) throw new Error('No device is ready.');
  await measureReceiving(shop, sale);
  await measureManifest(shop, sale);
  await measureListing(shop, sale);
}

type Sale = { product: string; model: string; name: string; brand: string; units: string[]; other: string };

const p95 = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? 0;
const ms = (value: number) => `${value.toFixed(1)} ms`;

/** Numbers of a run that no other run has used. */
const run = Math.floor(Math.random() * 1_000_000);
let made = 0;
const newImei = () => {
  const digits = `36${String(run).padStart(6, '0')}${String(++made).padStart(6, '0')}`;
  return digits + luhnDigit(digits);
};

async function send(shop: BenchShop, method: string, path: string, body?: unknown) {
  const answer = await call(shop.url, method, path, { token: shop.token, body });
  if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

/** One person scans and receives a device each second. */
async function measureReceiving(shop: BenchShop, { model }: Sale): Promise<void> {
  const scans: number[] = [];
  const receives: number[] = [];
  for (let device = 0; device < received; device++) {
    const startedAt = performance.now();
    const value = newImei();
    await send(shop, 'GET', `/units/scan?code=${value}`);
    const scannedAt = performance.now();
    scans.push(scannedAt - startedAt);
    const body = { model: { key: model }, identifiers: [{ kind: 'imei', value }], captured: 'scan' };
    await send(shop, 'POST', '/units', body);
    receives.push(performance.now() - scannedAt);
    await pause(Math.max(0, 1000 - (performance.now() - startedAt)));
  }
  reportFigure('U-5', 'intake, a device a second: scan p95', '80 ms', ms(p95(scans)));
  reportFigure('U-5', 'intake, a device a second: receive p95', '80 ms', ms(p95(receives)));
}

async function measureManifest(shop: BenchShop, { name }: Sale): Promise<void> {
  const { supplier } = await send(shop, 'POST', '/suppliers', { name: `Bench ${run}`, kind: 'company' });
  const { lot } = await send(shop, 'POST', '/lots', { supplier: supplier.id, spread: 'price' });
  const lines = Array.from({ length: manifestRows }, () => `"${name}",${newImei()},A,199.50`);
  const form = new FormData();
  form.append('file', new Blob([['Model,IMEI,Grade,Price', ...lines].join('\n')]), 'manifest.csv');
  const startedAt = performance.now();
  const { manifest } = await send(shop, 'POST', `/lots/${lot.id}/manifest`, form);
  const checkedAt = performance.now();
  if (manifest.goodRows !== manifestRows) throw new Error(`Only ${manifest.goodRows} rows are good.`);
  await send(shop, 'POST', `/lots/${lot.id}/manifest/apply`, {});
  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(1)} s`;
  reportFigure('U-5', `manifest of ${manifestRows} rows, checked`, '10 s', seconds(startedAt, checkedAt));
  reportFigure(
    'U-5',
    `manifest of ${manifestRows} rows, applied`,
    '60 s',
    seconds(checkedAt, performance.now()),
  );
}

/** Puts devices on sale in hundreds while buyers read pages and order, and takes them off sale, several times. */
async function measureListing(shop: BenchShop, { product, units, other }: Sale): Promise<void> {
  const ids = units.slice(0, listed);
  const quiet = await buyersOf(shop, { product, other }, () => pause(5000));
  const seconds: number[] = [];
  const busy: number[] = [];
  // Buyers make some forty requests during one time, too few for a percentile.
  for (let time = 0; time < timesListed; time++) {
    const took = await buyersOf(shop, { product, other }, async () => {
      const startedAt = performance.now();
      await inHundreds(ids, (part) => send(shop, 'POST', '/units/listings', { ids: part, product }));
      seconds.push((performance.now() - startedAt) / 1000);
    });
    busy.push(...took);
    await inHundreds(ids, (part) =>
      send(shop, 'POST', '/units/moves', { ids: part, to: 'ready', reason: 'After the bench run' }),
    );
  }
  const slowest = `${Math.max(...seconds).toFixed(1)} s`;
  reportFigure('U-6', `${ids.length} devices put on sale in hundreds, ${timesListed} times`, '10 s', slowest);
  const [before, meanwhile] = [p95(quiet), p95(busy)];
  reportFigure(
    'U-6',
    `p95 of ${buyers} buyers meanwhile, against before`,
    '2',
    `${(meanwhile / before).toFixed(2)} (${ms(meanwhile)}, ${ms(before)})`,
  );
}

async function inHundreds(ids: string[], write: (part: string[]) => Promise<{ outcomes: Outcome[] }>) {
  for (let start = 0; start < ids.length; start += maxUnitsPerCall) {
    const { outcomes } = await write(ids.slice(start, start + maxUnitsPerCall));
    const [problem] = outcomes.map((outcome) => outcome.problem).filter(Boolean);
    if (problem) throw new Error(problem);
  }
}

type Outcome = { problem: string };

/** Returns how long requests of buyers took, in ms, who read products and order while `work` runs. */
async function buyersOf(
  shop: BenchShop,
  { product, other }: Pick<Sale, 'product' | 'other'>,
  work: () => Promise<unknown>,
): Promise<number[]> {
  let isDone = false;
  const took: number[] = [];
  const requests = [
    () => call(shop.url, 'GET', `/products/${product}`),
    () => call(shop.url, 'GET', `/products/${product}/units`),
    () => call(shop.url, 'GET', '/products?limit=24'),
    () => call(shop.url, 'POST', '/orders', { body: orderOf(other), key: crypto.randomUUID() }),
  ];
  const buyer = async (first: number) => {
    for (let turn = first; !isDone; turn++) {
      const startedAt = performance.now();
      const answer = await requests[turn % requests.length]?.();
      took.push(performance.now() - startedAt);
      if (answer && answer.status >= 500) throw new Error(`A buyer got ${answer.status}: ${answer.text}`);
      await pause(50);
    }
  };
  const buying = Promise.all(Array.from({ length: buyers }, (_, index) => buyer(index)));
  await work();
  isDone = true;
  await buying;
  return took;
}
