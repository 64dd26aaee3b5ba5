import pg from 'pg';
import {
  type Db,
  isAutoCommitStatement,
  isMultiProcess,
  onTransactionEnd,
  sendWithCommit,
  type Tx,
} from '../database/database.ts';
import { newId } from '../database/new-id.ts';

/** What a transaction has changed, as tags; `row` tells other processes. */
export type Invalidation = { tags: ReadonlySet<string>; row: string };

const bumpsOf = new WeakMap<Tx, { tags: Set<string>; row: string }>();

/**
 * Says that whatever shows these tags has changed. Call it in the transaction of the change: kept answers that
 * show them are forgotten here before the write is answered, elsewhere within a second.
 */
export function invalidateTags(tx: Tx, tags: Iterable<string>): void {
  const bump = bumpsOf.get(tx) ?? { tags: new Set(), row: newId('bmp') };
  for (const tag of tags) bump.tags.add(tag);
  if (bump.tags.size === 0) return;
  bumpsOf.set(tx, bump);
  if (isMultiProcess(tx) && !isAutoCommitStatement(tx)) sendWithCommit(tx, rowFor(bump));
}

/**
 * For a transaction that is one statement: that statement has to write this row of `cache_bumps` itself. Nothing
 * where the row goes with the commit, or where nobody else would read it.
 */
export function invalidationRow(tx: Tx): { id: string; tags: string[] } | undefined {
  const bump = bumpsOf.get(tx);
  if (!bump || !isMultiProcess(tx) || !isAutoCommitStatement(tx)) return undefined;
  return { id: bump.row, tags: [...bump.tags] };
}

function rowFor({ tags, row }: Invalidation): string {
  const list = [...tags].map((tag) => pg.escapeLiteral(tag)).join(', ');
  return `insert into cache_bumps (id, tags) values (${pg.escapeLiteral(row)}, array[${list}]::text[])`;
}

/**
 * Learns what each transaction of this handle has bumped, as soon as it is over. `certain` is false where the
 * commit got no answer: then it may have happened, or may still.
 */
export function onInvalidation(db: Db, learn: (bump: Invalidation & { certain: boolean }) => void): void {
  onTransactionEnd(db, (tx, committed) => {
    const bump = bumpsOf.get(tx);
    if (bump && committed !== 'no') learn({ ...bump, certain: committed === 'yes' });
  });
}
