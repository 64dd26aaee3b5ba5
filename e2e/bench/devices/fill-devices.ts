import pg from 'pg';
import { ensureGrading } from '../../../server/src/catalog/grading/ensure-grading.ts';
import { openDatabase } from '../../../server/src/platform/database/open-database.ts';
import { createLog } from '../../../server/src/platform/log.ts';
import { dropIndexes, fillShop } from '../fill-shop.ts';
import { filledDatabase } from '../large-shop.ts';

/** Devices in hand of the largest shop; the others were sold or left otherwise. */
const maxInHand = 20_000;
const maxOnSaleOfOne = 500;

export type Device = {
  id: string;
  number: string;
  passport: string;
  serial: string;
  imei: string;
  place: string;
  model: string;
  modelName: string;
  product: string | null;
  lot: string;
};

/** Returns a shop with this many devices; fills it if it does not exist. */
export async function deviceDatabase(serverUrl: string, count: number): Promise<string> {
  const products = Math.min(10_000, Math.max(1000, count / 10));
  const size = { products, users: products / 5, orders: Math.min(500_000, Math.max(1000, count / 2)) };
  return filledDatabase(serverUrl, `reprise_devices_${count}`, async (url) => {
    await fillShop(url, size);
    const database = await openDatabase({ databaseUrl: url, dataDir: '', log: createLog('error') });
    await ensureGrading(database.db, new Date());
    await database.close();
    await fillDevices(url, count);
  });
}

/**
 * Adds devices to a filled shop: on sale as many as the stock and the orders of their products need, on the bench, in
 * orders that were shipped, and gone. The integrity checks pass.
 */
async function fillDevices(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = async (text: string, values?: unknown[]) => {
    await client.query(text, values);
    const table = /^\s*(?:create temporary table|insert into) (\w+)/.exec(text)?.[1];
    if (table) await client.query(`analyze ${table}`);
  };
  const inHand = Math.min(maxInHand, Math.round(count * 0.4));
  await run(`set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set synchronous_commit = off`);
  await run(`set timezone = 'UTC'; select setseed(0.42)`);
  // With triggers: the stats of the products follow.
  for (const statement of trackProducts) await run(statement, statement.includes('$1') ? [inHand] : []);
  await run('set session_replication_role = replica');
  const indexes = await dropIndexes(client, tables);
  for (const statement of functions) await run(statement);
  await run(drawDevices, [count, inHand]);
  await run(`set bench.devices = ${count}`);
  for (const statement of fillTables) await run(statement);
  for (const definition of indexes) await run(definition);
  await run('vacuum analyze');
  await client.end();
}

const tables = [
  'units',
  'unit_identifiers',
  'unit_events',
  'unit_costs',
  'unit_wipes',
  'unit_tests',
  'unit_gradings',
  'order_item_units',
];

const now = `timestamptz '2026-11-01 12:00Z'`;

const trackProducts = [
  // One product has many devices on sale; the others are taken until 60 % of the devices in hand are on sale.
  `create temporary table tracked as
   select id, model_key, condition, stock_count, owed, place from (
     select p.*, sum(stock_count + owed) over (order by place) as devices from (
       select p.id, p.model_key, p.condition, row_number() over (order by md5(p.id)) as place,
         case when row_number() over (order by md5(p.id)) = 1 then least(${maxOnSaleOfOne}, $1::int / 4) else p.stock_count end as stock_count,
         coalesce((select sum(i.quantity) from order_items i join orders o on o.id = i.order_id
           where i.product_id = p.id and o.status in ('pending', 'processing')), 0)::int as owed
       from products p where p.stock_count > 0 and p.archived_at is null
     ) p
   ) p where devices <= $1::int * 0.6`,
  `insert into stock_movements (id, product_id, change, reason, created_at)
   select 'mva' || substr(p.id, 4), p.id, t.stock_count - p.stock_count, 'adjustment', ${now}
   from products p join tracked t using (id) where p.stock_count <> t.stock_count`,
  `update products p set tracking = 'serial', stock_count = t.stock_count from tracked t where p.id = t.id`,
  `update order_items i set tracking = 'serial' from tracked t, orders o
   where i.product_id = t.id and o.id = i.order_id and o.status in ('pending', 'processing')`,
];

