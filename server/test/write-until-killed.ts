import { sql } from 'drizzle-orm';
import { inTransaction } from '../src/platform/database/database.ts';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { createLog } from '../src/platform/log.ts';

// Started by tests: inserts rows and prints each id after its commit, until it is killed.
const dataDir = process.argv[2];
if (!dataDir) throw new Error('Usage: write-until-killed.ts <folder>');
const { db } = await openDatabase({ dataDir, log: createLog('error') });
await db.execute(sql`create table written (id int primary key)`);
for (let id = 1; ; id++) {
  await inTransaction(db, (tx) => tx.execute(sql`insert into written values (${id})`));
  console.log(id);
}
