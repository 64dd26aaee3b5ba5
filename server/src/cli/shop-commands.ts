import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { problemCodeOf } from '@reprise/contract/problem';
import { email as emailSchema } from '@reprise/contract/wire';
import { backUp } from '../backup/back-up.ts';
import type { BackupSummary } from '../backup/backup-file.ts';
import { backupFile, backupsFolder, listBackups } from '../backup/keep-backups.ts';
import { exportProducts } from '../catalog/export-products.ts';
import { type ImportedRow, importProducts } from '../catalog/import-products.ts';
import { ensureAdministrator, isActiveOwner } from '../identity/ensure-admin.ts';
import { findByEmail } from '../identity/passwords/password-account.ts';
import { makeSignInLink } from '../identity/sessions/sign-in-link.ts';
import { resetTwoFactor } from '../identity/two-factor/end-two-factor.ts';
import { findAllBroken } from '../integrity/run-integrity-checks.ts';
import { readKeyring } from '../platform/crypto/secrets.ts';
import type { Database, Db } from '../platform/database/database.ts';
import { longQueryConnectionOn } from '../platform/database/long-query-connection.ts';
import type { Deps } from '../platform/deps.ts';
import type { Environment } from '../platform/environment.ts';
import { moveSecret, rotateSecret } from './move-secret.ts';

const usage = `npm run shop -- <command>

  create-admin <email>            an administrator of that address; prints the password
  reset-two-factor <email>        lets somebody who lost phone and recovery codes sign in by password
  sign-in-link <email>            a link that signs in on a new device, with the password, for 15 minutes
  import <file.json> [--dry-run]  adds the products of the file; with --dry-run only says what it would do
  export <file.json>              writes all products as import reads them
  move-secret [file]              moves the key of the shop from its database to APP_SECRET; keeps the old one in the file
  rotate-secret                   encrypts everything with APP_SECRET, so that APP_SECRET_PREVIOUS can go
  check                           looks through stock, orders, payments, jobs and pictures
  backup [file] [--no-pictures]   the whole shop in one file
  backups                         the backups in the data folder
  restore <file> [--replace]      brings a backup into an empty shop; with --replace in place of what is there

All but restore work while the shop runs.`;

/** What was typed cannot be run; the message says why. */
export class WrongCommand extends Error {}

export type Command =
  | { name: 'create-admin'; email: string }
  | { name: 'reset-two-factor'; email: string }
  | { name: 'sign-in-link'; email: string }
  | { name: 'import'; rows: unknown[]; dryRun: boolean }
  | { name: 'check' }
  | { name: 'move-secret'; file: string | null }
  | { name: 'rotate-secret' }
  | { name: 'export'; file: string }
  | { name: 'backup'; file: string | null; withPictures: boolean }
  | { name: 'backups' };

/** Works on the data folder itself, with no shop on it. */
export type RestoreCommand = { name: 'restore'; file: string; replace: boolean; sure: boolean };

