import pg from 'pg';
import { indexOutdatedProducts } from '../../server/src/catalog/products/search/index-products.ts';
import { updateTermCounts } from '../../server/src/catalog/products/search/term-counts.ts';
import { openDatabase } from '../../server/src/platform/database/open-database.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { productLines } from './product-lines.ts';

export type Size = { products: number; users: number; orders: number };

/**
 * Fills a migrated, empty PostgreSQL with the same large shop every time: set-based statements with seeded random
 * numbers, indexes built at the end. Sales, ages and orders per customer are skewed as in a real shop, and the
 * integrity checks pass.
 */
export async function fillShop(url: string, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = async (text: string, values?: unknown[]) => {
    await client.query(text, values);
    // Without statistics the planner would join a new table as if it were empty.
    const table = /^\s*(?:create temporary table|insert into) (\w+)/.exec(text)?.[1];
    if (table) await client.query(`analyze ${table}`);
  };
  await run(`set session_replication_role = replica`);
  await run(`set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set synchronous_commit = off`);
  await run(`set timezone = 'UTC'`);
  const indexes = await dropIndexes(client, tables);
  await run(`select setseed(0.42)`);
  await run(
    `create temporary table lines as select * from json_to_recordset($1::json) as line (
    number integer, category text, brand text, words text, price integer)`,
    [JSON.stringify(productLines.map((line, number) => ({ ...line, number })))],
  );
  await run(fillCategories);
  await run(fillModels, [Math.max(60, Math.round(size.products / 40)), productLines.length]);
  await run(fillProducts, [size.products]);
  for (const statement of fillFamilies) await run(statement);
  await run(fillUsers, [size.users]);
  await run(fillOrders, [size.orders, size.users]);
  await run(shufflePlaces);
  await run(fillItems, [size.products]);
  for (const statement of fillRest) await run(statement);
  for (const statement of cachedStats) await run(statement);
  await fillSearch(url);
  for (const definition of indexes) await run(definition);
  await run('vacuum analyze');
  await client.end();
}

async function fillSearch(url: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: url, dataDir: '', log: createLog('error') });
  await indexOutdatedProducts(database.db);
  await updateTermCounts(database.db);
  await database.close();
}

const tables = [
  'products',
  'search_documents',
  'users',
  'orders',
  'order_items',
  'order_events',
  'stock_movements',
  'payments',
  'reviews',
];

/** Drops indexes of the tables that belong to no constraint; returns the statements that create them. */
export async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::text[]::regclass[]) and not indisprimary
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const now = `timestamptz '2026-11-01 12:00Z'`;
/** Sorts by creation time like the shop's own ids. */
const idAt = (prefix: string, time: string, number: string) =>
  `'${prefix}_' || lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || left(md5(${number}::text), 14)`;

const fillCategories = `
  insert into categories (id, name, slug, description, image)
  select 'cat_' || left(md5(category), 20), category, trim(both '-' from regexp_replace(lower(category), '[^a-z0-9]+', '-', 'g')),
    'Inspected and graded ' || lower(category), '/img/placeholder.svg'
  from (select distinct category from lines) names`;

/** A model is a product line with a number; the first lines have the most models. */
const fillModels = `
  create temporary table models as
  select model, line.category, line.brand, 'cat_' || left(md5(line.category), 20) as category_id,
    line.words || ' ' || (1 + floor(random() * 15))::int
      || (array['', '', ' Pro', ' Plus', ' Max', ' Ultra', ' Mini', ' SE', ' Air', 'X', ' Lite', ' Gen ' || (1 + floor(random() * 9))::int])[1 + floor(random() * 12)]
      || case when model > 400 then ' ' || chr(65 + (model % 26)) || (100 + (model / 26) % 900) else '' end as name,
    greatest(1900, (line.price * 100 * (0.5 + random())))::int as price
  from (select model, floor($2::int * power(random(), 1.6))::int as number from generate_series(1, $1::int) model) drawn
  join lines line using (number)`;

const sentences = `array[
  'Tested on every function by our technicians and cleaned inside and out.',
  'The battery holds at least 85 percent of its first capacity.',
  'Comes with charger and cable, in a plain box.', 'The display is free of scratches; the frame shows light wear.',
  'Unlocked for all networks.', 'Factory reset, with the latest system it can run.',
  'Fine for school, office and travel.', 'Quiet, quick and light enough for every day.',
  'Wireless, with noise cancelling and up to thirty hours of playback.', 'All ports and buttons work as they should.',
  'A favourite of photographers and makers.', 'Keys, hinges and speakers were checked one by one.',
  'Returned unused within the first two weeks.', 'Good value for a second screen or a first computer.',
  'Replacement parts are originals wherever there are some.', 'Memory and storage were tested for eight hours.']`;

