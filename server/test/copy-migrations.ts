import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const committed = fileURLToPath(new URL('../migrations', import.meta.url));

/** Copies the committed migrations to a folder for the current test. */
export async function copyMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(committed, folder, { recursive: true });
  return folder;
}

/** Returns the migrations that were added to the copy, as text by file name. */
export async function addedMigrations(folder: string): Promise<Record<string, string>> {
  const known = await readdir(committed);
  const names = (await readdir(folder)).filter((name) => !known.includes(name));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

/** Returns the numbers of the migrations that have a snapshot. */
export async function snapshotsIn(folder = committed): Promise<number[]> {
  const names = await readdir(join(folder, 'meta'));
  return names.filter((name) => name !== '_journal.json').map((name) => Number.parseInt(name, 10));
}
