import type { BulkRow } from '@reprise/contract/catalog/products/products-admin';
import type { SaleChange } from '@reprise/contract/catalog/products/sales/sale-change';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { ProductState } from '../plan-change.ts';
import { applySteps, lockSales } from './apply-sales.ts';
import { planSale } from './plan-sale.ts';
import { productSales } from './product-sales.tables.ts';

type SaleContext = Pick<Deps, 'alerts' | 'devices' | 'search'> & {
  actorId: string | null;
  now: Date;
  dryRun: boolean;
};
type Locked = Map<string, ProductState>;

/** Schedules a sale of locked products; one that starts now starts in this transaction. Replaces a sale that has not started. */
export async function scheduleSales(
  tx: Tx,
  locked: Locked,
  change: SaleChange,
  context: SaleContext,
): Promise<BulkRow[]> {
  const { now, dryRun, actorId } = context;
  const startsAt = change.startsAt ? new Date(change.startsAt) : now;
  const endsAt = new Date(change.endsAt);
  assertDates(startsAt, endsAt, now);
  const sales = await lockSales(tx, [...locked.keys()]);
  const planned = [...locked.values()].map((product) => {
    const existing = sales.get(product.id);
    return { product, existing, plan: planSale(product, change, existing) };
  });
  if (!dryRun) {
    for (const { product, plan } of planned) {
      if ('rejectionReason' in plan) continue;
      const row = { salePriceCents: plan.price, startsAt, endsAt };
      await tx
        .insert(productSales)
        .values({ productId: product.id, ...row })
        .onConflictDoUpdate({ target: productSales.productId, set: row });
      const after = { salePrice: plan.price, startsAt, endsAt };
      await recordAudit(tx, { actorId, action: 'schedule sale', subject: `product ${product.id}`, after });
    }
    await applySteps(tx, locked, await lockSales(tx, [...locked.keys()]), context);
  }
  return planned.map(({ product, existing, plan }) =>
    'rejectionReason' in plan
      ? rowOf(product, { outcome: 'refused', reason: plan.rejectionReason })
      : rowOf(product, {
          outcome: 'changed',
          before: { salePrice: existing?.salePriceCents ?? null },
          after: { salePrice: plan.price },
        }),
  );
}

/** Ends running sales, which restores the prices, and removes scheduled ones. */
export async function endSales(tx: Tx, locked: Locked, context: SaleContext): Promise<BulkRow[]> {
  const sales = await lockSales(tx, [...locked.keys()]);
  if (!context.dryRun && sales.size > 0) {
    const ended = [...sales.values()].map((sale) => ({ ...sale, endsAt: context.now }));
    await applySteps(tx, locked, new Map(ended.map((sale) => [sale.productId, sale])), context);
  }
  return [...locked.values()].map((product) => {
    const sale = sales.get(product.id);
    if (!sale) return rowOf(product, { outcome: 'unchanged' });
    return rowOf(product, {
      outcome: 'changed',
      before: { salePrice: sale.salePriceCents },
      after: { salePrice: null },
    });
  });
}

function rowOf(product: ProductState, row: Partial<BulkRow> & Pick<BulkRow, 'outcome'>): BulkRow {
  const { id, name, version } = product;
  return { id, name, version, reason: '', before: {}, after: {}, ...row };
}

function assertDates(startsAt: Date, endsAt: Date, now: Date): void {
  const message =
    endsAt <= now
      ? 'The sale ends in the past. Choose a later end.'
      : endsAt <= startsAt
        ? 'The sale ends before it starts. Choose a later end.'
        : null;
  if (message) throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'endsAt', message }] });
}