const modelKey = `'model-' || model || '-' || lower(storage)`;

/** A model is a family; its storages are the configurations. */
const familySlug = `'model-' || model`;
const familyId = `'fam_' || left(md5(${familySlug}), 26)`;

const fillFamilies = [
  `insert into product_families (id, slug, name, brand, category_id)
   select ${familyId}, ${familySlug}, name, brand, category_id from models
   where ${familyId} in (select family_id from products)`,
  `insert into device_models (model_key, family_id, position, options, name, brand, category_id, kind, identifiers)
   select model_key, min(family_id), row_number() over (partition by min(family_id) order by min(price_cents)),
     json_build_object('storage', min(specifications ->> 'Storage')),
     min(name), min(brand), min(category_id), 'phone', array['imei', 'serial']
   from products group by model_key`,
];

const fillProducts = `
  insert into products (id, slug, sku, name, description, brand, category_id, price_cents, original_price_cents,
    condition, origin, stock_count, images, specifications, features, warranty, featured, model_key, family_id, created_at, updated_at)
  select ${idAt('prd', 'made', 'number')},
    trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')) || '-' || condition || '-' || number,
    upper(left(brand, 3)) || '-' || number, name,
    name || ' by ' || brand || '. ' || s[1 + (a * 16)::int % 16] || ' ' || s[1 + (b * 16)::int % 16] || ' '
      || s[1 + (c * 16)::int % 16] || ' ' || s[1 + ((a + b) * 16)::int % 16],
    brand, category_id, price,
    case when d < 0.7 then price + (price * (0.05 + d * 0.6))::int end,
    condition, (array['pre-owned', 'pre-owned', 'certified-refurbished', 'open-box'])[1 + floor(c * 4)::int],
    case when e < 0.12 then 0 when e < 0.3 then 1 + floor(a * 4)::int else 5 + floor(b * 55)::int end,
    jsonb_build_array('/media/' || md5(model::text) || '.webp', '/media/' || md5(model || condition) || '.webp'),
    json_build_object('Brand', brand, 'Storage', storage, 'Color', colour, 'Grade', condition),
    '["Inspected", "Cleaned", "Graded"]'::jsonb,
    '{"duration": "30 days", "type": "Limited Warranty", "description": "30-day warranty covering manufacturing defects"}'::jsonb,
    f < 0.004, ${modelKey}, ${familyId}, made, made
  from (
    select drawn.*, brand, category_id, models.name || ' ' || storage || ' ' || colour as name,
      greatest(500, models.price * grade)::int / 100 * 100 + 99 as price, ${sentences} as s
    from (
      select number, ${now} - interval '1 second' * ((extract(epoch from interval '700 days')) * (1 - number::float8 / $1::int)) as made,
        1 + floor((select count(*) from models) * power(random(), 1.3))::int as model,
        random() as a, random() as b, random() as c, random() as d, random() as e, random() as f,
        (array['excellent', 'good', 'good', 'fair', 'refurbished'])[1 + floor(random() * 5)::int] as condition,
        (array['64 GB', '128 GB', '256 GB', '512 GB'])[1 + floor(random() * 4)::int] as storage,
        (array['Black', 'White', 'Silver', 'Graphite', 'Blue', 'Green', 'Red', 'Gold'])[1 + floor(random() * 8)::int] as colour,
        0.7 + random() * 0.6 as grade
      from generate_series(1, $1::int) number
    ) drawn join models using (model)
  ) product
  order by number`;

const firstNames = `array['Ada','Grace','Alan','Edsger','Barbara','Donald','Radia','Linus','Margaret','Ken','Frances','Tim','Katherine','Dennis','Mary','Claude','Hedy','John','Anita','Niklaus']`;
const lastNames = `array['Byron','Hopper','Turing','Dijkstra','Liskov','Knuth','Perlman','Torvalds','Hamilton','Thompson','Allen','Lee','Johnson','Ritchie','Shaw','Shannon','Lamarr','Backus','Borg','Wirth','Meyer','Garcia','Chen','Okafor','Silva']`;

const fillUsers = `
  insert into users (id, name, email, email_verified, phone, role, status, last_login_at, created_at, updated_at)
  select ${idAt('usr', 'made', 'number')}, first || ' ' || last, lower(first || '.' || last || number) || '@example.com',
    random() < 0.8, '+1 555 ' || lpad((number % 10000)::text, 4, '0'), 'customer',
    case when random() < 0.02 then 'banned' when random() < 0.03 then 'inactive' else 'active' end,
    ${now} - interval '1 day' * (random() * 300), made, made
  from (
    select number, (${firstNames})[1 + floor(random() * 20)::int] as first, (${lastNames})[1 + floor(random() * 25)::int] as last,
      ${now} - interval '1 second' * (extract(epoch from interval '720 days') * (1 - number::float8 / $1::int)) as made
    from generate_series(1, $1::int) number
  ) person`;

