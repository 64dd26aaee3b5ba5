import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';

type Migration = ReturnType<typeof readMigrationFiles>[number];

const folderOf = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const readCurrent = () => readMigrationFiles({ migrationsFolder: folderOf('migrations') });
export const readBeforeBaseline = () =>
  readMigrationFiles({ migrationsFolder: folderOf('migrations/before-baseline') });

/** Number of migrations of commit 311d1d6, the oldest version whose data this one opens. */
const minMigrations = 30;

/** Thrown for the schema of a version that this one cannot bring up to date. */
export class UnsupportedSchema extends Error {
  override name = 'UnsupportedSchema';
  readonly reason: string;
  constructor(reason: string) {
    super(`This database cannot be opened: ${reason}.`);
    this.reason = reason;
  }
}

/** Returns true for a database whose last migration, of this time, is older than the baseline. */
export function isBeforeBaseline(lastMigratedAt: number | undefined): boolean {
  const [baseline] = readCurrent();
  return baseline !== undefined && lastMigratedAt !== undefined && lastMigratedAt < baseline.folderMillis;
}

/** Statements that create the schema of an earlier version, and those that bring it up to date. */
export type UpgradePath = { create: string[]; upgrade: string[] };

/** Returns the path from the version that applied these migrations. Throws `UnsupportedSchema`. */
export function upgradePath(applied: string[]): UpgradePath {
  const current = readCurrent();
  const isOld = applied[0] !== current[0]?.hash;
  const history = isOld ? readBeforeBaseline() : current;
  if (applied.length === 0 || applied.some((hash, index) => history[index]?.hash !== hash)) {
    throw new UnsupportedSchema('it is from another or a newer version of the shop. Update this shop first');
  }
  if (isOld && applied.length < minMigrations) {
    throw new UnsupportedSchema('it is older than commit 311d1d6. Open it once with that commit');
  }
  const missing = history.slice(applied.length).flatMap(statementsOf);
  return {
    create: [...createJournal, ...history.slice(0, applied.length).flatMap(statementsOf)],
    upgrade: isOld ? [...missing, ...moveJournal(current)] : missing,
  };
}

const createJournal = [
  'create schema drizzle',
  'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
];

/** Replaces the journal of the old migrations by the baseline, whose schema they have reached. */
function moveJournal([baseline, ...later]: Migration[]): string[] {
  if (!baseline) throw new Error('The baseline is missing.');
  return ['delete from drizzle.__drizzle_migrations', recordOf(baseline), ...later.flatMap(statementsOf)];
}

function statementsOf(migration: Migration): string[] {
  return [...migration.sql, recordOf(migration)];
}

function recordOf({ hash, folderMillis }: Migration): string {
  return `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${folderMillis})`;
}
