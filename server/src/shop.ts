import { openDatabase } from './platform/database.ts';
import { FaultySettings, readEnvironment } from './platform/environment.ts';
import { createLog } from './platform/log.ts';
import { migrateDatabase } from './platform/migrate.ts';
import { commandOf, runCommand, WrongCommand } from './shop-commands.ts';

// `npm run shop -- <command>`: what the owner of a shop does from the keyboard. It opens the database itself.

try {
  const command = await commandOf(process.argv.slice(2));
  const environment = readEnvironment(process.env);
  const database = await openDatabase({ ...environment, log: createLog('error') });
  try {
    await migrateDatabase(database);
    const deps = { db: database.db, now: () => new Date() };
    process.exitCode = await runCommand(deps, command, console.log);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(sentenceFor(error));
  process.exitCode = 1;
}

function sentenceFor(error: unknown): unknown {
  if (error instanceof WrongCommand || error instanceof FaultySettings) return error.message;
  if (error instanceof Error && error.name === 'DataFolderInUse') {
    return `${error.message} A shop on PostgreSQL need not be stopped: name its DATABASE_URL.`;
  }
  return error;
}