const options = {
  'dry-run': { type: 'boolean', default: false },
  'no-pictures': { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;
type Option = keyof typeof options;

const optionsOf: Record<string, Option[]> = {
  import: ['dry-run'],
  backup: ['no-pictures'],
  restore: ['replace', 'yes'],
};

/** Reads the command line, and the file that is imported, before any database is opened. Files are found from `folder`. */
export async function commandOf(typed: string[], folder = process.cwd()): Promise<Command | RestoreCommand> {
  const { positionals, values } = wordsOf(typed);
  const [name = '', argument, ...more] = positionals;
  const given = (Object.keys(options) as Option[]).filter((option) => values[option]);
  if (more.length > 0 || given.some((option) => !optionsOf[name]?.includes(option)))
    throw new WrongCommand(usage);
  const command = commandWithout(name, values, argument);
  if (command) return command;
  if (argument === undefined) throw new WrongCommand(usage);
  const file = resolve(folder, argument);
  switch (name) {
    case 'create-admin':
    case 'reset-two-factor':
    case 'sign-in-link':
      return { name, email: emailOf(argument) };
    case 'import':
      return { name, rows: await rowsOf(argument, file), dryRun: values['dry-run'] };
    case 'export':
    case 'move-secret':
      return { name, file };
    case 'backup':
      return { name, file, withPictures: !values['no-pictures'] };
    case 'restore':
      return { name, file, replace: values.replace, sure: values.yes };
    default:
      throw new WrongCommand(usage);
  }
}

function commandWithout(
  name: string,
  values: Record<Option, boolean>,
  argument: string | undefined,
): Command | undefined {
  if (argument !== undefined) return undefined;
  if (name === 'check' || name === 'backups' || name === 'rotate-secret') return { name };
  if (name === 'move-secret') return { name, file: null };
  if (name === 'backup') return { name, file: null, withPictures: !values['no-pictures'] };
  return undefined;
}

function wordsOf(typed: string[]) {
  try {
    return parseArgs({ args: typed, allowPositionals: true, options });
  } catch (error) {
    throw new WrongCommand(`${(error as Error).message}\n\n${usage}`);
  }
}

function emailOf(typed: string): string {
  const parsed = emailSchema.safeParse(typed);
  if (!parsed.success) throw new WrongCommand(`${typed} is not an e-mail address.`);
  return parsed.data;
}

async function rowsOf(file: string, path: string): Promise<unknown[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new WrongCommand(`${file} cannot be read: ${error.message}`);
  });
  const rows = parsed(file, text);
  if (!Array.isArray(rows)) throw new WrongCommand(`${file} must hold a list of products: [ { … }, { … } ]`);
  return rows;
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WrongCommand(`${file} is not JSON: ${(error as Error).message}`);
  }
}

type Print = (line: string) => void;

export type CommandDeps = {
  database: Database;
  now: () => Date;
  environment: Pick<Environment, 'dataDir'> &
    Partial<Pick<Environment, 'publicUrl' | 'appSecret' | 'appSecretPrevious' | 'backupKey'>>;
};

/** Runs it and returns what the process ends with: 0 when everything went as wished. */
export async function runCommand(
  { database, now, environment }: CommandDeps,
  command: Command,
  print: Print,
): Promise<number> {
  const { dataDir, backupKey } = environment;
  const { db } = database;
  switch (command.name) {
    case 'create-admin':
      return createAdministrator({ db, now }, command.email, print);
    case 'reset-two-factor':
      return resetSecondFactor({ db, now }, command.email, print);
    case 'move-secret':
      return moveSecret(db, environment, command.file, print);
    case 'rotate-secret':
      return rotateSecret(db, environment, print);
    case 'sign-in-link':
      return printSignInLink({ db, now, environment }, command.email, print);
    case 'check':
      return printBroken(database, dataDir, print);
    case 'export':
      return exportTo(db, command.file, print);
    case 'backup':
      return makeBackup({ database, now, dataDir, backupKey }, command, print);
    case 'backups':
      return printBackups(dataDir, print);
    case 'import': {
      const { rows, dryRun } = command;
      return report(await importProducts({ db, now }, rows, { actorId: null, dryRun }), dryRun, print);
    }
  }
}

async function makeBackup(
  {
    database,
    now,
    dataDir,
    backupKey: key,
  }: { database: Database; now: () => Date; dataDir: string; backupKey?: string | undefined },
  { file: wanted, withPictures }: Extract<Command, { name: 'backup' }>,
  print: Print,
): Promise<number> {
  const file = wanted ?? backupFile(dataDir, now(), false);
  if (existsSync(file)) throw new WrongCommand(`${file} is there already.`);
  await mkdir(dirname(file), { recursive: true, ...(wanted === null && { mode: 0o700 }) });
  const made = await backUp({ database, dataDir }, file, { withPictures, now, key });
  const { size } = await stat(file);
  print(`${file}: ${contentsOf(made)}, ${megabytes(size)}${key === undefined ? '' : ', encrypted'}`);
  if (made.missingPictures.length === 0) return 0;
  print(
    `${made.missingPictures.length} pictures are missing in ${dataDir}: ${made.missingPictures.join(', ')}`,
  );
  return 1;
}

