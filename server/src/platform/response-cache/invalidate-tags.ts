import pg from 'pg';
import { type Db, isMultiProcess, onTransactionEnd, sendWithCommit, type Tx } from '../database/database.ts';
import { newId } from '../database/new-id.ts';

/** Tags changed by one transaction; `rowId` identifies the row that announces them to other processes. */
export type Invalidation = { tags: ReadonlySet<string>; rowId: string };

const invalidations = new WeakMap<Tx, { tags: Set<string>; rowId: string }>();

/**
 * Marks these tags as changed by the transaction. Cached responses with one of them are dropped in this process before
 * the write is answered, in other processes within a second.
 */
export function invalidateTags(tx: Tx, tags: Iterable<string>): void {
  const invalidation = invalidations.get(tx) ?? { tags: new Set(), rowId: newId('bmp') };
  for (const tag of tags) invalidation.tags.add(tag);
  if (invalidation.tags.size === 0) return;
  invalidations.set(tx, invalidation);
  if (isMultiProcess(tx)) sendWithCommit(tx, insertStatement(invalidation));
}

function insertStatement({ tags, rowId }: Invalidation): string {
  const list = [...tags].map((tag) => pg.escapeLiteral(tag)).join(', ');
  return `insert into cache_invalidations (id, tags) values (${pg.escapeLiteral(rowId)}, array[${list}]::text[])`;
}

/**
 * Calls `listener` with the tags of each transaction of this handle when it ends. `isCertain` is false when the commit
 * got no response: the transaction may or may not be committed.
 */
export function onInvalidation(
  db: Db,
  listener: (invalidation: Invalidation & { isCertain: boolean }) => void,
): void {
  onTransactionEnd(db, (tx, committed) => {
    const invalidation = invalidations.get(tx);
    if (invalidation && committed !== 'no') listener({ ...invalidation, isCertain: committed === 'yes' });
  });
}
