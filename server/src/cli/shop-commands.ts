import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { problemCodeOf } from '@reprise/contract/problem';
import { email as emailSchema } from '@reprise/contract/wire';
import type { FileStorage } from '@reprise/extension/file-storage';
import { exportProducts } from '../catalog/products/export-products.ts';
import { type ImportedRow, importProducts } from '../catalog/products/import-products.ts';
import { chooseSearchEngine } from '../catalog/products/search/choose-search-engine.ts';
import type { Deps } from '../deps.ts';
import { findAllBroken } from '../operations/integrity/run-integrity-checks.ts';
import { openShop } from '../operations/maintenance/open-shop.ts';
import { ensureAdministrator, isActiveOwner } from '../people/identity/ensure-admin.ts';
import { findByEmail } from '../people/identity/passwords/password-account.ts';
import { createSignInLink } from '../people/identity/sessions/sign-in-link.ts';
import { resetTwoFactor } from '../people/identity/two-factor/end-two-factor.ts';
import { readKeyring } from '../platform/crypto/secrets.ts';
import type { Database, Db } from '../platform/database/database.ts';
import { longQueryConnectionOn } from '../platform/database/long-query-connection.ts';
import type { Environment } from '../platform/environment.ts';
import { createLog } from '../platform/log.ts';
import { makeBackup, printBackups } from './backup-commands.ts';
import { copyImages } from './copy-images.ts';
import { createToken, type TokenCommand } from './create-token.ts';
import { moveSecret, rotateSecret } from './move-secret.ts';
import { WrongCommand } from './wrong-command.ts';

const usage = `npm run shop -- <command>

  create-admin <email>            create an administrator and print the password
  reset-two-factor <email>        turn off two-factor for a user without phone and recovery codes
  create-token <email>            create an API token of a member of staff and print it; --name, --permissions a,b, --days 90
  sign-in-link <email>            print a link that signs in on a new device, with the password, for 15 minutes
  import <file.json> [--dry-run]  add the products of a file; --dry-run only shows the result
  export <file.json>              write all products in the format of import
  move-secret [file]              move the key of the shop from its database to APP_SECRET; write the old one to the file
  rotate-secret                   encrypt everything with APP_SECRET, so that APP_SECRET_PREVIOUS can be removed
  open-shop                       open the shop to visitors, and end its maintenance
  reindex-search                  send all products to the search engine of SEARCH_URL again
  check                           check the integrity of stock, orders, payments, jobs and images
  backup [file] [--no-pictures]   write the whole shop to one file
  copy-images <bucket|disk>       copy the images of DATA_DIR into the bucket of S3_BUCKET, or back
  backups                         list the backups in the data folder
  restore <file> [--replace]      restore a backup into an empty shop; --replace replaces an existing one

All commands except restore work while the shop is running.`;

export type Command =
  | { name: 'create-admin'; email: string }
  | { name: 'reset-two-factor'; email: string }
  | { name: 'sign-in-link'; email: string }
  | { name: 'import'; rows: unknown[]; fileName: string; dryRun: boolean }
  | { name: 'check' }
  | { name: 'move-secret'; file: string | null }
  | { name: 'rotate-secret' }
  | { name: 'reindex-search' }
  | { name: 'open-shop' }
  | { name: 'copy-images'; to: 'bucket' | 'disk' }
  | { name: 'export'; file: string }
  | { name: 'backup'; file: string | null; withImages: boolean }
  | { name: 'backups' }
  | TokenCommand;

/** Runs on the data folder itself; the shop must be stopped. */
export type RestoreCommand = { name: 'restore'; file: string; replace: boolean; sure: boolean };