/** What a backup holds, in words. */
export function contentsOf({ rows, pictures }: Pick<BackupSummary, 'rows' | 'pictures'>): string {
  const { products = 0, orders = 0, users = 0 } = rows;
  return `${products} products, ${orders} orders, ${users} users, ${pictures} pictures`;
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

export async function printBackups(dataDir: string, print: Print): Promise<number> {
  const backups = await listBackups(dataDir);
  for (const { file, madeAt, bytes, timed } of backups) {
    const pictures = timed ? ', without pictures' : '';
    print(
      `${madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC  ${file} (${megabytes(bytes)}${pictures})`,
    );
  }
  if (backups.length === 0) print(`There are no backups in ${backupsFolder(dataDir)}.`);
  return 0;
}

async function exportTo(db: Db, file: string, print: Print): Promise<number> {
  if (existsSync(file)) throw new WrongCommand(`${file} is there already.`);
  print(`${await exportProducts(db, file)} products in ${file}`);
  return 0;
}

async function createAdministrator(
  deps: Pick<Deps, 'db' | 'now'>,
  email: string,
  print: Print,
): Promise<number> {
  const known = await findByEmail(deps.db, email);
  if (known && isActiveOwner(known.user)) {
    print(`${email} is an administrator already and keeps the password.`);
    return 0;
  }
  const password = randomBytes(15).toString('base64url');
  await ensureAdministrator(deps, email, password);
  // One who was switched off keeps their password, too.
  const keeps = known?.user.staffRoles.includes('owner');
  print(
    `${email} is an administrator${keeps ? ' again and keeps the password.' : `; the password is ${password}`}`,
  );
  return 0;
}

async function resetSecondFactor(
  deps: Pick<Deps, 'db' | 'now'>,
  email: string,
  print: Print,
): Promise<number> {
  const known = await findByEmail(deps.db, email);
  try {
    await resetTwoFactor({ ...deps, jobs: null }, known?.user.id ?? '', null);
  } catch (error) {
    if (problemCodeOf(error) !== 'NOT_FOUND') throw error;
    print(`${email}: ${(error as Error).message}`);
    return 1;
  }
  print(`${email} signs in by password alone again and is signed out everywhere.`);
  return 0;
}

async function printSignInLink(
  { db, now, environment }: Omit<CommandDeps, 'database'> & { db: Db },
  email: string,
  print: Print,
): Promise<number> {
  try {
    const secret = await readKeyring(db, environment);
    print(await makeSignInLink({ db, now, secret }, email, environment.publicUrl ?? ''));
  } catch (error) {
    if (problemCodeOf(error) !== 'NOT_FOUND') throw error;
    print(`${email}: ${(error as Error).message}`);
    return 1;
  }
  print('It works once and for 15 minutes, with the password.');
  return 0;
}

async function printBroken(database: Database, dataDir: string, print: Print): Promise<number> {
  const broken = await findAllBroken({
    withLongQueryConnection: longQueryConnectionOn(database),
    environment: { dataDir },
  });
  for (const { what, rows } of broken) {
    print(`${what}: ${rows.length}`);
    for (const row of rows) print(`  ${JSON.stringify(row)}`);
  }
  if (broken.length === 0) print('Stock, orders, payments, ratings, jobs and pictures add up.');
  return broken.length === 0 ? 0 : 1;
}

function report(rows: ImportedRow[], dryRun: boolean, print: Print): number {
  for (const line of rows.flatMap(linesOf)) print(line);
  const count = (outcome: ImportedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const added = `${count('created')} ${dryRun ? 'would be added' : 'added'}`;
  print(`${added}, ${count('existing')} already there, ${count('refused')} refused`);
  return count('refused') === 0 ? 0 : 1;
}

function linesOf(row: ImportedRow): string[] {
  if (row.outcome === 'refused')
    return row.faults.map(({ field, message }) => `row ${row.row}, ${field}: ${message}`);
  if (row.outcome === 'existing')
    return [`row ${row.row}: ${row.sku} is there already and was left as it is`];
  return [];
}