const letters = `'ABCDEFGHJKMNPQRSTVWXYZ23456789'`;
const letterOf = (from: number) =>
  `substr(${letters}, 1 + ('x' || substr(h, ${from}, 4))::bit(16)::int % 30, 1)`;
/** Nine letters in the shop's alphabet, from two hashes of the number. */
const numberLetters = [1, 5, 9, 13, 17, 21, 25, 29].map(letterOf).join(' || ');

/** Sales grow toward the present; amounts are set when the items are known. */
const fillOrders = `
  create temporary table drawn_orders as
  select number, made, h, status, u, ${idAt('ord', 'made', 'number')} as id, 'MJ-' || ${numberLetters} || substr(${letters}, 1 + number % 30, 1) as order_number
  from (
    select number, md5('order' || number) as h,
      ${now} - interval '1 second' * (extract(epoch from interval '700 days') * (1 - sqrt(number::float8 / $1::int))) as made,
      case when r < 0.05 then 'cancelled' when number > $1::int * 0.97 then (array['pending', 'processing', 'shipped'])[1 + floor(r * 20)::int % 3]
        else 'delivered' end as status,
      case when random() < 0.85 then 1 + floor($2::int * power(random(), 1.5))::int end as u
    from (select number, random() as r from generate_series(1, $1::int) number) each
  ) orders;`;

const shufflePlaces = `
  create temporary table places as
  select p.*, images ->> 0 as image, c.name as category_name, row_number() over (order by md5(p.id)) as place
  from (select id, slug, name, brand, sku, images, category_id, condition, price_cents from products) p
  left join categories c on c.id = p.category_id`;

const fillItems = `
  create temporary table drawn_items as
  select 'oit' || substr(o.id, 4) || position as id, o.id as order_id, o.made, o.status, position, p.id as product_id, p.slug, p.name, p.brand, p.sku,
    p.image, p.category_name, p.condition, p.price_cents, 1 + floor(random() * 1.15)::int as quantity
  from (
    select *, 1 + floor(power(random(), 2) * 3)::int as items from drawn_orders
  ) o
  cross join lateral (select position, 1 + floor($1::int * power(random(), 2))::int as place from generate_series(0, o.items - 1) position
    where o.number is not null) drawn
  join places p using (place)`;

