import type { Log } from '../log.ts';
import { secondMs } from '../time.ts';
import type { Database } from './database.ts';
import { lockDataFolder } from './embedded/data-folder-lock.ts';
import { createDiskSpaceCheck } from './embedded/disk-room.ts';
import { openPgliteFolder, wrapPglite } from './embedded/embedded-database.ts';
import { openPostgres } from './postgres-database.ts';

/** Opens PostgreSQL at `databaseUrl`, or the embedded database in the data folder without one. */
export async function openDatabase(options: {
  databaseUrl?: string | undefined;
  /** True behind a pooler in transaction mode. */
  databasePooler?: boolean;
  maxDatabaseConnections?: number;
  dataDir: string;
  /** Time to wait for another process that has the data folder open; 0 by default. */
  inUseWaitMs?: number;
  log: Log;
}): Promise<Database> {
  const { databaseUrl, databasePooler = false, maxDatabaseConnections = 10, inUseWaitMs = 0, log } = options;
  if (databaseUrl !== undefined) {
    return openPostgres({ url: databaseUrl, isPooled: databasePooler }, maxDatabaseConnections, log);
  }
  const lock = await lockDataFolder(options.dataDir, {
    waitMs: inUseWaitMs,
    onWait: ({ message }) => log.warn(`${message} Waiting up to ${inUseWaitMs / secondMs} s for it to end.`),
  });
  try {
    const database = wrapPglite(
      await openPgliteFolder(options.dataDir),
      createDiskSpaceCheck(options.dataDir),
    );
    return {
      ...database,
      close: async () => {
        await database.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
