import { migrateDatabase } from '../src/platform/database/migrate.ts';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { createLog } from '../src/platform/log.ts';

// Started by tests: applies the migrations of a folder to the embedded database, until it is killed.
const [dataDir, migrations] = process.argv.slice(2);
if (!dataDir || !migrations) throw new Error('Usage: migrate-folder.ts <data folder> <migrations folder>');
const database = await openDatabase({ dataDir, log: createLog('error') });
console.log('migrating');
await migrateDatabase(database, migrations);
console.log('done');