const fillRest = [
  // An order with the same product twice has one line.
  `delete from drawn_items a using drawn_items b where a.order_id = b.order_id and a.product_id = b.product_id and a.position > b.position`,
  `create temporary table sums as select order_id, sum(price_cents::bigint * quantity) as subtotal from drawn_items group by order_id`,
  `create temporary table people as select id, name, email, row_number() over (order by id) as place from users`,
  `insert into orders (id, order_number, user_id, status, payment_status, email, first_name, last_name, phone, address, city, state,
     zip_code, country, subtotal_cents, shipping_cents, tax_cents, total_cents, shipping_method, carrier, tracking_number,
     estimated_delivery, reserved_until, predates_invoices, idempotency_scope, idempotency_key, placement_response, created_at, updated_at)
   select o.id, o.order_number, person.id, o.status,
     case when o.status in ('cancelled', 'pending') then 'unpaid' else 'paid' end,
     coalesce(person.email, 'guest' || o.number || '@example.com'), split_part(coalesce(person.name, 'Guest Visitor'), ' ', 1),
     split_part(coalesce(person.name, 'Guest Visitor'), ' ', 2), '+1 555 0100', o.number % 400 || ' Harbor Street',
     (array['Portland', 'Boston', 'Austin', 'Denver', 'Seattle', 'Chicago'])[1 + o.number % 6],
     (array['OR', 'MA', 'TX', 'CO', 'WA', 'IL'])[1 + o.number % 6], lpad((o.number % 100000)::text, 5, '0'), 'United States',
     s.subtotal, case when s.subtotal > 5000 then 0 else 999 end, (s.subtotal * 8 + 50) / 100,
     s.subtotal + case when s.subtotal > 5000 then 0 else 999 end + (s.subtotal * 8 + 50) / 100, 'standard',
     case when o.status in ('shipped', 'delivered') then 'UPS' end,
     case when o.status in ('shipped', 'delivered') then '1Z' || upper(left(o.h, 16)) end,
     o.made + interval '5 days', case when o.status = 'pending' then now() + interval '90 days' end, true, coalesce(person.id, 'guest:guest' || o.number || '@example.com'), o.h,
     json_build_object('id', o.id, 'orderNumber', o.order_number, 'status', 'pending', 'note', repeat(o.h, 20))::text, o.made, o.made
   from drawn_orders o join sums s on s.order_id = o.id left join people person on person.place = o.u
   order by o.number`,
  `insert into order_items (id, order_id, position, product_id, slug, name, brand, sku, image, category_name, condition, unit_price_cents, quantity)
   select id, order_id, position, product_id, slug, name, brand, sku, image, category_name, condition, price_cents, quantity
   from drawn_items order by order_id, position`,
  `insert into order_events (id, order_id, status, description, created_at)
   select 'oev' || substr(o.id, 4) || step.at, o.id, step.status, step.description, o.created_at + interval '1 hour' * step.at * 20
   from orders o cross join (values (0, 'Order Placed', 'We have received your order.'), (1, 'Processing', 'We are packing your order.'),
     (2, 'Shipped', 'Your order is on its way.'), (3, 'Delivered', 'Your order was delivered.'), (4, 'Cancelled', 'The order was cancelled.')) as step (at, status, description)
   where case o.status when 'pending' then at = 0 when 'processing' then at <= 1 when 'shipped' then at <= 2
     when 'delivered' then at <= 3 else at in (0, 4) end`,
  `insert into payments (id, order_id, processor, intent_id, client_secret, amount_cents, status, created_at, updated_at)
   select 'pay' || substr(id, 4), id, 'test', 'pi' || substr(id, 4), 'secret' || substr(id, 4), total_cents, 'succeeded', created_at, created_at
   from orders where payment_status = 'paid'`,
  `insert into test_intents (id, client_secret, amount_cents, status, created_at, updated_at)
   select intent_id, client_secret, amount_cents, 'succeeded', created_at, created_at from payments`,
  `insert into stock_movements (id, product_id, change, reason, order_id, created_at)
   select 'mov' || substr(id, 4), product_id, -quantity, 'order', order_id, made from drawn_items
   union all
   select 'mvc' || substr(id, 4), product_id, quantity, 'cancellation', order_id, made + interval '1 day' from drawn_items where status = 'cancelled'`,
  `create temporary table sold as select product_id, sum(quantity) as units, sum(quantity) filter (where status <> 'pending') as paid
   from drawn_items where status <> 'cancelled' group by product_id`,
  `insert into stock_movements (id, product_id, change, reason, created_at)
   select 'mvi' || substr(p.id, 4), p.id, p.stock_count + coalesce(sold.units, 0), 'initial', p.created_at
   from products p left join sold on sold.product_id = p.id where p.stock_count + coalesce(sold.units, 0) > 0`,
  `insert into reviews (id, product_id, family_id, condition, author, rating, title, body, created_at, updated_at)
   select 'rev' || substr(p.id, 4) || review, p.id, p.family_id, p.condition, 'A customer', (array[5, 5, 4, 5, 3, 4, 2, 5, 4, 1])[1 + floor(random() * 10)::int],
     'As described', 'Arrived in time and looks like new.', p.created_at + interval '3 days', p.created_at + interval '3 days'
   from products p cross join generate_series(1, 3) review where random() < 0.1`,
  `update products p set rating_sum = r.total, review_count = r.reviews, sold_count = coalesce(r.units, 0)
   from (select p.id, coalesce(pooled.total, 0) as total, coalesce(pooled.reviews, 0) as reviews, sold.paid as units
     from products p left join (
       select family_id, sum(rating) as total, count(*) as reviews from reviews group by family_id
     ) pooled on pooled.family_id = p.family_id left join sold on sold.product_id = p.id
     where pooled.reviews > 0 or sold.paid > 0) r
   where p.id = r.id`,
];

/** Rows that triggers maintain in a running shop. */
const cachedStats = [
  `insert into search_vocabulary (word, named)
   select word, bool_or(named) from (
     select distinct unnest(search_words(lower(name || ' ' || brand))) as word, true as named from products
     union all
     select distinct unnest(search_words(search_text)), false from products
   ) words group by word`,
  `insert into product_stock_and_sales select id, stock_count, sold_count from products`,
  `insert into daily_order_stats (day, status, orders, sales, revenue_cents)
   select (created_at at time zone 'UTC')::date, status, count(*), count(*) filter (where is_paid_sale(status, payment_status, return_id)),
     coalesce(sum(total_cents) filter (where is_paid_sale(status, payment_status, return_id)), 0)
   from orders group by 1, 2`,
  `insert into daily_sales_stats
   select (made at time zone 'UTC')::date, coalesce(category_name, ''), condition, sum(quantity), sum(price_cents::bigint * quantity)
   from drawn_items where status not in ('pending', 'cancelled') group by 1, 2, 3`,
];
