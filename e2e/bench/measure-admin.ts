import pg from 'pg';
import { type Latencies, measureLatencies } from './ask-many.ts';
import { type Dice, dice } from './draw.ts';
import { largeDatabase, openBenchShop } from './large-shop.ts';
import { rounds, withRange } from './rounds.ts';

const administrators = 4;
const perRound = 60;

type Sample = {
  name: string;
  email: string;
  number: string;
  tracking: string | null;
  product: string;
  brand: string;
  category: string;
};

/**
 * Measures every list, search and filter of the back office with several administrators at once, and the dashboard.
 */
export async function measureAdmin(
  serverUrl: string,
  size: { products: number; users: number; orders: number },
) {
  const databaseUrl = await largeDatabase(serverUrl, size);
  const shop = await openBenchShop(databaseUrl);
  const reads = readsOf(await draw(databaseUrl));
  console.log(
    `\n${size.products} products, ${size.users} users, ${size.orders} orders; ${administrators} administrators at once.\n`,
  );
  console.log('| read | p50 ms | p95 ms |\n|---|---|---|');
  for (const [name, read] of Object.entries(reads)) {
    const latencies: Latencies[] = [];
    for (let round = -1; round < rounds; round++) {
      const d = dice(round + 11);
      const addresses = Array.from({ length: round < 0 ? 8 : perRound }, () => `/api${read(d)}`);
      const figures = await measureLatencies(shop.url, addresses, {
        atOnce: administrators,
        token: shop.token,
      });
      if (round >= 0) latencies.push(figures);
    }
    const of = (key: keyof Latencies) => withRange(latencies.map((latency) => latency[key]));
    console.log(`| ${name} | ${of('p50')} | ${of('p95')} |`);
  }
  await shop.stop();
}

async function draw(databaseUrl: string): Promise<Sample[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Sample>(
    `select o.first_name || ' ' || o.last_name as name, o.email, o.order_number as number, o.tracking_number as tracking,
       i.name as product, i.brand, coalesce(i.category_name, '') as category
     from (select id from orders order by md5(id) limit 500) drawn
     join orders o using (id) join order_items i on i.order_id = o.id and i.position = 0 order by o.id`,
  );
  await client.end();
  return rows;
}

function readsOf(samples: Sample[]): Record<string, (d: Dice) => string> {
  const address = (path: string, query: Record<string, string | number>) =>
    `${path}?${new URLSearchParams(Object.entries({ limit: 25, ...query }).map(([key, value]) => [key, String(value)]))}`;
  const products = (query: Record<string, string | number>) => address('/products/admin/all', query);
  const orders = (query: Record<string, string | number>) => address('/orders/admin/all', query);
  const users = (query: Record<string, string | number>) => address('/users/users', query);
  const one = (d: Dice) => d.pick(samples);
  const page = (d: Dice) => 1 + Math.floor(d.next() ** 3 * 200);
  const status = (d: Dice) => d.pick(['pending', 'processing', 'shipped', 'delivered', 'cancelled']);
  return {
    'products, pages': (d) => products({ page: page(d) }),
    'products, sorted': (d) =>
      products({
        sort: d.pick([
          'oldest',
          'name',
          'name-desc',
          'price-low',
          'price-high',
          'stock-low',
          'stock-high',
          'updated',
          'sold',
        ]),
      }),
    'products, search': (d) => products({ search: one(d).product.split(' ').slice(0, 2).join(' ') }),
    'products, filters': (d) =>
      products({
        category: one(d).category,
        brand: one(d).brand,
        condition: d.pick(['good', 'fair']),
        sort: 'price-low',
      }),
    'products, stock': (d) => products({ stock: d.pick(['out', 'low', 'in-stock']) }),
    'products, figures': () => '/products/admin/stats',
    'orders, pages': (d) => orders({ page: page(d) }),
    'orders, sorted': (d) => orders({ sort: d.pick(['oldest', 'total-high', 'total-low']) }),
    'orders, status': (d) => orders({ status: status(d), page: 1 + Math.floor(d.next() * 5) }),
    'orders by name': (d) => orders({ search: one(d).name }),
    'orders by e-mail': (d) => orders({ search: one(d).email }),
    'orders by number': (d) => orders({ search: one(d).number }),
    'orders by part of a tracking number': (d) => orders({ search: one(d).tracking?.slice(2, 9) ?? '1Z' }),
    'users, pages': (d) => users({ page: page(d) }),
    'users, search': (d) => users({ search: d.next() < 0.5 ? one(d).name : one(d).email }),
    'users, filters': (d) => users({ status: d.pick(['active', 'inactive', 'banned']), role: 'customer' }),
    dashboard: () => '/dashboard/stats',
    'dashboard, periods': (d) => `/dashboard/stats?period=${d.pick([7, 30, 90, 365])}`,
    'sales, periods': (d) => `/dashboard/analytics?period=${d.pick([7, 30, 90, 365])}`,
  };
}
