import type { IntegrityCheck } from '@reprise/contract/integrity';
import { desc, lt } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { type Db, inTransaction } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import { type BrokenInvariant, findBrokenInvariants } from './check-invariants.ts';
import { findMissingImages } from './find-missing-images.ts';
import { findStuckJobs } from './find-stuck-jobs.ts';
import { integrityChecks } from './integrity.tables.ts';

export type IntegrityDeps = Pick<Deps, 'db' | 'now' | 'log' | 'withLongQueryConnection'> & {
  environment: { dataDir: string };
};

const keptDays = 90;
const day = 24 * 60 * 60 * 1000;

/** Looks through everything that must add up. On PostgreSQL without the time limits of requests. */
export function findAllBroken({
  withLongQueryConnection,
  environment,
}: Pick<IntegrityDeps, 'withLongQueryConnection' | 'environment'>): Promise<BrokenInvariant[]> {
  return withLongQueryConnection(async (db) => [
    ...(await findBrokenInvariants(db)),
    ...(await findStuckJobs(db)),
    ...(await findMissingImages(db, environment.dataDir)),
  ]);
}

/** Looks through the books, writes down what was found and tells the log of what does not add up. */
export async function runIntegrityChecks(deps: IntegrityDeps): Promise<IntegrityCheck> {
  const started = performance.now();
  const broken = (await findAllBroken(deps)).map(inShort);
  const check = { checkedAt: deps.now(), tookMs: Math.round(performance.now() - started), broken };
  if (broken.length > 0) deps.log.error({ broken }, 'the books do not add up');
  await inTransaction(deps.db, async (tx) => {
    await tx.insert(integrityChecks).values({ id: newId('chk'), ...check });
    await tx
      .delete(integrityChecks)
      .where(lt(integrityChecks.checkedAt, new Date(check.checkedAt.getTime() - keptDays * day)));
  });
  return { ...check, checkedAt: check.checkedAt.toISOString() };
}

function inShort({ what, rows }: BrokenInvariant): IntegrityCheck['broken'][number] {
  return { what, count: rows.length, examples: rows.slice(0, 5).map(({ id }) => String(id)) };
}

export async function readLastCheck(db: Db): Promise<IntegrityCheck | null> {
  const [last] = await db.select().from(integrityChecks).orderBy(desc(integrityChecks.checkedAt)).limit(1);
  if (!last) return null;
  const { checkedAt, tookMs, broken } = last;
  return { checkedAt: checkedAt.toISOString(), tookMs, broken };
}

const hour = 60 * 60 * 1000;

/** Looks every hour whether the last check is a day old, and soon after a start; the function it returns ends that. */
export function startIntegrityChecks(deps: IntegrityDeps): () => Promise<void> {
  let running = Promise.resolve();
  const look = () => {
    running = running
      .then(async () => {
        const last = await readLastCheck(deps.db);
        if (last && deps.now().getTime() - Date.parse(last.checkedAt) < day - hour) return;
        await runIntegrityChecks(deps);
      })
      .catch((error) => deps.log.error({ err: error }, 'the books were not checked'));
  };
  const first = setTimeout(look, 60_000);
  const timer = setInterval(look, hour);
  return async () => {
    clearTimeout(first);
    clearInterval(timer);
    await running;
  };
}
