import type { PostgresDatabase } from './database.ts';
import { assertPoolerPrepared, UnusableDatabase } from './postgres-session.ts';

const minVersion = 15;

/** Errors of a server that is not there, and 57P03 of one that is starting. */
const noAnswer = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ENOENT', '57P03']);

/**
 * Throws `UnusableDatabase` if PostgreSQL does not answer, is too old, stores text in another encoding than UTF-8, cannot
 * sort by ICU, or is behind a pooler that was not prepared.
 */
export async function assertUsable(database: PostgresDatabase): Promise<void> {
  try {
    await assertPoolerPrepared(database.pool, database);
  } catch (error) {
    const sentence = describeRefusal(error as Error & { code?: string }, new URL(database.url));
    throw sentence === undefined ? error : new UnusableDatabase(sentence, { cause: error });
  }
  const { rows } = await database.pool.query<{
    version: string;
    encoding: string;
    name: string;
    hasIcu: boolean;
  }>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
       current_database() as name, exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu"`,
  );
  for (const { version, encoding, name, hasIcu } of rows) {
    if (Number.parseInt(version, 10) < minVersion) {
      throw new UnusableDatabase(
        `DATABASE_URL names PostgreSQL ${version}; the shop needs ${minVersion} or later.`,
      );
    }
    if (encoding !== 'UTF8') {
      throw new UnusableDatabase(
        `The database "${name}" stores text as ${encoding}. Create the database with encoding UTF8: createdb -E UTF8 --locale C.UTF-8 -T template0 ${name}.`,
      );
    }
    if (!hasIcu) {
      throw new UnusableDatabase(
        `The database "${name}" has no collation "und-x-icu", by which the shop sorts names. Use a PostgreSQL that is built with ICU, as the packages of PostgreSQL are.`,
      );
    }
  }
}

/** Returns the sentence for an error of the first connection; undefined for any other. */
function describeRefusal(
  { code, message }: { code?: string; message: string },
  url: URL,
): string | undefined {
  const name = decodeURIComponent(url.pathname.slice(1));
  if (code === '3D000') {
    return `The database "${name}" does not exist. Create it: createdb -E UTF8 --locale C.UTF-8 -T template0 ${name}.`;
  }
  if (code?.startsWith('28')) return `PostgreSQL refuses the user or password of DATABASE_URL: ${message}.`;
  if (noAnswer.has(code ?? '') || /timeout/i.test(message)) {
    return `PostgreSQL does not answer at DATABASE_URL: ${message || code}. Start it, or correct the host and port.`;
  }
  return undefined;
}
