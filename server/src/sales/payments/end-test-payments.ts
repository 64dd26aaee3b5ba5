import { and, asc, eq, gt } from 'drizzle-orm';
import { recordLiveKeys } from '../../foundations/settings/live-payments.ts';
import { isLiveKey } from '../../foundations/settings/payment-keys.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { endPayment } from './end-payment.ts';
import { payments } from './payments.tables.ts';
import type { ProcessorDeps } from './processors/processors.ts';
import type { SettleDeps } from './settle-payment.ts';

type EndDeps = SettleDeps & ProcessorDeps;

const batchSize = 100;

/** Records that the environment contains live keys and ends all test payments. Called at startup. */
export async function goLiveWithFixedKeys(deps: EndDeps): Promise<void> {
  const { stripeSecretKey } = deps.environment;
  if (stripeSecretKey === undefined || !isLiveKey(stripeSecretKey)) return;
  await inTransaction(deps.db, (tx) => recordLiveKeys(tx, deps.now()));
  await endTestPayments(deps);
}

/** Ends every open test payment; its order can then be paid with real money. */
export async function endTestPayments(deps: EndDeps): Promise<void> {
  let after = '';
  for (;;) {
    const open = await deps.db
      .select()
      .from(payments)
      .where(and(eq(payments.status, 'created'), eq(payments.livemode, false), gt(payments.id, after)))
      .orderBy(asc(payments.id))
      .limit(batchSize);
    for (const payment of open) await endPayment(deps, payment);
    const last = open.at(-1);
    if (!last || open.length < batchSize) return;
    after = last.id;
  }
}
