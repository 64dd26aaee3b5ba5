import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { dayMs, secondMs } from '../../time.ts';
import type { EmbeddedDatabase } from '../database.ts';
import { createDiskSpaceCheck } from './disk-room.ts';

/** Bounds how long a run delays the end of the process. */
const maxRunMs = 2 * secondMs;

type Table = { schema: string; name: string };

/**
 * Returns a task that vacuums and analyzes each table of the embedded database once a day. No background process of
 * PostgreSQL does it there: the rows of finished jobs and earlier versions of all others would fill the disk, and the
 * planner would not know any table. The process does nothing else during a statement of this database, so each table is
 * vacuumed in one of its own; a run takes at most two seconds.
 */
export function createVacuum(
  { db }: EmbeddedDatabase,
  { dataDir, now }: { dataDir: string; now: () => Date },
): () => Promise<void> {
  const assertDiskSpace = createDiskSpaceCheck(dataDir);
  let remaining: Table[] = [];
  let dueAt = 0;
  return async () => {
    if (remaining.length === 0) {
      if (now().getTime() < dueAt) return;
      dueAt = now().getTime() + dayMs;
      const { rows } = await db.execute<Table>(
        // A partitioned table is left out: its partitions would be vacuumed twice.
        sql`select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
          where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`,
      );
      remaining = rows;
    }
    for (const endsAt = performance.now() + maxRunMs; performance.now() < endsAt; ) {
      const table = remaining.pop();
      if (!table) return;
      await assertDiskSpace();
      await nextTurn();
      await db.execute(sql`vacuum (analyze) ${sql.identifier(table.schema)}.${sql.identifier(table.name)}`);
    }
  };
}
