import { Problem } from '@reprise/contract/problem';
import {
  maxTestOrders,
  type TestMode,
  type testModeObstacles,
} from '@reprise/contract/sales/payments/test-mode';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { findTestPayers, readLivePayments } from '../../foundations/settings/live-payments.ts';
import { readPaymentKeys } from '../../foundations/settings/payment-keys.ts';
import { writeTestMode } from '../../foundations/settings/test-mode.ts';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import { orderColumns, withDetails } from '../orders/orders.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { endTestPayments } from './end-test-payments.ts';
import type { ProcessorDeps } from './processors/processors.ts';
import type { SettleDeps } from './settle-payment.ts';

type Obstacle = (typeof testModeObstacles)[number];

/** Returns the state of test mode and the open test orders with what returns when they are cancelled. */
export async function readTestMode(deps: ProcessorDeps): Promise<TestMode> {
  const { testMode } = await readLivePayments(deps.db);
  return { isOn: testMode, obstacle: await findObstacle(deps), ...(await readOpenTestOrders(deps.db)) };
}

/** Turns test mode on or off; off also ends the payments that are open at the test processor. */
export async function setTestMode(
  deps: SettleDeps & ProcessorDeps,
  isOn: boolean,
  actorId: string,
): Promise<TestMode> {
  const obstacle = isOn ? await findObstacle(deps) : null;
  if (obstacle) throw new Problem('VALIDATION_ERROR', sentences[obstacle]);
  const isChanged = await inTransaction(deps.db, async (tx) => {
    if (!(await writeTestMode(tx, isOn, deps.now()))) return false;
    const action = isOn ? 'turn on test mode' : 'turn off test mode';
    await recordAudit(tx, { actorId, action, subject: 'settings', after: { testMode: isOn } });
    return true;
  });
  if (isChanged && !isOn) await endTestPayments(deps);
  return readTestMode(deps);
}

const sentences: Record<Obstacle, string> = {
  live: 'This shop has had live keys, so it takes no test payments. Try things in a separate shop.',
  processor: 'Another processor takes the payments of this shop. Use its own test mode.',
  everyone: 'Everyone can pay with test cards in this shop already, by PAYMENTS=test or its demo data.',
};

async function findObstacle(deps: ProcessorDeps): Promise<Obstacle | null> {
  if ((await readLivePayments(deps.db)).liveKeysSince !== null) return 'live';
  const hasPages = deps.environment.paymentAdapters.length > 0;
  if (hasPages || (await readPaymentKeys(deps)) !== null) return 'processor';
  const { testMode } = await readLivePayments(deps.db);
  return !testMode && (await findTestPayers(deps)) === 'everyone' ? 'everyone' : null;
}

/** Orders paid with test cards whose stock and devices are still out. */
const isOpenTestOrder = and(
  eq(orders.isTestPaid, true),
  inArray(orders.status, ['pending', 'processing', 'shipped']),
);

async function readOpenTestOrders(db: Queryable): Promise<Pick<TestMode, 'openOrders' | 'openOrderCount'>> {
  const rows = await db
    .select(orderColumns)
    .from(orders)
    .where(isOpenTestOrder)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(maxTestOrders);
  const detailed = await withDetails(db, rows);
  return {
    openOrderCount: rows.length < maxTestOrders ? rows.length : await db.$count(orders, isOpenTestOrder),
    openOrders: detailed.map(({ id, orderNumber, status, total, createdAt, items }) => ({
      ...{ id, orderNumber, status, total, createdAt },
      items: items.map((item) => ({
        id: item.product.id,
        name: item.product.name,
        quantity: item.quantity - (item.refundedQuantity ?? 0),
        devices: (item.devices ?? []).filter(({ isBack }) => !isBack).map(({ number }) => number),
      })),
    })),
  };
}
