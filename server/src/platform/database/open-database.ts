import type { Log } from '../log.ts';
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
  log: Log;
}): Promise<Database> {
  const { databaseUrl, databasePooler = false, maxDatabaseConnections = 10, log } = options;
  if (databaseUrl !== undefined) {
    return openPostgres({ url: databaseUrl, isPooled: databasePooler }, maxDatabaseConnections, log);
  }
  const lock = await lockDataFolder(options.dataDir);
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