const options = {
  'dry-run': { type: 'boolean', default: false },
  'no-pictures': { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  name: { type: 'string' },
  permissions: { type: 'string' },
  days: { type: 'string' },
} as const;
type Option = keyof typeof options;

const optionsOf: Record<string, Option[]> = {
  import: ['dry-run'],
  backup: ['no-pictures'],
  restore: ['replace', 'yes'],
  'create-token': ['name', 'permissions', 'days'],
};

/** Parses the command line and reads the imported file, before a database is opened. Paths are relative to `folder`. */
export async function commandOf(args: string[], folder = process.cwd()): Promise<Command | RestoreCommand> {
  const { positionals, values } = parseArguments(args);
  const [name = '', argument, ...more] = positionals;
  const usedOptions = (Object.keys(options) as Option[]).filter((option) => values[option]);
  if (more.length > 0 || usedOptions.some((option) => !optionsOf[name]?.includes(option)))
    throw new WrongCommand(usage);
  const command = commandWithoutArgument(name, values, argument);
  if (command) return command;
  if (argument === undefined) throw new WrongCommand(usage);
  const file = resolve(folder, argument);
  switch (name) {
    case 'create-admin':
    case 'reset-two-factor':
    case 'sign-in-link':
      return { name, email: emailOf(argument) };
    case 'create-token': {
      const { name: label, permissions, days } = values;
      return { name, email: emailOf(argument), options: { name: label, permissions, days } };
    }
    case 'import':
      return {
        name,
        rows: await rowsOf(argument, file),
        fileName: basename(file),
        dryRun: values['dry-run'],
      };
    case 'export':
    case 'move-secret':
      return { name, file };
    case 'copy-images':
      if (argument !== 'bucket' && argument !== 'disk') throw new WrongCommand(usage);
      return { name, to: argument };
    case 'backup':
      return { name, file, withImages: !values['no-pictures'] };
    case 'restore':
      return { name, file, replace: values.replace, sure: values.yes };
    default:
      throw new WrongCommand(usage);
  }
}

const withoutArgument = new Set(['check', 'backups', 'rotate-secret', 'reindex-search', 'open-shop']);

function commandWithoutArgument(
  name: string,
  values: { 'no-pictures': boolean },
  argument: string | undefined,
): Command | undefined {
  if (argument !== undefined) return undefined;
  if (withoutArgument.has(name)) return { name } as Command;
  if (name === 'move-secret') return { name, file: null };
  if (name === 'backup') return { name, file: null, withImages: !values['no-pictures'] };
  return undefined;
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new WrongCommand(`${(error as Error).message}\n\n${usage}`);
  }
}

function emailOf(text: string): string {
  const parsed = emailSchema.safeParse(text);
  if (!parsed.success) throw new WrongCommand(`${text} is not an email address.`);
  return parsed.data;
}

async function rowsOf(file: string, path: string): Promise<unknown[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new WrongCommand(`${file} cannot be read: ${error.message}`);
  });
  const rows = parseJson(file, text);
  if (!Array.isArray(rows))
    throw new WrongCommand(`${file} must contain a list of products: [ { … }, { … } ]`);
  return rows;
}

function parseJson(file: string, text: string): unknown {
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
  storage: FileStorage;
  environment: Pick<Environment, 'dataDir' | 'bucket' | 'storageAdapter'> &
    Partial<
      Pick<
        Environment,
        'publicUrl' | 'appSecret' | 'appSecretPrevious' | 'backupKey' | 'searchUrl' | 'searchAdapter'
      >
    >;
};

/** Runs a command and returns the exit code, 0 on success. */
export async function runCommand(
  { database, now, storage, environment }: CommandDeps,
  command: Command,
  print: Print,
): Promise<number> {
  const { dataDir, backupKey } = environment;
  const { db } = database;
  switch (command.name) {
    case 'create-admin':
      return createAdministrator({ db, now }, command.email, print);
    case 'create-token':
      return createToken({ db, now }, command, print);
    case 'reset-two-factor':
      return resetSecondFactor({ db, now }, command.email, print);
    case 'move-secret':
      return moveSecret(db, environment, command.file, print);
    case 'rotate-secret':
      return rotateSecret(db, environment, print);
    case 'sign-in-link':
      return printSignInLink({ db, now, environment }, command.email, print);
    case 'reindex-search':
      return reindexSearch({ db, environment }, print);
    case 'open-shop':
      return openShop({ db, now }, print);
    case 'check':
      return printBroken(database, storage, print);
    case 'export':
      return exportTo(db, command.file, print);
    case 'backup':
      return makeBackup({ database, now, storage, dataDir, backupKey }, command, print);
    case 'copy-images':
      return copyImages({ db, environment }, command.to, print);
    case 'backups':
      return printBackups(dataDir, print);
    case 'import': {
      const { rows, fileName, dryRun } = command;
      const search = await openEngine({ db, environment });
      return report(
        await importProducts({ db, now, search }, rows, { fileName, actorId: null, dryRun }),
        dryRun,
        print,
      );
    }
  }
}