/** Bijection of the numbers of the devices, so that neighbors do not look alike. */
const scattered = `((number::bigint * 12345678901 + 987654321) % 27512614111)`;
const alphabet = `'123456789ABCDEFGHJKMNPQRSTVWXYZ'`;

const functions = [
  `create function pg_temp.unit_number(number bigint) returns text language sql immutable as $$
     select 'U-' || string_agg(substr(${alphabet}, digit + 1, 1), '' order by position)
       || substr(${alphabet}, 1 + (sum(digit * (position + 2)) % 31)::int, 1)
     from (select position, (number / (31 ^ (6 - position))::bigint % 31)::int as digit from generate_series(0, 6) position) d $$`,
  `create function pg_temp.imei(digits text) returns text language sql immutable as $$
     select digits || (10 - sum(case when position % 2 = 0 then digit * 2 / 10 + digit * 2 % 10 else digit end) % 10) % 10
     from (select position, substr(digits, position, 1)::int as digit from generate_series(1, 14) position) d $$`,
];

/** Draws the state of each device, and the order line of those that were shipped. */
const drawDevices = `
  create temporary table drawn as
  select row_number() over (order by made, md5(first::text || coalesce(item_id, product_id, ''))) as number, *
  from (
    select 'listed' as state, t.id as product_id, t.model_key, t.condition, null as item_id, first,
      ${now} - interval '1 hour' * (random() * 2000) as made
    from tracked t cross join generate_series(1, t.stock_count + t.owed) first
    union all
    select case when $2::int * 0.05 >= first then 'ready'
        else (array['ready', 'ready', 'bench', 'bench', 'bench', 'repair', 'quarantine', 'returned', 'expected'])[1 + first % 9] end,
      t.id, t.model_key, t.condition, null, first, ${now} - interval '1 hour' * (random() * 1500)
    from generate_series(1, $2::int - (select sum(stock_count + owed) from tracked)::int) first
    join tracked t on t.place = case when $2::int * 0.05 >= first then 1 else 2 + first % ((select count(*) from tracked)::int - 1) end
    union all
    select * from (
      select case o.status when 'shipped' then 'shipped' else 'sold' end, p.id, p.model_key, p.condition, i.id, 1,
        o.created_at - interval '1 day' * (5 + random() * 40)
      from orders o join order_items i on i.order_id = o.id join products p on p.id = i.product_id
      where o.status in ('shipped', 'delivered') and i.tracking = 'quantity' and i.quantity = 1 and p.model_key is not null
      order by o.created_at desc, i.id limit (($1::int - $2::int) * 0.85)::int
    ) sold
  ) devices`;

/** Steps of a device to each state, in order. */
const steps = `(values
  (1, 'received', null, 'bench', array['bench','repair','quarantine','ready','listed','shipped','sold','returned','gone']),
  (1, 'moved', null, 'expected', array['expected']),
  (2, 'moved', 'bench', 'repair', array['repair']),
  (2, 'moved', 'bench', 'quarantine', array['quarantine']),
  (2, 'checked', null, null, array['ready','listed','shipped','sold','returned','gone']),
  (3, 'wiped', null, null, array['ready','listed','shipped','sold','returned','gone']),
  (4, 'tested', null, null, array['ready','listed','shipped','sold','returned','gone']),
  (5, 'graded', null, null, array['ready','listed','shipped','sold','returned','gone']),
  (6, 'moved', 'bench', 'ready', array['ready','listed','shipped','sold','returned','gone']),
  (7, 'moved', 'ready', 'listed', array['listed','shipped','sold','returned']),
  (7, 'moved', 'ready', 'gone', array['gone']),
  (8, 'moved', 'listed', 'allocated', array['shipped','sold','returned']),
  (9, 'moved', 'allocated', 'shipped', array['shipped','sold','returned']),
  (10, 'moved', 'shipped', 'sold', array['sold','returned']),
  (11, 'moved', 'sold', 'returned', array['returned'])
) as step (at, kind, from_state, to_state, states)`;

