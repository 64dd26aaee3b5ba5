import { productQuery } from '@reprise/contract/catalog/products/product';
import pg from 'pg';
import { listProducts } from '../../server/src/catalog/products/listing/product-list.queries.ts';
import { findProductPage } from '../../server/src/catalog/products/product.queries.ts';
import { captureStatements, type Statement } from './capture-statements.ts';
import { dice, drawProducts, type Sample } from './draw.ts';
import { largeDatabase, openBenchShop, sizeOf } from './large-shop.ts';
import { pgbenchRate } from './pgbench.ts';
import { press } from './press.ts';
import { median, rounds, withRange } from './rounds.ts';

const atOnce = 8;
const seconds = 2;
const perRound = 2400;

/** Measures filtered lists beside their bare SQL, and products beside pgbench. */
export async function measureReads(serverUrl: string, size: number): Promise<void> {
  const databaseUrl = await largeDatabase(serverUrl, sizeOf(size));
  const samples = await drawProducts(databaseUrl, perRound * (rounds + 1));
  console.log(`\n${size} products, ${atOnce} at once, each requested once, so nothing is cached.\n`);
  console.log('| read | per second | baseline | per second | ratio |\n|---|---|---|---|---|');
  await measureLists(databaseUrl, samples);
  for (const processes of [1, 2]) await measureProduct(databaseUrl, samples, processes);
}

/** Measures lists of a brand in a category with a condition and a price range. */
async function measureLists(databaseUrl: string, samples: Sample[]): Promise<void> {
  const shop = await openBenchShop(databaseUrl);
  const d = dice(3);
  const queries = samples.map(({ category, brand, price }) =>
    Object.entries({
      limit: '24',
      category,
      brand,
      condition: d.pick(['good', 'fair', 'excellent']),
      minPrice: (price * d.next()).toFixed(2),
      maxPrice: (price * (1 + d.next())).toFixed(2),
    }),
  );
  const statements = await statementsOf(databaseUrl, queries.slice(0, perRound));
  const paths = queries.map((query) => `/api/products?${new URLSearchParams(query)}`);
  const figures = await inTurn(shop.url, paths, () => replay(databaseUrl, statements));
  report('API list with filters', 'its SQL by the same library', figures);
  await shop.stop();
}

type Figures = { rates: number[]; limits: number[] };

/** Alternates rounds of the shop and its baseline, both per second; one extra round warms the shop up. */
async function inTurn(url: string, paths: string[], baseline: () => Promise<number>): Promise<Figures> {
  const figures: Figures = { rates: [], limits: [] };
  await measureUncached(url, paths, 0);
  for (let round = 1; round <= rounds; round++) {
    figures.rates.push(await measureUncached(url, paths, round));
    figures.limits.push(await baseline());
  }
  return figures;
}

/**
 * Returns requests per second for paths that no other round uses: a repeated path would be served from the cache.
 */
async function measureUncached(url: string, paths: string[], round: number): Promise<number> {
  const own = paths.slice(round * perRound, (round + 1) * perRound);
  const requests = own.map((path) => ({ method: 'GET' as const, path }));
  const { perSecond } = await press(url, { connections: atOnce, seconds, requests });
  if (perSecond * seconds > own.length) throw new Error(`${own.length} are too few for ${seconds} s.`);
  return perSecond;
}

/**
 * Measures product reads beside pgbench with the same statement, including its ladder and similar products.
 */
async function measureProduct(databaseUrl: string, samples: Sample[], processes: number): Promise<void> {
  const shop = await openBenchShop(databaseUrl, processes);
  await numberProducts(databaseUrl);
  const statement = await productStatement(databaseUrl, samples[0]?.slug ?? '');
  const paths = samples.map(({ slug }) => `/api/products/${slug}`);
  const select = () => pgbenchRate(databaseUrl, { clients: atOnce, seconds }, statement);
  const figures = await inTurn(shop.url, paths, select);
  const name = processes === 1 ? 'API product' : `API product, ${processes} processes`;
  report(name, 'pgbench with the same statement', figures);
  await shop.stop();
}

/**
 * Returns the statement of a product page as a pgbench script: it draws a number and looks up that product.
 */
async function productStatement(databaseUrl: string, slug: string): Promise<string> {
  let text = '';
  await captureStatements(databaseUrl, async (db, statements) => {
    await findProductPage(db, slug);
    text = statements.at(-1)?.text ?? '';
  });
  const drawn = '(select slug from bench_keys where number = :number)';
  return `\\set number random(1, 2000)\n${text.replaceAll(/\$\d+/g, drawn).replaceAll(/\s+/g, ' ')};\n`;
}

function report(name: string, baseline: string, { rates, limits }: Figures): void {
  const ratio = median(rates) / median(limits);
  const cells = [name, withRange(rates), baseline, withRange(limits), ratio.toFixed(2)];
  console.log(`| ${cells.join(' | ')} |`);
}

/** Returns the statements that each list sends to the database. */
async function statementsOf(databaseUrl: string, queries: [string, string][][]): Promise<Statement[][]> {
  const all: Statement[][] = [];
  await captureStatements(databaseUrl, async (db, statements) => {
    for (const each of queries) {
      await listProducts(db, productQuery.parse(Object.fromEntries(each)));
      all.push(statements.splice(0));
    }
  });
  return all;
}

/** Runs the SQL of the lists on several connections; returns lists per second. */
async function replay(databaseUrl: string, lists: Statement[][]): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: atOnce });
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = next++; index < lists.length; index = next++) {
        for (const { text, values } of lists[index] ?? []) await pool.query(text, values);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await pool.end();
  return lists.length / seconds;
}

/** Numbers the products, because pgbench draws integers. */
async function numberProducts(databaseUrl: string): Promise<void> {
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
