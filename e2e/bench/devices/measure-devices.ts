import { performance } from 'node:perf_hooks';
import { maxCountedUnits } from '@reprise/contract/workshop/units/unit';
import pg from 'pg';
import { readEnvironment } from '../../../server/src/platform/environment.ts';
import { listDeviceChoices } from '../../../server/src/workshop/units/choice/device-choice.queries.ts';
import { scanCode } from '../../../server/src/workshop/units/scan-code.ts';
import { findUnitDetail } from '../../../server/src/workshop/units/unit.queries.ts';
import { countUnits, listUnits } from '../../../server/src/workshop/units/unit-list.queries.ts';
import { measureLatencies } from '../ask-many.ts';
import { captureStatements, type Statement } from '../capture-statements.ts';
import { type Dice, dice } from '../draw.ts';
import { type BenchShop, openBenchShop } from '../large-shop.ts';
import { type Device, deviceDatabase, drawDeviceSamples } from './fill-devices.ts';
import { measureIntake } from './measure-intake.ts';

const askers = 4;
const environmentOf = ({ url }: BenchShop) => readEnvironment({ PUBLIC_URL: url });
const requests = 240;
/** With fewer devices reading the whole table is cheaper than an index, and the plans prove nothing. */
const minForPlans = 50_000;

/** Prints a row of the table: figure, subject, goal and measured value. */
export function reportFigure(figure: string, subject: string, wanted: string, measured: string): void {
  console.log(`| ${[figure, subject, wanted, measured].join(' | ')} |`);
}

/** Measures what staff and buyers read and write of devices in a shop with this many, with goals beside figures. */
export async function measureDevices(serverUrl: string, count: number): Promise<void> {
  const databaseUrl = await deviceDatabase(serverUrl, count);
  const samples = await drawDeviceSamples(databaseUrl, 250);
  const shop = await openBenchShop(databaseUrl);
  console.log(`\n${count} devices; ${askers} at once, p95 of ${requests} requests after ${askers * 2}.\n`);
  console.log('| figure | subject | wanted | measured |\n|---|---|---|---|');
  try {
    await measureScans(shop, samples);
    await measureLists(shop, samples, count);
    await measurePages(shop);
    await measureIntake(shop);
  } finally {
    await shop.stop();
  }
}

/** p95 in milliseconds of requests with random numbers. */
async function p95OverHttp({ url, token }: BenchShop, path: (d: Dice) => string): Promise<number> {
  for (const [seed, length] of [
    [1, askers * 2],
    [2, requests],
  ] as const) {
    const d = dice(seed);
    const paths = Array.from({ length }, () => `/api${path(d)}`);
    const { p95 } = await measureLatencies(url, paths, { atOnce: askers, token });
    if (length === requests) return p95;
  }
  return 0;
}

