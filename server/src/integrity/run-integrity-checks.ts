import type { BooksCheck } from '@reprise/contract/integrity';
import { desc, lt } from 'drizzle-orm';
import { type Db, inTransaction } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Deps } from '../platform/deps.ts';
import { type BrokenInvariant, findBrokenInvariants } from './check-invariants.ts';
import { findMissingPictures } from './find-missing-images.ts';
import { findLostWork } from './find-stuck-jobs.ts';
import { booksChecks } from './integrity.tables.ts';

export type BooksDeps = Pick<Deps, 'db' | 'now' | 'log' | 'withoutHaste'> & {
  environment: { dataDir: string };
};

const keptDays = 90;
const day = 24 * 60 * 60 * 1000;

/** Looks through everything that must add up. On PostgreSQL without the time limits of requests. */
export function findAllBroken({
  withoutHaste,
  environment,
}: Pick<BooksDeps, 'withoutHaste' | 'environment'>): Promise<BrokenInvariant[]> {
  return withoutHaste(async (db) => [
    ...(await findBrokenInvariants(db)),
    ...(await findLostWork(db)),
    ...(await findMissingPictures(db, environment.dataDir)),
  ]);
}

/** Looks through the books, writes down what was found and tells the log of what does not add up. */
export async function checkBooks(deps: BooksDeps): Promise<BooksCheck> {
  const started = performance.now();
  const broken = (await findAllBroken(deps)).map(inShort);
  const check = { checkedAt: deps.now(), tookMs: Math.round(performance.now() - started), broken };
  if (broken.length > 0) deps.log.error({ broken }, 'the books do not add up');
  await inTransaction(deps.db, async (tx) => {
    await tx.insert(booksChecks).values({ id: newId('chk'), ...check });
    await tx
      .delete(booksChecks)
      .where(lt(booksChecks.checkedAt, new Date(check.checkedAt.getTime() - keptDays * day)));
  });
  return { ...check, checkedAt: check.checkedAt.toISOString() };
}

function inShort({ what, rows }: BrokenInvariant): BooksCheck['broken'][number] {
  return { what, count: rows.length, examples: rows.slice(0, 5).map(({ id }) => String(id)) };
}

export async function readLastCheck(db: Db): Promise<BooksCheck | null> {
  const [last] = await db.select().from(booksChecks).orderBy(desc(booksChecks.checkedAt)).limit(1);
  if (!last) return null;
  const { checkedAt, tookMs, broken } = last;
  return { checkedAt: checkedAt.toISOString(), tookMs, broken };
}

const hour = 60 * 60 * 1000;

/** Looks every hour whether the last check is a day old, and soon after a start; the function it returns ends that. */
export function startCheckingBooks(deps: BooksDeps): () => Promise<void> {
  let running = Promise.resolve();
  const look = () => {
    running = running
      .then(async () => {
        const last = await readLastCheck(deps.db);
        if (last && deps.now().getTime() - Date.parse(last.checkedAt) < day - hour) return;
        await checkBooks(deps);
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
