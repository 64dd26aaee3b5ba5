import { migrateDatabase } from '../src/platform/database/migrate.ts';
import { openDatabase } from '../src/platform/database/open-database.ts';
import { createLog } from '../src/platform/log.ts';

// Started by tests in several processes at once: migrates the database and exits.
const [databaseUrl, folder] = process.argv.slice(2);
const database = await openDatabase({ databaseUrl, dataDir: '', log: createLog('error') });
await migrateDatabase(database, folder);
await database.close();