type EngineDeps = Pick<Deps, 'db'> & Pick<CommandDeps, 'environment'>;

const openEngine = (deps: EngineDeps) => chooseSearchEngine({ ...deps, log: createLog('error') });

async function reindexSearch(deps: EngineDeps, print: Print): Promise<number> {
  const { outside } = await openEngine(deps);
  if (!outside) {
    print('SEARCH_URL is not set: PostgreSQL searches, and its index is always current.');
    return 0;
  }
  print(`Products in the new search index: ${await outside.rebuild()}`);
  return 0;
}

async function exportTo(db: Db, file: string, print: Print): Promise<number> {
  if (existsSync(file)) throw new WrongCommand(`${file} already exists.`);
  print(`Products exported to ${file}: ${await exportProducts(db, file)}`);
  return 0;
}

async function createAdministrator(
  deps: Pick<Deps, 'db' | 'now'>,
  email: string,
  print: Print,
): Promise<number> {
  const account = await findByEmail(deps.db, email);
  if (account && isActiveOwner(account.user)) {
    print(`${email} is already an administrator and keeps the password.`);
    return 0;
  }
  const password = randomBytes(15).toString('base64url');
  await ensureAdministrator(deps, email, password);
  // A reactivated administrator also keeps the password.
  const keepsPassword = account?.user.staffRoles.includes('owner');
  print(
    `${email} is an administrator${keepsPassword ? ' again and keeps the password.' : `; the password is ${password}`}`,
  );
  return 0;
}

async function resetSecondFactor(
  deps: Pick<Deps, 'db' | 'now'>,
  email: string,
  print: Print,
): Promise<number> {
  const account = await findByEmail(deps.db, email);
  try {
    await resetTwoFactor({ ...deps, jobs: null }, account?.user.id ?? '', null);
  } catch (error) {
    if (problemCodeOf(error) !== 'NOT_FOUND') throw error;
    print(`${email}: ${(error as Error).message}`);
    return 1;
  }
  print(`${email} signs in by password alone again and is signed out everywhere.`);
  return 0;
}

async function printSignInLink(
  { db, now, environment }: Pick<CommandDeps, 'now' | 'environment'> & { db: Db },
  email: string,
  print: Print,
): Promise<number> {
  try {
    const secret = await readKeyring(db, environment);
    print(await createSignInLink({ db, now, secret }, email, environment.publicUrl ?? ''));
  } catch (error) {
    if (problemCodeOf(error) !== 'NOT_FOUND') throw error;
    print(`${email}: ${(error as Error).message}`);
    return 1;
  }
  print('The link works once, within 15 minutes, with the password.');
  return 0;
}

async function printBroken(database: Database, storage: FileStorage, print: Print): Promise<number> {
  const broken = await findAllBroken({
    withLongQueryConnection: longQueryConnectionOn(database),
    storage,
  });
  for (const { what, rows } of broken) {
    print(`${what}: ${rows.length}`);
    for (const row of rows) print(`  ${JSON.stringify(row)}`);
  }
  if (broken.length === 0) print('No problems found in stock, orders, payments, ratings, jobs and images.');
  return broken.length === 0 ? 0 : 1;
}

function report(rows: ImportedRow[], dryRun: boolean, print: Print): number {
  for (const line of rows.flatMap(linesOf)) print(line);
  const count = (outcome: ImportedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const added = dryRun ? 'Would be added' : 'Added';
  print(`${added}: ${count('created')}, existing: ${count('existing')}, rejected: ${count('refused')}`);
  return count('refused') === 0 ? 0 : 1;
}

function linesOf(row: ImportedRow): string[] {
  if (row.outcome === 'refused')
    return row.faults.map(({ field, message }) => `row ${row.row}, ${field}: ${message}`);
  if (row.outcome === 'existing') return [`row ${row.row}: ${row.sku} exists and was not changed`];
  return [];
}
