import type { IntegrityCheck } from '@reprise/contract/operations/integrity';
import { desc, lt } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { type Db, inTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { dayMs, hourMs } from '../../platform/time.ts';
import { type BrokenInvariant, findBrokenInvariants } from './check-invariants.ts';
import { findMissingImages } from './find-missing-images.ts';
import { findStuckJobs } from './find-stuck-jobs.ts';
import { integrityChecks } from './integrity.tables.ts';

export type IntegrityDeps = Pick<Deps, 'db' | 'now' | 'log' | 'storage' | 'withLongQueryConnection'>;

const retentionDays = 90;

/** Runs all checks, on PostgreSQL without the statement timeout of requests. */
export function findAllBroken({
  withLongQueryConnection,
  storage,
}: Pick<IntegrityDeps, 'withLongQueryConnection' | 'storage'>): Promise<BrokenInvariant[]> {
  return withLongQueryConnection(async (db) => [
    ...(await findBrokenInvariants(db)),
    ...(await findStuckJobs(db)),
    ...(await findMissingImages(db, storage)),
  ]);
}

/** Runs all checks, stores the result and logs an error if an invariant is broken. */
export async function runIntegrityChecks(deps: IntegrityDeps): Promise<IntegrityCheck> {
  const started = performance.now();
  const broken = (await findAllBroken(deps)).map(summarize);
  const check = { checkedAt: deps.now(), tookMs: Math.round(performance.now() - started), broken };
  if (broken.length > 0) deps.log.error({ broken }, 'integrity check failed');
  await inTransaction(deps.db, async (tx) => {
    await tx.insert(integrityChecks).values({ id: newId('chk'), ...check });
    await tx
      .delete(integrityChecks)
      .where(lt(integrityChecks.checkedAt, new Date(check.checkedAt.getTime() - retentionDays * dayMs)));
  });
  return { ...check, checkedAt: check.checkedAt.toISOString() };
}

function summarize({ what, rows }: BrokenInvariant): IntegrityCheck['broken'][number] {
  return { what, count: rows.length, examples: rows.slice(0, 5).map(({ id }) => String(id)) };
}

export async function readLastCheck(db: Db): Promise<IntegrityCheck | null> {
  const [last] = await db.select().from(integrityChecks).orderBy(desc(integrityChecks.checkedAt)).limit(1);
  if (!last) return null;
  const { checkedAt, tookMs, broken } = last;
  return { checkedAt: checkedAt.toISOString(), tookMs, broken };
}

/** Runs the checks unless one ran during the last day. */
export async function runDueIntegrityChecks(deps: IntegrityDeps): Promise<void> {
  const last = await readLastCheck(deps.db);
  if (last && deps.now().getTime() - Date.parse(last.checkedAt) < dayMs - hourMs) return;
  await runIntegrityChecks(deps);
}