const isDone = `state in ('ready', 'listed', 'shipped', 'sold', 'returned', 'gone')`;
const lotSize = 500;
const lotOf = `'lot_' || lpad(((number - 1) / ${lotSize})::text, 8, '0')`;
const costOf = `(5000 + number * 7919 % 40000)`;
const unitId = `'unt_' || lpad(number::text, 10, '0')`;

const fillTables = [
  // The rest left otherwise; every tenth device of those in hand has a note for buyers.
  `insert into drawn select (select max(number) from drawn) + n, 'gone', null, m.model_key, null, null, n,
     ${now} - interval '1 hour' * (random() * 16000)
   from generate_series(1, current_setting('bench.devices')::int - (select count(*) from drawn)::int) n
   join lateral (select model_key from tracked where place = 1 + n % (select count(*) from tracked)) m on true`,
  `insert into suppliers (id, name, kind, claim_days)
   select 'sup_' || n, 'Supplier ' || n, 'company', 30 from generate_series(1, 5) n`,
  `insert into lots (id, lot_number, supplier_id, state, goods_cents, spread, closed_at, created_at, updated_at)
   select ${lotOf}, 'L-' || (1000 + (number - 1) / ${lotSize}), 'sup_' || (1 + (number - 1) / ${lotSize} % 5), 'closed',
     sum(${costOf}), 'price', max(made), min(made), max(made) from drawn group by (number - 1) / ${lotSize}`,
  `insert into units (id, unit_number, passport_token, model_key, product_id, lot_id, received_at, cost_cents, state, gone_as,
     state_since, listed_at, gate, checked_at, wiped_at, tested_at, graded_at, grade_code, condition, battery_floor, battery,
     place, public_note, created_at, updated_at)
   select ${unitId}, pg_temp.unit_number(${scattered}), md5('passport' || number), model_key, product_id, ${lotOf},
     case when state <> 'expected' then made end, ${costOf}, state, case when state = 'gone' then 'other-channel' end,
     made + interval '1 hour' * coalesce((select max(at) from ${steps} where drawn.state = any(states)), 1),
     case when state in ('listed', 'shipped', 'sold', 'returned') then made + interval '7 hours' end,
     case when ${isDone} and state <> 'gone' then 'passed' end,
     case when ${isDone} then made + interval '2 hours' end, case when ${isDone} then made + interval '3 hours' end,
     case when ${isDone} then made + interval '4 hours' end, case when ${isDone} then made + interval '5 hours' end,
     case when ${isDone} then (array['A', 'B', 'C'])[1 + number % 3] end, case when ${isDone} then condition end,
     case when ${isDone} then 80 end, case when ${isDone} then 80 + number % 21 end,
     case when state in ('bench', 'repair', 'quarantine', 'ready', 'listed', 'returned')
       then chr(65 + (number % 20)::int) || (1 + number / 20 % 40) else '' end,
     case when number % 10 = 0 then 'A light scratch beside the camera.' else '' end, made, made
   from drawn order by number`,
  `insert into unit_identifiers (id, unit_id, kind, scope, value, captured, created_at)
   select 'uid_' || lpad(number::text, 10, '0') || 'i', ${unitId}, 'imei', 'imei',
     pg_temp.imei('35' || lpad((('x' || left(md5(model_key), 6))::bit(24)::int % 1000000)::text, 6, '0') || lpad((number % 1000000)::text, 6, '0')),
     'scan', made from drawn
   union all
   select 'uid_' || lpad(number::text, 10, '0') || 's', ${unitId}, 'serial', 'serial ' || lower(m.brand),
     'S' || upper(lpad(to_hex(${scattered}), 9, '0')), 'scan', made from drawn join device_models m using (model_key)`,
  `insert into unit_events (id, unit_id, kind, from_state, to_state, created_at)
   select 'uev_' || lpad(number::text, 10, '0') || lpad(at::text, 2, '0'), ${unitId}, kind, from_state, to_state, made + interval '1 hour' * at
   from drawn join ${steps} on state = any(states)`,
  // Some devices on sale have a history of 60 events.
  `insert into unit_events (id, unit_id, kind, detail, created_at)
   select 'uev_' || lpad(number::text, 10, '0') || 'x' || lpad(n::text, 2, '0'), ${unitId}, 'placed', 'bin A' || n, made + interval '10 hours' + interval '1 minute' * n
   from drawn cross join generate_series(1, 53) n where state = 'listed' and number % 10 = 0`,
  `insert into unit_costs (id, unit_id, kind, amount_cents, source, created_at)
   select 'uco_' || lpad(number::text, 10, '0'), ${unitId}, 'purchase', ${costOf}, ${lotOf}, made from drawn`,
  `insert into unit_wipes (id, unit_id, intake, certificate, category, method, tool, verification, result, created_at)
   select 'uwi_' || lpad(number::text, 10, '0'), ${unitId}, 1, 'W-' || number, 'purge', 'Cryptographic erase', 'Built-in reset', 'visual',
     'passed', made + interval '3 hours' from drawn where ${isDone}`,
  `insert into unit_tests (id, unit_id, intake, checklist_id, results, verdict, battery, cycles, note, seconds, created_at)
   select 'ute_' || lpad(number::text, 10, '0'), ${unitId}, 1, (select id from checklists where kind = 'phone'), '{}', 'pass', 80 + number % 21,
     number % 700, '', 240, made + interval '4 hours' from drawn where state in ('ready', 'listed')`,
  `insert into unit_gradings (id, unit_id, intake, standard_id, answers, suggested, code, reason, created_at)
   select 'ugr_' || lpad(number::text, 10, '0'), ${unitId}, 1, s.id,
     jsonb_build_object('surfaces', (select jsonb_object_agg(surface ->> 'key', 'A') from jsonb_array_elements(s.surfaces) surface)),
     (array['A', 'B', 'C'])[1 + number % 3], (array['A', 'B', 'C'])[1 + number % 3], '', made + interval '5 hours'
   from drawn join grade_standards s on s.kind = 'phone' where state in ('ready', 'listed')`,
  `insert into order_item_units (id, order_item_id, unit_id, captured, assigned_at, packed_at)
   select 'oiu_' || lpad(number::text, 10, '0'), item_id, ${unitId}, 'scan', made + interval '8 hours', made + interval '8 hours'
   from drawn where item_id is not null`,
  `update order_items set tracking = 'serial' where id in (select item_id from drawn)`,
];

/** Draws devices in hand and elsewhere, so that requests have results. */
export async function drawDeviceSamples(databaseUrl: string, limit: number): Promise<Device[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Device>(
    `select u.id, u.unit_number as number, u.passport_token as passport, s.value as serial, i.value as imei, u.place,
       u.model_key as model, m.name as "modelName", u.product_id as product, u.lot_id as lot
     from ((select * from units where state = 'listed' order by md5(id) limit $1) union all
       (select * from units where state in ('sold', 'gone') order by created_at desc limit $1)) u
     join device_models m using (model_key)
     join unit_identifiers i on i.unit_id = u.id and i.kind = 'imei' and i.active
     join unit_identifiers s on s.unit_id = u.id and s.kind = 'serial' and s.active order by md5(u.id)`,
    [limit],
  );
  await client.end();
  return rows;
}
