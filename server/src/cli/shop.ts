import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { FaultyBackup } from '../operations/backup/backup-file.ts';
import { isEncrypted } from '../operations/backup/encrypt-backup.ts';
import { restore, TargetNotEmpty } from '../operations/backup/restore.ts';
import { runInOpenShop } from '../platform/control-server.ts';
import { DatabaseDamaged } from '../platform/database/embedded/embedded-database.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { type Environment, readEnvironment } from '../platform/environment.ts';
import { createLog } from '../platform/log.ts';
import { isOperatorError } from '../platform/operator-error.ts';
import { readEnvFile } from '../platform/read-env-file.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { maxInUseWaitMs, waitWhileInUse } from '../platform/wait-while-in-use.ts';
import { contentsOf, printBackups } from './backup-commands.ts';
import { type Command, commandOf, type RestoreCommand, runCommand } from './shop-commands.ts';
import { WrongCommand } from './wrong-command.ts';

// `npm run shop -- <command>`: the CLI for the owner of a shop. It opens the database itself, or sends the command to
// the running shop that has it open.

const now = () => new Date();
const log = createLog('error');

try {
  const command = await commandOf(process.argv.slice(2), process.env.INIT_CWD);
  readEnvFile();
  const environment = readEnvironment(process.env);
  process.exitCode =
    command.name === 'restore' ? await runRestore(environment, command) : await run(environment, command);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = error instanceof DatabaseDamaged ? 3 : 1;
}

/** Runs the command here or in the running shop; waits for one that is starting or stopping. */
async function run(environment: Environment, command: Command): Promise<number> {
  const runOnce = async () => {
    try {
      return await runHere(environment, command);
    } catch (error) {
      if (!isInUse(error)) throw error;
      const exit = await runInOpenShop(environment.dataDir, command, console.log);
      if (exit === undefined) throw error;
      return exit;
    }
  };
  return waitWhileInUse(runOnce, { isInUse, waitMs: maxInUseWaitMs });
}

async function runHere(environment: Environment, command: Command): Promise<number> {
  // Needs no database, so that it works with a damaged one.
  if (command.name === 'backups') return printBackups(environment.dataDir, console.log);
  const database = await openDatabase({ ...environment, log });
  try {
    await migrateDatabase(database);
    return await runCommand(
      { database, now, storage: await openStorage(environment), environment },
      command,
      console.log,
    );
  } finally {
    await database.close();
  }
}

async function runRestore(
  environment: Environment,
  { file, replace, sure }: RestoreCommand,
): Promise<number> {
  const { databaseUrl, dataDir, backupKey } = environment;
  const storage = await openStorage(environment);
  if (replace && !sure && !(await isConfirmed(databaseUrl === undefined ? dataDir : 'the database'))) {
    console.log('Nothing was changed.');
    return 1;
  }
  const open = () => openDatabase({ databaseUrl, dataDir, log });
  const key = backupKey ?? ((await isEncrypted(file)) ? await askForKey(file) : undefined);
  const restored = await restore({ databaseUrl, dataDir, storage, open }, file, { replace, now, key });
  console.log(`Restored the shop of ${restored.createdAt}: ${contentsOf(restored)}.`);
  console.log('Everyone is signed out; passwords are those of the backup.');
  if (restored.movedTo) console.log(`The previous database was moved to ${restored.movedTo}.`);
  if (restored.missingImages.length === 0) return 0;
  console.log(`Images without a file: ${restored.missingImages.join(', ')}`);
  return 1;
}

/** Reads the key without echo, because terminals keep what is typed. */
async function askForKey(file: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  process.stdout.write(`${file} is encrypted. Its BACKUP_KEY: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true });
  const key = await prompt.question('');
  prompt.close();
  process.stdout.write('\n');
  return key.trim() || undefined;
}

async function isConfirmed(target: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new WrongCommand('Without a terminal, confirm with --replace --yes.');
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question(`This replaces the shop in ${target}. Type "replace" to continue: `);
  prompt.close();
  return answer.trim() === 'replace';
}

function isInUse(error: unknown): error is Error {
  return error instanceof Error && error.name === 'DataFolderInUse';
}

function messageOf(error: unknown): unknown {
  if (error instanceof TargetNotEmpty)
    return `${error.message} Nothing was changed. Use --replace to replace the existing shop.`;
  const isExpected = error instanceof WrongCommand || error instanceof FaultyBackup || isOperatorError(error);
  return isExpected ? error.message : error;
}
