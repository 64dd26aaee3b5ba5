import type { TouchedFields } from '@reprise/contract/catalog/products/products-admin';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { lockStates } from '../lock-states.ts';
import { differenceOf, type ProductState } from '../plan-change.ts';
import { products } from '../products.tables.ts';
import { storeProductChanges } from '../store-product-changes.ts';
import { readFormerPrices } from './former-prices.queries.ts';
import { dueStep, pricesOfEnd, type SaleStep, type StoredSale } from './plan-sale.ts';
import { productSales } from './product-sales.tables.ts';

type SaleDeps = Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>;

const batchSize = 100;

/** Starts and ends the sales that are due, in batches of products. Safe in several processes at once. */
export async function applyDueSales(deps: SaleDeps): Promise<void> {
  let after = '';
  for (;;) {
    const now = deps.now();
    const due = await findDue(deps, now, after);
    if (due.length === 0) return;
    await inTransaction(deps.db, async (tx) => {
      const locked = await lockStates(tx, due);
      // Read after the lock: another process may have taken the step.
      await applySteps(tx, locked, await lockSales(tx, due), { ...deps, now, actorId: null });
    });
    if (due.length < batchSize) return;
    after = due.at(-1) ?? after;
  }
}

async function findDue({ db }: SaleDeps, now: Date, after: string): Promise<string[]> {
  const rows = await db
    .select({ id: productSales.productId })
    .from(productSales)
    .innerJoin(products, eq(products.id, productSales.productId))
    .where(
      and(
        gt(productSales.productId, after),
        or(
          and(isNull(productSales.regularPriceCents), lte(productSales.startsAt, now)),
          and(
            isNotNull(productSales.regularPriceCents),
            or(lte(productSales.endsAt, now), ne(products.priceCents, productSales.salePriceCents)),
          ),
        ),
      ),
    )
    .orderBy(asc(productSales.productId))
    .limit(batchSize);
  return rows.map(({ id }) => id);
}

/** Locks the sales of products that the caller has locked. */
export async function lockSales(tx: Tx, ids: string[]): Promise<Map<string, StoredSale>> {
  const rows = await tx
    .select()
    .from(productSales)
    .where(inArray(productSales.productId, ids))
    .orderBy(asc(productSales.productId))
    .for('update');
  return new Map(rows.map((row) => [row.productId, row]));
}

type StepContext = Pick<Deps, 'alerts' | 'devices' | 'search'> & { actorId: string | null; now: Date };

/** Takes the due step of each sale of locked products. */
export async function applySteps(
  tx: Tx,
  locked: Map<string, ProductState>,
  sales: Map<string, StoredSale>,
  context: StepContext,
): Promise<void> {
  const steps = [...locked.values()].flatMap((product) => {
    const sale = sales.get(product.id);
    const step = sale && dueStep(product, sale, context.now);
    return sale && step ? [{ product, sale, step }] : [];
  });
  const at = (name: SaleStep) => steps.filter(({ step }) => step === name);
  for (const { product } of at('start')) {
    await tx
      .update(productSales)
      .set({ regularPriceCents: product.priceCents })
      .where(eq(productSales.productId, product.id));
  }
  const ended = steps.filter(({ step }) => step !== 'start').map(({ product }) => product.id);
  if (ended.length > 0) await tx.delete(productSales).where(inArray(productSales.productId, ended));
  for (const { product } of at('drop')) {
    const subject = `product ${product.id}`;
    await recordAudit(tx, { actorId: context.actorId, action: 'drop sale', subject });
  }
  await storeEnds(tx, at('end'), context);
  await storeStarts(tx, at('start'), context);
}

type DueStep = { product: ProductState; sale: StoredSale };

async function storeEnds(tx: Tx, due: DueStep[], context: StepContext): Promise<void> {
  const changes = due.map(({ product, sale }) => ({ product, fields: pricesOfEnd(product, sale) }));
  await storePrices(tx, changes, { ...context, action: 'end sale' });
}

/** Stores the sale prices, then the former price and the end: the trigger clears both with a change of the price. */
async function storeStarts(tx: Tx, due: DueStep[], context: StepContext): Promise<void> {
  const formerPrices = await readFormerPrices(
    tx,
    due.map(({ product }) => product.id),
  );
  const changes = due.map(({ product, sale }) => ({ product, fields: { price: sale.salePriceCents } }));
  await storePrices(tx, changes, { ...context, action: 'start sale' });
  for (const { product, sale } of due) {
    const lowest = formerPrices.get(product.id) ?? null;
    const isLowered = lowest !== null && lowest > sale.salePriceCents;
    await tx
      .update(products)
      .set({ formerPriceCents: isLowered ? lowest : null, saleEndsAt: sale.endsAt })
      .where(eq(products.id, product.id));
  }
}

function storePrices(
  tx: Tx,
  changes: { product: ProductState; fields: TouchedFields }[],
  context: StepContext & { action: string },
): Promise<void> {
  const planned = changes.flatMap(({ product, fields }) => {
    const { changed, before, after } = differenceOf(product, fields);
    return changed ? [{ product, before, after }] : [];
  });
  return storeProductChanges(tx, planned, context);
}
