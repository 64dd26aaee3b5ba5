import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes a folder of migrations in the generator's format, newer than all committed ones, for the current test. */
export async function writeMigrations(statements: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'meta'));
  const farFuture = Date.UTC(2100, 0);
  const entries = Object.keys(statements).map((tag, idx) => ({
    idx,
    version: '7',
    when: farFuture + idx,
    tag,
    breakpoints: true,
  }));
  await writeFile(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  );
  for (const [tag, text] of Object.entries(statements)) await writeFile(join(folder, `${tag}.sql`), text);
  return folder;
}
