import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite, type PGliteInterface, type QueryOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { inStatementSpan } from '../../telemetry.ts';
import {
  createTransactionGuard,
  type EmbeddedDatabase,
  type Queryable,
  type StatementRunner,
  statementRunner,
  type TransactionRunner,
  type Tx,
  transactionRunner,
} from '../database.ts';
import { valueParsers } from '../value-parsers.ts';
import { diskFullError, hasDiskSpace } from './disk-room.ts';

/** Wraps PGlite; `assertDiskSpace` throws before a transaction that could fill the disk. */
export function wrapPglite(
  pglite: PGlite,
  assertDiskSpace: () => Promise<void> = async () => {},
): EmbeddedDatabase {
  Object.assign(pglite.parsers, valueParsers);
  const guard = createTransactionGuard();
  const outer = pgliteHandle(pglite, guard.assertOutside) as unknown as Queryable;
  const runTransaction: TransactionRunner = async (work) => {
    guard.assertOutside();
    await assertDiskSpace();
    return pglite
      .transaction((inner) => guard.inside(() => work(pgliteHandle(inner, () => {}) as unknown as Tx)))
      .catch(exitOnPanic);
  };
  return {
    kind: 'embedded',
    pglite,
    db: Object.assign(outer, { [transactionRunner]: runTransaction }),
    ping: async () => {
      await pglite.query('select 1');
    },
    close: async () => {
      await pglite.query('checkpoint');
      await pglite.close();
    },
    assertOutsideTransaction: guard.assertOutside,
  };
}

function pgliteHandle(client: Pick<PGliteInterface, 'query'>, check: () => void) {
  // The parsers are set on the database: parsers of a single query would make PGlite copy all others.
  const query = async (text: string, params: unknown[], { parsers: _, ...options }: QueryOptions) => {
    check();
    return inStatementSpan(text, () => client.query(text, params, options)).catch(exitOnPanic);
  };
  const run: StatementRunner = ({ text, values }) => query(text, values, {}) as ReturnType<StatementRunner>;
  return Object.assign(drizzlePglite({ client: { query } as PGlite }), { [statementRunner]: run });
}

/**
 * Exits after a panic, such as a failed write of the log: another query would block the process forever. The next start
 * recovers every committed transaction.
 */
function exitOnPanic(error: unknown): never {
  if ((error as { severity?: string }).severity === 'PANIC') {
    console.error('The embedded database crashed:', error);
    process.exit(4);
  }
  throw error;
}

/** Opens an embedded database in `folder`, creating it if necessary. The caller has locked the data folder. */
export async function openEmbeddedAt(folder: string): Promise<EmbeddedDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return wrapPglite(await openPglite(folder));
}

const folderOf = (dataDir: string) => join(dataDir, 'database');
/** An interrupted restore may have left only its last step, the rename of this folder. */
const restoredFolderOf = (dataDir: string) => join(dataDir, 'database.restored');

export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(folderOf(dataDir)) || existsSync(restoredFolderOf(dataDir));
}

/** Opens the embedded database of a data folder, creating it if necessary. The caller has locked the folder. */
export async function openPgliteFolder(dataDir: string): Promise<PGlite> {
  const folder = folderOf(dataDir);
  const restored = restoredFolderOf(dataDir);
  if (!existsSync(folder) && existsSync(restored)) await rename(restored, folder);
  if (!existsSync(folder)) await createPgliteFolder(dataDir, folder);
  if (!existsSync(join(folder, 'PG_VERSION')))
    throw unreadableFolder(folder, (await readdir(folder)).join(', '));
  // Crash recovery writes: on a full disk it fails halfway or not, depending on the log it finds.
  if (!(await hasDiskSpace(folder))) throw diskFullError(folder);
  try {
    return await openPglite(folder);
  } catch (error) {
    throw unreadableFolder(folder, error);
  }
}

/** Creates the database aside and renames it, so that a killed process leaves no partial database. */
async function createPgliteFolder(dataDir: string, folder: string): Promise<void> {
  const unfinished = join(dataDir, 'database.new');
  await rm(unfinished, { recursive: true, force: true });
  // PGlite creates world-writable files, so the folder must deny access to other users.
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const pglite = await openPglite(unfinished);
  await pglite.close();
  await rename(unfinished, folder);
}

async function openPglite(folder: string): Promise<PGlite> {
  const pglite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm } });
  await pglite.exec(`set timezone = 'UTC'`);
  return pglite;
}

/** Thrown when the embedded database cannot be opened. Its files are unchanged. */
export class DatabaseDamaged extends Error {
  override name = 'DatabaseDamaged';
}

function unreadableFolder(folder: string, cause: unknown): DatabaseDamaged {
  return new DatabaseDamaged(
    `The database in ${folder} cannot be opened; it is damaged or not a database. ` +
      'Nothing was changed. List the backups with `npm run shop -- backups`; restore the latest with ' +
      '`npm run shop -- restore <file> --replace`, which moves this folder aside.',
    { cause },
  );
}
