import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { invalidateSearches } from '../../catalog.tags.ts';
import type { OpenSearchClient } from './opensearch-client.ts';
import {
  createBuild,
  deleteBuild,
  publishBuild,
  readProductsAfter,
  sendWrites,
  writesFor,
} from './opensearch-index.ts';

/** Builds a new index of all products on sale and publishes it in place of the others; returns their number. */
export async function rebuildIndex(client: OpenSearchClient, db: Db): Promise<number> {
  const build = await createBuild(client);
  try {
    const count = await fillBuild(client, db, build);
    await publishBuild(client, build);
    await inTransaction(db, async (tx) => invalidateSearches(tx));
    return count;
  } catch (error) {
    await deleteBuild(client, build).catch(() => {});
    throw error;
  }
}

async function fillBuild(client: OpenSearchClient, db: Db, build: string): Promise<number> {
  let count = 0;
  for (let last = ''; ; ) {
    const rows = await readProductsAfter(db, last);
    if (rows.length === 0) return count;
    const ids = rows.map(({ id }) => id);
    const errors = await sendWrites(client, [build], writesFor(ids, rows), { refresh: false });
    for (const [id, error] of errors) throw new Error(`Product ${id} was not indexed: ${error}`);
    count += rows.length;
    last = ids.at(-1) ?? '';
  }
}
