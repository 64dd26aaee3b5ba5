import type { SearchIndex } from '@reprise/extension/search-index';
import { type Db, inTransaction } from '../../../../platform/database/database.ts';
import { invalidateSearches } from '../../products.tags.ts';
import { readProductsAfter, writesFor } from './indexed-products.ts';

/** Builds a new index of all products on sale and publishes it in place of the others; returns their number. */
export async function rebuildIndex(index: SearchIndex, db: Db): Promise<number> {
  const build = await index.createBuild();
  try {
    const count = await fillBuild(index, db, build);
    await index.publishBuild(build);
    await inTransaction(db, async (tx) => invalidateSearches(tx));
    return count;
  } catch (error) {
    await index.deleteBuild(build).catch(() => {});
    throw error;
  }
}

async function fillBuild(index: SearchIndex, db: Db, build: string): Promise<number> {
  let count = 0;
  for (let last = ''; ; ) {
    const rows = await readProductsAfter(db, last);
    if (rows.length === 0) return count;
    const ids = rows.map(({ id }) => id);
    const errors = await index.write([build], writesFor(ids, rows), { isVisible: false });
    for (const [id, error] of errors) throw new Error(`Product ${id} was not indexed: ${error}`);
    count += rows.length;
    last = ids.at(-1) ?? '';
  }
}
