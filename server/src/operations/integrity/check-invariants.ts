import { sql } from 'drizzle-orm';
import { storeDay } from '../../foundations/settings/store-days.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { deviceViolations } from './device-invariants.ts';

/** SQL: figures count the order `o`: no replacement, and test orders only in a shop that has nothing else. */
const isCounted = sql`(o.return_id is null and (not o.is_test_paid or (select counts_test_orders from store_settings)))`;

/** Each query returns the rows that break the invariant; none if it is intact. */
const violations = {
  'stock is not the sum of its ledger': sql`
    select p.id, p.stock_count as have, coalesce(sum(m.change), 0) as should
    from products p left join stock_movements m on m.product_id = p.id
    group by p.id having p.stock_count <> coalesce(sum(m.change), 0)`,
  'the units sold of a product are not those of its paid orders': sql`
    with sold as (
      select i.product_id, sum(i.quantity - i.returned_quantity) as units from order_items i join orders o on o.id = i.order_id
      where ${isCounted} and o.status <> 'cancelled' and o.payment_status in ('paid', 'partly-refunded') group by 1
    )
    select p.id, p.sold_count as have, coalesce(s.units, 0) as should
    from products p left join sold s on s.product_id = p.id where p.sold_count <> coalesce(s.units, 0)`,
  'stock is below zero': sql`select id, stock_count as have from products where stock_count < 0`,
  'the items of an order are not its subtotal': sql`
    select o.id, o.subtotal_cents as have, coalesce(sum(i.unit_price_cents::bigint * i.quantity), 0) as should
    from orders o left join order_items i on i.order_id = o.id
    group by o.id having o.subtotal_cents <> coalesce(sum(i.unit_price_cents::bigint * i.quantity), 0)`,
  'the subtotal, discount, shipping and tax of an order are not its total': sql`
    select id, total_cents as have from orders
    where total_cents <> subtotal_cents - discount_cents + shipping_cents + case when tax_included then 0 else tax_cents end`,
  'the discounts of the items of an order are not its discount': sql`
    select o.id, o.discount_cents as have, coalesce(sum(i.discount_cents), 0) as should
    from orders o left join order_items i on i.order_id = o.id
    group by o.id having o.discount_cents <> coalesce(sum(i.discount_cents), 0)`,
  'the uses of a discount code are not its orders that are not cancelled': sql`
    select c.id, c.uses as have, count(o.id) as should
    from discount_codes c left join discount_uses u on u.code_id = c.id
      left join orders o on o.id = u.order_id and o.status <> 'cancelled'
    group by c.id having c.uses <> count(o.id)`,
  'an order with a discount code has no use of it, or another order has one': sql`
    select o.id, o.discount_code as have from orders o full join discount_uses u on u.order_id = o.id
    where (o.discount_code is null) <> (u.order_id is null)`,
  // Deleted products are left out: their cancelled units are not booked back.
  'units in orders are not those of the ledger': sql`
    with sold as (
      select i.order_id, i.product_id, sum(case when o.status = 'cancelled' then 0 else i.quantity - i.returned_quantity end) as units
      from order_items i join orders o on o.id = i.order_id group by i.order_id, i.product_id
    ), booked as (
      select order_id, product_id, -sum(change) as units from stock_movements
      where reason in ('order', 'cancellation', 'return') and order_id is not null group by order_id, product_id
    )
    select coalesce(s.order_id, b.order_id) as id, p.id as product, b.units as have, s.units as should
    from sold s full join booked b on b.order_id = s.order_id and b.product_id = s.product_id
    join products p on p.id = coalesce(s.product_id, b.product_id)
    where coalesce(s.units, 0) <> coalesce(b.units, 0)`,
  'two orders have the same idempotency key': sql`
    select min(id) as id, count(*) as have from orders where idempotency_key is not null
    group by idempotency_scope, idempotency_key having count(*) > 1`,
  'two orders have the same number': sql`
    select min(id) as id, count(*) as have from orders group by order_number having count(*) > 1`,
  'an order has no items': sql`
    select o.id from orders o where not exists (select 1 from order_items i where i.order_id = o.id)`,
  'an order that was never edited was paid more than once': sql`
    select p.order_id as id, count(*) as have from payments p join orders o on o.id = p.order_id
    where p.status = 'succeeded' and o.version = 0 group by p.order_id having count(*) > 1`,
  'an order is paid without a payment': sql`
    select o.id from orders o where o.payment_status in ('paid', 'partly-refunded') and o.total_cents > o.due_cents and not exists (
      select 1 from payments p where p.order_id = o.id and p.status = 'succeeded'
        and (p.amount_cents = o.total_cents or o.version > 0))`,
  // Refunds that lowered the revenue stay paid: an edit below them asks for nothing. A failed refund is a discrepancy.
  'the payments of an edited order and its amount due are not its total': sql`
    select o.id, p.paid + o.due_cents as have, greatest(o.total_cents, o.refunded_cents) as should
    from orders o join lateral (
      select coalesce(sum(amount_cents - surplus_cents), 0) as paid from payments where order_id = o.id and status = 'succeeded'
    ) p on true
    where o.version > 0 and o.status <> 'cancelled' and o.payment_status in ('paid', 'partly-refunded')
      and p.paid + o.due_cents is distinct from greatest(o.total_cents, o.refunded_cents)
      and not exists (select 1 from refunds r where r.order_id = o.id and r.status = 'failed')`,
  'an order has an amount due that is not that of an edited, paid order': sql`
    select id, due_cents as have from orders
    where due_cents > 0 and (version = 0 or payment_status not in ('paid', 'partly-refunded', 'refund-to-approve'))`,
  'refunds do not add up to the refunded amount of their payment': sql`
    select p.id, p.refunded_cents as have, coalesce(sum(r.amount_cents), 0) as should
    from payments p left join refunds r on r.payment_id = p.id
      and r.status not in ('failed', 'awaiting-approval', 'declined')
    group by p.id having (p.refunded_cents, p.surplus_cents) is distinct from
      (coalesce(sum(r.amount_cents), 0), coalesce(sum(r.surplus_cents), 0))`,
  'the refunds of a paid order are not those of its payment': sql`
    select o.id, o.refunded_cents as have, sum(p.refunded_cents - p.surplus_cents) as should
    from orders o join payments p on p.order_id = o.id and p.status = 'succeeded'
    group by o.id having o.refunded_cents <> sum(p.refunded_cents - p.surplus_cents)`,
  'more was refunded than was paid': sql`
    select id, refunded_cents as have, amount_cents as should from payments
    where refunded_cents > 0 and (refunded_cents > amount_cents or status not in ('succeeded', 'refunded'))`,
  'the amount of a payment is not the total of its order': sql`
    select p.id, p.amount_cents as have, o.total_cents as should from payments p join orders o on o.id = p.order_id
    where p.amount_cents <> o.total_cents and o.version = 0 and p.status in ('succeeded', 'refunded')`,
  // The payment of a cancelled order is refunded, or its refund waits for approval or was declined.
  'a cancelled order has a payment that was not refunded': sql`
    select o.id, o.payment_status as have from orders o join payments p on p.order_id = o.id
    where o.status = 'cancelled' and p.status = 'succeeded' and o.payment_status <> 'refunded' and not exists (
      select 1 from refunds r join payments other on other.id = r.payment_id
      where other.order_id = o.id and other.status = 'succeeded' and r.status in ('awaiting-approval', 'declined'))`,
  'the payment status of an order and its refunds to approve disagree': sql`
    select o.id, o.payment_status as have from orders o
    where (o.payment_status = 'refund-to-approve') <> exists (
      select 1 from refunds r where r.order_id = o.id and r.status = 'awaiting-approval')`,
  'the test processor captured or refunded another amount': sql`
    select p.id, t.amount_cents as have, p.amount_cents as should, t.refunded_cents as "returned",
      p.refunded_cents as "shouldReturn"
    from payments p join test_intents t on t.id = p.intent_id
    where p.processor = 'test' and p.status in ('succeeded', 'refunded')
      and (t.status not in ('succeeded', 'refunded') or t.amount_cents <> p.amount_cents
        or t.refunded_cents > p.refunded_cents)`,
  'a recorded payment has no administrator, or its refund waits for a processor': sql`
    select p.id, p.recorded_by, r.status as have from payments p left join refunds r on r.payment_id = p.id
      and (r.status in ('pending', 'failed') or r.processor_refund_id is not null)
    where p.processor = 'manual' and (p.recorded_by is null or r.id is not null)`,
  'a series of invoices has a gap': sql`
    select s.prefix as id, count(i.id) as have, s.next_number - s.first_number as should
    from invoice_series s left join invoices i on i.prefix = s.prefix
      and i.sequence >= s.first_number and i.sequence < s.next_number
    group by s.prefix having count(i.id) <> s.next_number - s.first_number
      or (select count(*) from invoices all_of_it where all_of_it.prefix = s.prefix) <> count(i.id)`,
  // An order with an amount due waits for its invoice. A refund of a surplus that failed leaves more money than was invoiced.
  'the invoices and credit notes of an order are not what was paid and not refunded': sql`
    select o.id, coalesce(d.drawn, 0) as have, coalesce(p.kept, 0) as should
    from orders o left join lateral (
      select sum(case kind when 'invoice' then amount_cents else -amount_cents end) as drawn
      from invoices where order_id = o.id
    ) d on true left join lateral (
      select sum(amount_cents - refunded_cents) as kept from payments where order_id = o.id and status = 'succeeded'
        and o.payment_status not in ('unpaid', 'started', 'refunded')
    ) p on true
    where not o.predates_invoices and o.due_cents = 0 and coalesce(d.drawn, 0) <> coalesce(p.kept, 0)
      and not exists (
        select 1 from refunds r where r.order_id = o.id and r.status = 'failed' and r.surplus_cents > 0)`,
  'a paid order has no invoice': sql`
    select id from orders o
    where payment_status in ('paid', 'partly-refunded') and due_cents = 0 and not predates_invoices and return_id is null
      and not exists (select 1 from invoices where order_id = o.id)`,
  'more of an invoice was credited than it was for': sql`
    select i.number as id, sum(c.amount_cents) as have, i.amount_cents as should
    from invoices i join invoices c on c.credits_id = i.id
    group by i.id having sum(c.amount_cents) > i.amount_cents or sum(c.tax_cents) > i.tax_cents`,
  'a rating is not the sum of the visible reviews of the family': sql`
    select p.id, p.rating_sum as have, coalesce(r.stars, 0) as should
    from products p left join (
      select family_id, sum(rating) as stars, count(*) as reviews from reviews where not hidden group by family_id
    ) r on r.family_id = p.family_id
    where p.rating_sum <> coalesce(r.stars, 0) or p.review_count <> coalesce(r.reviews, 0)`,
  'a product is in another family than its model': sql`
    select p.id, p.family_id as have, coalesce(m.family_id, p.id) as should
    from products p left join device_models m on m.model_key = p.model_key
    where p.family_id <> coalesce(m.family_id, p.id)`,
  'a review stands on another family than its product': sql`
    select r.id, r.family_id as have, p.family_id as should
    from reviews r join products p on p.id = r.product_id where r.family_id <> p.family_id`,
  'the stock and sales that the back office sorts by are not those of the product': sql`
    select coalesce(p.id, t.product_id) as id, t.stock_count as have, p.stock_count as should,
      t.sold_count as "haveSold", p.sold_count as "shouldSold"
    from products p full join product_stock_and_sales t on t.product_id = p.id
    where (p.stock_count, p.sold_count) is distinct from (t.stock_count, t.sold_count)`,
  'the daily order stats are not the sums of the orders': sql`
    with added as (
      select day, status, orders, sales, revenue_cents from daily_order_stats
      union all
      select day, status, orders, sales, revenue_cents from daily_order_stat_deltas
      union all
      select ${storeDay(sql`created_at`)}, status, -1, -(status <> 'cancelled' and paid)::int,
        case when status <> 'cancelled' and paid then refunded_cents + due_cents - total_cents else 0 end
      from (select o.*, payment_status in ('paid', 'partly-refunded') and ${isCounted} as paid from orders o) orders
    )
    select day::text as id, status, sum(orders) as too_many, sum(sales) as too_many_sales,
      sum(revenue_cents) as too_much from added
    group by day, status having sum(orders) <> 0 or sum(sales) <> 0 or sum(revenue_cents) <> 0`,
  'the daily sales stats are not the sums of the order items': sql`
    with added as (
      select day, category_name, condition, units, revenue_cents from daily_sales_stats
      union all
      select day, category_name, condition, units, revenue_cents from daily_sales_stat_deltas
      union all
      select ${storeDay(sql`o.created_at`)}, coalesce(i.category_name, ''), i.condition, i.returned_quantity - i.quantity,
        -case when o.total_cents = 0 then 0
          else round((i.unit_price_cents::numeric * i.quantity - coalesce(i.discount_cents, 0)) * (o.total_cents - o.due_cents - o.refunded_cents) / o.total_cents) end
      from order_items i join orders o on o.id = i.order_id
      where ${isCounted} and o.status <> 'cancelled' and o.payment_status in ('paid', 'partly-refunded')
    )
    select day::text as id, category_name, condition, sum(units) as too_many, sum(revenue_cents) as too_much
    from added group by day, category_name, condition having sum(units) <> 0 or sum(revenue_cents) <> 0`,
  'an unpaid order has no end of its reservation, or another order has one': sql`
    select id from orders
    where (reserved_until is null) = (status = 'pending' and payment_status in ('unpaid', 'started'))`,
  'an order has no event of its placement': sql`
    select o.id from orders o where not exists (
      select 1 from order_events e where e.order_id = o.id and e.status = 'Order Placed')`,
  'the stock of a product tracked by device is not its devices on sale less those that orders wait for': sql`
    with on_sale as (
      select product_id, count(*) as units from units where state = 'listed' group by product_id
    ), owed as (
      select i.product_id, sum(i.quantity - i.returned_quantity - i.replaced_quantity - i.short_quantity - (
        select count(*) from order_item_units b where b.order_item_id = i.id and b.ended_at is null)) as units
      from order_items i join orders o on o.id = i.order_id
      where i.tracking = 'serial' and o.status <> 'cancelled' group by i.product_id
    )
    select p.id, p.stock_count as have, coalesce(l.units, 0) as listed, coalesce(d.units, 0) as owed
    from products p left join on_sale l on l.product_id = p.id left join owed d on d.product_id = p.id
    where p.tracking = 'serial' and p.stock_count <> coalesce(l.units, 0) - coalesce(d.units, 0)`,
  'a device on sale has no product that is tracked by device and of its model': sql`
    select u.id, p.id as have from units u left join products p on p.id = u.product_id
    where u.state = 'listed' and (p.id is null or p.tracking <> 'serial' or p.model_key is distinct from u.model_key)`,
  'a device on sale has another condition than its product': sql`
    select u.id, u.condition as have, p.condition as should from units u join products p on p.id = u.product_id
    where u.state = 'listed' and u.condition <> p.condition`,
  'a device is in an order and its state says otherwise, or the other way round': sql`
    select u.id, u.state as have, b.order_item_id as item from units u
    left join order_item_units b on b.unit_id = u.id and b.ended_at is null
    where case when b.id is null then u.state in ('allocated', 'shipped', 'sold', 'returning')
      else u.state in ('expected', 'ready', 'listed', 'gone') end`,
  'a device comes back without an order that was cancelled or a return': sql`
    select u.id, b.order_item_id as item from units u
    join order_item_units b on b.unit_id = u.id and b.ended_at is null
    join order_items i on i.id = b.order_item_id join orders o on o.id = i.order_id
    where u.state = 'returning' and o.status <> 'cancelled' and not exists (
      select from return_lines l where l.binding_id = b.id and l.settled_at is null)`,
  'a device of a parcel that left waits to be packed': sql`
    select u.id, p.order_id as order_id from parcel_lines l join parcels p on p.id = l.parcel_id
    join order_item_units b on b.id = l.binding_id and b.ended_at is null join units u on u.id = b.unit_id
    where u.state = 'allocated'`,
  'a return waits for a device that is not on its way back': sql`
    select l.id, u.state as have from return_lines l join returns r on r.id = l.return_id
    join order_item_units b on b.id = l.binding_id and b.ended_at is null join units u on u.id = b.unit_id
    where r.state in ('approved', 'sent') and l.settled_at is null and l.received_at is null and u.state <> 'returning'`,
  'a return is open without a line, or ended with one': sql`
    select r.id, r.state as have from returns r
    where (r.state in ('requested', 'approved', 'sent', 'received')) <> exists (
      select from return_lines l where l.return_id = r.id and l.settled_at is null)`,
  'a line was replaced without an order, or an order replaces nothing': sql`
    select coalesce(l.id, o.id) as id, l.ended_as as have from return_lines l
    full join orders o on o.id = l.replacement_order_id
    where l.ended_as = 'replaced' and o.id is null
      or o.return_id is not null and o.status <> 'cancelled' and (l.id is null or l.ended_as is distinct from 'replaced')
      or l.replacement_order_id is not null and l.return_id is distinct from o.return_id`,
  'an order that replaces items costs something or was invoiced': sql`
    select o.id, o.total_cents as have from orders o where o.return_id is not null
      and (o.total_cents > 0 or exists (select from invoices where order_id = o.id))`,
  'a return gave back more units than its order line was refunded': sql`
    select i.id, i.refunded_quantity as have, sum(l.quantity) as should
    from return_lines l join order_items i on i.id = l.order_item_id
    where l.ended_as in ('refunded', 'kept') group by i.id having sum(l.quantity) > i.refunded_quantity`,
  'an order line has more devices than units': sql`
    select i.id, count(*) as have, i.quantity - i.returned_quantity - i.replaced_quantity - i.short_quantity as should
    from order_item_units b join order_items i on i.id = b.order_item_id
    where b.ended_at is null group by i.id having count(*) > i.quantity - i.returned_quantity - i.replaced_quantity - i.short_quantity`,
  'a device counts as erased without a passed erasure since it came in, or its newest one failed': sql`
    select u.id, w.result as have from units u left join lateral (
      select result from unit_wipes where unit_id = u.id and intake = u.intake and not exists (
        select from unit_parts p where p.unit_id = u.id and p.part = 'storage' and p.action = 'replaced'
          and p.created_at >= unit_wipes.created_at)
      order by created_at desc, id desc limit 1) w on true
    where (u.wiped_at is not null) <> coalesce(w.result = 'passed', false)`,
  'the cost of a device is not the sum of its costs': sql`
    select u.id, u.cost_cents as have, coalesce(c.sum, 0) as should from units u
    left join (select unit_id, sum(amount_cents) as sum from unit_costs group by unit_id) c on c.unit_id = u.id
    where u.cost_cents <> coalesce(c.sum, 0)`,
  'the devices of a closed lot do not carry its costs': sql`
    select l.id, coalesce(b.sum, 0) as have, coalesce(l.goods_cents, 0) + coalesce(c.sum, 0) as should from lots l
    left join (select lot_id, sum(amount_cents) as sum from lot_costs group by lot_id) c on c.lot_id = l.id
    left join (
      select coalesce(k.lot_id, u.source) as lot_id, sum(u.amount_cents) as sum
      from unit_costs u left join lot_costs k on k.id = u.source where u.source <> '' group by 1) b on b.lot_id = l.id
    where l.state = 'closed' and coalesce(b.sum, 0) <> coalesce(l.goods_cents, 0) + coalesce(c.sum, 0)`,
  'the state of a device is not that of its newest move': sql`
    select u.id, u.state as have, e.to_state as should from units u left join lateral (
      select to_state from unit_events where unit_id = u.id and to_state is not null
      order by created_at desc, id desc limit 1) e on true
    where u.state is distinct from e.to_state`,
};

/** Rows reported per invariant: enough to find the cause. */
export const maxReportedRows = 100;

export type BrokenInvariant = { what: string; rows: Record<string, unknown>[] };

/** Checks stock, ledger, orders, payments, ratings, counts and devices; returns an empty list if all are intact. */
export async function findBrokenInvariants(db: Queryable): Promise<BrokenInvariant[]> {
  const broken: BrokenInvariant[] = [];
  for (const [what, query] of Object.entries({ ...violations, ...deviceViolations })) {
    const { rows } = await db.execute<Record<string, unknown>>(
      sql`select * from (${query}) as broken limit ${maxReportedRows}`,
    );
    if (rows.length > 0) broken.push({ what, rows });
  }
  return broken;
}
