import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { withSession } from './database-session.ts';

const backupLock = 7_248_131;

export type BackupLock = {
  /** Returns a function that releases the lock; null while a backup runs. */
  acquire: () => Promise<(() => Promise<void>) | null>;
  /** Condition that is true while the lock is free. */
  isFree: () => SQL;
};

/** Lets one backup run at a time. PostgreSQL releases the lock when its process dies. */
export function createBackupLock(database: Database): BackupLock {
  if (database.kind === 'postgres') {
    return { acquire: () => acquireOnConnection(database), isFree: () => sql`not ${isHeldInDatabase}` };
  }
  // The embedded database belongs to one process.
  let isHeld = false;
  return {
    acquire: async () => {
      if (isHeld) return null;
      isHeld = true;
      return async () => {
        isHeld = false;
      };
    },
    isFree: () => (isHeld ? sql`false` : sql`true`),
  };
}

const isHeldInDatabase = sql`exists (
  select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${backupLock} and objsubid = 1
    and database = (select oid from pg_database where datname = current_database()))`;

async function acquireOnConnection(database: Database): Promise<(() => Promise<void>) | null> {
  const acquired = Promise.withResolvers<boolean>();
  const released = Promise.withResolvers<void>();
  const session = withSession(database, 'begin', async (run) => {
    const [row] = await run(`select pg_try_advisory_xact_lock(${backupLock})::text`);
    acquired.resolve(row?.[0] === 'true');
    await released.promise;
  });
  session.catch(acquired.reject);
  const release = async () => {
    released.resolve();
    await session;
  };
  if (await acquired.promise) return release;
  await release();
  return null;
}