/** p95 in milliseconds of calls in this process: database and mapping, without HTTP. */
async function p95OfCalls(work: (d: Dice) => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  const d = dice(3);
  await Promise.all(
    Array.from({ length: askers }, async () => {
      for (let call = 0; call < requests / askers + 2; call++) {
        const startedAt = performance.now();
        await work(d);
        if (call >= 2) took.push(performance.now() - startedAt);
      }
    }),
  );
  return took.sort((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? 0;
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

async function measureScans(shop: BenchShop, samples: Device[]): Promise<void> {
  const codes: Record<string, (device: Device) => string> = {
    'unit number': ({ number }) => number,
    IMEI: ({ imei }) => imei,
    'serial number': ({ serial }) => `S/N: ${serial}`,
    passport: ({ passport }) => `${shop.url}/device/${passport}`,
    'last 8 characters': ({ serial }) => serial.slice(-8),
  };
  const environment = environmentOf(shop);
  await captureStatements(shop.databaseUrl, async (db, statements) => {
    for (const [name, codeOf] of Object.entries(codes)) {
      statements.length = 0;
      await scanCode({ db, environment }, codeOf(samples[0] as Device));
      const wanted = name.startsWith('last') ? '3' : '1';
      reportFigure('U-2', `scan, ${name}: statements`, wanted, String(statements.length));
      const server = await p95OfCalls((d) => scanCode({ db, environment }, codeOf(d.pick(samples))));
      reportFigure('U-2', `scan, ${name}: server p95`, '15 ms', ms(server));
      const http = await p95OverHttp(
        shop,
        (d) => `/units/scan?${new URLSearchParams({ code: codeOf(d.pick(samples)) })}`,
      );
      reportFigure('U-2', `scan, ${name}: HTTP p95`, '40 ms', ms(http));
    }
  });
}

type ListQuery = Record<string, string | number>;

function listsOf(samples: Device[]): Record<string, (d: Dice) => ListQuery> {
  const one = (d: Dice) => d.pick(samples);
  const here = samples.filter(({ place }) => place !== '');
  const lists: Record<string, (d: Dice) => ListQuery> = {
    'in hand': () => ({}),
    model: (d) => ({ model: one(d).model }),
    product: (d) => ({ product: d.pick(here).product ?? '', state: 'listed' }),
    place: (d) => ({ place: d.pick(here).place }),
    missing: () => ({ missing: 'true' }),
    lot: (d) => ({ lot: one(d).lot }),
    'lot, sold': (d) => ({ lot: one(d).lot, state: 'sold' }),
    'search by number': (d) => ({ search: one(d).number }),
    'search by IMEI': (d) => ({ search: one(d).imei }),
    'search by end': (d) => ({ search: one(d).serial.slice(-8) }),
    'search by words': (d) => ({ search: one(d).modelName.split(' ').slice(0, 3).join(' ') }),
    'search by words, sold': (d) => ({
      search: one(d).modelName.split(' ').slice(0, 3).join(' '),
      state: 'sold',
    }),
  };
  for (const state of ['bench', 'repair', 'quarantine', 'ready', 'listed', 'expected', 'sold', 'gone']) {
    lists[state] = () => ({ state });
  }
  return lists;
}

async function measureLists(shop: BenchShop, samples: Device[], count: number): Promise<void> {
  const lists = listsOf(samples);
  const client = new pg.Pool({ connectionString: shop.databaseUrl, max: askers });
  const environment = environmentOf(shop);
  await captureStatements(shop.databaseUrl, async (db, statements) => {
    for (const [name, queryOf] of Object.entries(lists)) {
      for (const sort of ['newest', 'longest'] as const) {
        const pages: string[] = [];
        for (const page of [1, 100]) {
          const query = (d: Dice) => ({ ...queryOf(d), sort, page, limit: 25 });
          statements.length = 0;
          await listUnits({ db, environment }, query(dice(4)) as never, 'usr_bench');
          if (count >= minForPlans) await assertIndexed(client, `${name}, ${sort}, page ${page}`, statements);
          const path = (d: Dice) =>
            `/units?${new URLSearchParams(Object.entries(query(d)).map(([key, value]) => [key, String(value)]))}`;
          pages.push(ms(await p95OverHttp(shop, path)));
        }
        reportFigure('U-3', `list: ${name}, ${sort}, page 1 / 100`, '60 ms', pages.join(' / '));
      }
    }
    statements.length = 0;
    await countUnits(db, 'usr_bench');
    const counts = statements.find(({ text }) => text.includes('union all'));
    if (!counts) throw new Error('No states are counted.');
    const took = await p95OfCalls(() => client.query(counts.text, counts.values));
    reportFigure('U-3', `counts of the tabs, each up to ${maxCountedUnits}`, '30 ms', ms(took));
  });
  await client.end();
}

/** Throws if a plan of the statements reads all units. */
async function assertIndexed(client: pg.Pool, name: string, statements: Statement[]): Promise<void> {
  for (const { text, values } of statements) {
    const { rows } = await client.query(`explain ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    if (/Seq Scan on units\b/.test(plan)) throw new Error(`${name} reads all units:\n${text}\n${plan}`);
  }
}

async function measurePages(shop: BenchShop): Promise<void> {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  const { rows: busy } = await client.query<{ id: string }>(
    `select unit_id as id from unit_events where id like 'uev_%x53' order by md5(id) limit 200`,
  );
  const { rows: products } = await client.query<{ id: string; devices: number }>(
    `select product_id as id, count(*)::int as devices from units where state = 'listed' group by 1 order by 2 desc limit 1`,
  );
  await client.end();
  const product = products[0] ?? { id: '', devices: 0 };
  await captureStatements(shop.databaseUrl, async (db, statements) => {
    await findUnitDetail(db, busy[0]?.id ?? '');
    reportFigure('U-4', 'device with 60 events: statements', '5', String(statements.length));
    statements.length = 0;
    await listDeviceChoices(db, product.id);
    reportFigure(
      'U-4',
      `devices of a product with ${product.devices}: statements`,
      '5',
      String(statements.length),
    );
    const made = await p95OfCalls(() => listDeviceChoices(db, product.id));
    reportFigure('U-4', 'the same, made, server p95', '25 ms', ms(made));
  });
  reportFigure(
    'U-4',
    'device with 60 events: HTTP p95',
    '40 ms',
    ms(await p95OverHttp(shop, (d) => `/units/${d.pick(busy).id}`)),
  );
  reportFigure(
    'U-4',
    'its bench records: HTTP p95',
    '40 ms',
    ms(await p95OverHttp(shop, (d) => `/units/${d.pick(busy).id}/bench`)),
  );
  reportFigure(
    'U-4',
    'devices of the product, not cached: HTTP p95',
    '40 ms',
    ms(await p95OverHttp(shop, () => `/products/${product.id}/units`)),
  );
}
