import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { createLog } from '../src/platform/log.ts';
import { copyEmptyShop } from './copy-empty-shop.ts';
import { createSchema } from './create-schema.ts';
import './provided.ts';

/** Runs once per test project: dumps a migrated database with its queues, which each test file loads. */
export default async function prepareEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-embedded-'));
  await copyEmptyShop(folder);
  const database = await openDatabase({ dataDir: folder, log: createLog('error') });
  if (database.kind !== 'embedded') throw new Error('Expected the embedded database.');
  await createSchema(database);
  // Without a checkpoint every load of the dump would replay the write-ahead log.
  await database.pglite.query('checkpoint');
  const dump = await database.pglite.dumpDataDir('none');
  await database.close();
  const file = join(folder, 'template.tar');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  project.provide('testDatabase', { kind: 'embedded', dump: file });
  return () => rm(folder, { recursive: true, force: true });
}
