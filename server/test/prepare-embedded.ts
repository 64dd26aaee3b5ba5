import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log.ts';
import { copyEmptyShop } from './copy-empty-shop.ts';
import { firstStart } from './first-start.ts';
import './provided.ts';

/** Runs once before the tests of this project: a migrated database with its queues, kept as a dump that each test file loads. */
export default async function prepareEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-embedded-'));
  await copyEmptyShop(folder);
  const database = await openDatabase({ dataDir: folder, log: createLog('error') });
  if (database.kind !== 'embedded') throw new Error('The embedded database was expected.');
  await firstStart(database);
  // Else whoever loads the dump has it do all of that again, from its log.
  await database.pglite.query('checkpoint');
  const dump = await database.pglite.dumpDataDir('none');
  await database.close();
  const file = join(folder, 'template.tar');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  project.provide('testDatabase', { kind: 'embedded', dump: file });
  return () => rm(folder, { recursive: true, force: true });
}
