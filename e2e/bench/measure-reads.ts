import type { ProductQuery } from '@reprise/contract/catalog';
import pg from 'pg';
import { listProducts } from '../../server/src/catalog/product-list.queries.ts';
import { openDatabase } from '../../server/src/platform/database.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { askMany } from './ask-many.ts';
import { dice, drawProducts } from './draw.ts';
import { largeDatabase, openBenchShop, sizeOf } from './large-shop.ts';
import { median, rounds } from './median.ts';
import { pgbenchRate } from './pgbench.ts';

const atOnce = 8;
const perRound = 400;

/** Lists with filters beside the bare SQL they need, and products beside PostgreSQL's own benchmark. */
export async function measureReads(serverUrl: string, size: number): Promise<void> {
  const databaseUrl = await largeDatabase(serverUrl, sizeOf(size));
  const samples = await drawProducts(databaseUrl, 2000);
  const shop = await openBenchShop(databaseUrl);
  console.log(`\n${size} products, ${atOnce} at once, nothing kept between requests.\n`);
  console.log('| read | per second | baseline | per second | ratio |\n|---|---|---|---|---|');

  const d = dice(3);
  const queries = Array.from({ length: perRound }, (): ProductQuery => {
    const { category, brand } = d.pick(samples);
    return {
      category: [category],
      brand: [brand],
      condition: [d.pick(['good', 'fair', 'excellent'])],
      limit: 24,
    };
  });
  const statements = await statementsOf(databaseUrl, queries);
  const lists = queries.map(({ category, brand, condition }) => {
    const query = new URLSearchParams({
      limit: '24',
      category: `${category}`,
      brand: `${brand}`,
      condition: `${condition}`,
    });
    return `/api/products?${query}`;
  });
  const [list, bare]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    list?.push((await askMany(shop.url, lists, { atOnce, token: shop.token })).perSecond);
    bare?.push(await replay(databaseUrl, statements));
  }
  report('API list with filters', median(list ?? []), 'its SQL by the same library', median(bare ?? []));

  await keepKeys(databaseUrl);
  const products = Array.from({ length: perRound }, () => `/api/products/${d.pick(samples).slug}`);
  const [detail, select]: number[][] = [[], []];
  for (let round = 0; round < rounds; round++) {
    detail?.push((await askMany(shop.url, products, { atOnce, token: shop.token })).perSecond);
    select?.push(await pgbenchRate(databaseUrl, { clients: atOnce, seconds: 3 }, productByKey));
  }
  report('API product', median(detail ?? []), 'pgbench, one product with its category', median(select ?? []));
  await shop.stop();
}

function report(name: string, rate: number, baseline: string, limit: number): void {
  console.log(
    `| ${name} | ${rate.toFixed(0)} | ${baseline} | ${limit.toFixed(0)} | ${(rate / limit).toFixed(2)} |`,
  );
}

type Statement = { text: string; values: unknown[] };

/** What a list sends to the database. */
async function statementsOf(databaseUrl: string, queries: ProductQuery[]): Promise<Statement[][]> {
  const database = await openDatabase({ databaseUrl, dataDir: '', log: createLog('error') });
  if (database.kind !== 'postgres') throw new Error('For PostgreSQL.');
  const { pool } = database;
  const all: Statement[][] = [];
  const query = pool.query;
  pool.query = ((config: { text: string }, values: unknown[]) => {
    all.at(-1)?.push({ text: config.text, values });
    return (query as (...sent: unknown[]) => unknown).call(pool, config, values);
  }) as never;
  for (const each of queries) {
    all.push([]);
    await listProducts(database.db, each);
  }
  await database.close();
  return all;
}

/** The lists' SQL per second, one list after the other on each of so many connections. */
async function replay(databaseUrl: string, lists: Statement[][]): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: atOnce });
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let at = next++; at < lists.length; at = next++) {
        for (const { text, values } of lists[at] ?? []) await pool.query(text, values);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.end();
  return lists.length / seconds;
}

/** pgbench draws whole numbers: this gives each product one. */
async function keepKeys(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('drop table if exists bench_keys');
  await client.query(
    'create table bench_keys as select row_number() over ()::int as number, slug from (select slug from products order by md5(id) limit 2000) drawn',
  );
  await client.query('alter table bench_keys add primary key (number)');
  await client.query('analyze bench_keys');
  await client.end();
}

const productByKey = `\\set number random(1, 2000)
select p.*, c.name as category, c.slug as category_slug from bench_keys k join products p on p.slug = k.slug
left join categories c on c.id = p.category_id where k.number = :number;
`;
