import {
  type CheckKind,
  checkLabels,
  checkResultLabels,
  checksOf,
} from '@reprise/contract/catalog/grading/device-checks';
import type { NewChecks } from '@reprise/contract/workshop/units/bench';
import { readCarrier } from '@reprise/contract/workshop/units/carrier';
import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { inRetriedTransaction, type MoveDeps } from '../move-units.ts';
import { findUnitRow } from '../unit-rows.ts';
import { newestChecks } from './bench.queries.ts';
import { unitChecks } from './bench.tables.ts';
import { changeOnBench } from './change-on-bench.ts';
import { lockOnBench } from './lock-on-bench.ts';
import { pullBlocked } from './pull-from-sale.ts';

/** Records the answers and returns the id of the unit. A blocked check takes it off the sale. */
export async function recordChecks(
  deps: Pick<Deps, 'db' | 'now'> & MoveDeps,
  reference: string,
  { checks }: NewChecks,
  actorId: string,
): Promise<string> {
  const by = { actorId, now: deps.now() };
  return inRetriedTransaction(deps.db, async (tx) => {
    const { id } = await findUnitRow(tx, reference);
    await pullBlocked(tx, deps, { ids: [id], checks }, by);
    const locked = await lockOnBench(tx, reference);
    await addChecks(tx, locked, { checks, reportId: null }, by);
    return locked.unit.id;
  });
}

type Locked = Awaited<ReturnType<typeof lockOnBench>>;

/** Stores checks of a locked unit by hand or of a report. */
export async function addChecks(
  tx: Tx,
  { unit, kind }: Locked,
  { checks, reportId }: NewChecks & { reportId: string | null },
  by: Actor,
): Promise<void> {
  await insertChecks(tx, unit, { checks, reportId }, by);
  const resultOf = new Map((await newestChecks(tx, unit)).map(({ kind, result }) => [kind, result]));
  const isAnswered = checksOf(kind).every((kind) => ['clear', 'flagged'].includes(resultOf.get(kind) ?? ''));
  const blocked: CheckKind[] = [...resultOf].flatMap(([kind, result]) => (result === 'blocked' ? kind : []));
  const detail = checks.map(
    ({ kind, result }) => `${checkLabels[kind]} ${checkResultLabels[result].toLowerCase()}`,
  );
  await changeOnBench(
    tx,
    unit,
    {
      kind: 'checked',
      detail: detail.join(', '),
      facts: { checkedAt: isAnswered ? by.now : null, ...carrierFound(checks, unit.carrier) },
      // A block from before a new main board or a return counts until it is answered.
      blockedBy: [
        ...blocked,
        ...unit.blockedBy.filter((blocker) => blocker === 'wipe' || !resultOf.has(blocker)),
      ],
    },
    by,
  );
}

/** Returns the carrier after a check of the carrier lock; a lock without a name leaves open which one it is. */
function carrierFound(checks: NewChecks['checks'], before: string | null): { carrier?: string | null } {
  const check = checks.find(({ kind }) => kind === 'carrier-lock');
  if (!check || check.result === 'unknown') return {};
  if (check.result === 'clear') return { carrier: '' };
  return { carrier: readCarrier(check.carrier ?? '') || before || null };
}

async function insertChecks(
  tx: Tx,
  { id, intake }: { id: string; intake: number },
  { checks, reportId }: NewChecks & { reportId: string | null },
  { actorId, now }: Actor,
): Promise<void> {
  const record = { unitId: id, intake, reportId, actorId, createdAt: now };
  const rows = checks.map(({ kind, result, provider, note, carrier }) => {
    const carrierName = kind === 'carrier-lock' ? (readCarrier(carrier ?? '') ?? '') : '';
    return {
      kind,
      result,
      provider,
      note: [carrierName, note].filter(Boolean).join('. '),
      ...record,
      id: newId('uck'),
    };
  });
  await tx.insert(unitChecks).values(rows);
}
