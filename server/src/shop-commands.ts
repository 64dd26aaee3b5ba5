import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { problemCodeOf } from '@reprise/contract/problem';
import { email as emailSchema } from '@reprise/contract/wire';
import { type ImportedRow, importProducts } from './catalog/import-products.ts';
import { resetTwoFactor } from './identity/end-two-factor.ts';
import { ensureAdministrator } from './identity/ensure-admin.ts';
import { findByEmail } from './identity/password-account.ts';
import { findBrokenInvariants } from './orders/check-invariants.ts';
import type { Deps } from './platform/deps.ts';

const usage = `npm run shop -- <command>

  create-admin <email>            an administrator of that address; prints the password
  reset-two-factor <email>        lets somebody who lost phone and recovery codes sign in by password
  import <file.json> [--dry-run]  adds the products of the file; with --dry-run only says what it would do
  check                           looks through stock, orders, payments and ratings`;

/** What was typed cannot be run; the message says why. */
export class WrongCommand extends Error {}

export type Command =
  | { name: 'create-admin'; email: string }
  | { name: 'reset-two-factor'; email: string }
  | { name: 'import'; rows: unknown[]; dryRun: boolean }
  | { name: 'check' };

/** Reads the command line, and the file it names, before any database is opened. */
export async function commandOf(typed: string[]): Promise<Command> {
  const { positionals, dryRun } = wordsOf(typed);
  const [name, argument, ...more] = positionals;
  const isImport = name === 'import';
  if (more.length > 0 || (dryRun && !isImport)) throw new WrongCommand(usage);
  if (name === 'check' && argument === undefined) return { name };
  const needsEmail = name === 'create-admin' || name === 'reset-two-factor';
  if (needsEmail && argument) return { name, email: emailOf(argument) };
  if (isImport && argument) return { name, rows: await rowsOf(argument), dryRun };
  throw new WrongCommand(usage);
}

function wordsOf(typed: string[]) {
  try {
    const options = { 'dry-run': { type: 'boolean', default: false } } as const;
    const { positionals, values } = parseArgs({ args: typed, allowPositionals: true, options });
    return { positionals, dryRun: values['dry-run'] };
  } catch (error) {
    throw new WrongCommand(`${(error as Error).message}\n\n${usage}`);
  }
}

function emailOf(typed: string): string {
  const parsed = emailSchema.safeParse(typed);
  if (!parsed.success) throw new WrongCommand(`${typed} is not an e-mail address.`);
  return parsed.data;
}

async function rowsOf(file: string): Promise<unknown[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
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

/** Runs it and returns what the process ends with: 0 when everything went as wished. */
export async function runCommand(
  deps: Pick<Deps, 'db' | 'now'>,
  command: Command,
  print: Print,
): Promise<number> {
  if (command.name === 'create-admin') return createAdministrator(deps, command.email, print);
  if (command.name === 'reset-two-factor') return resetSecondFactor(deps, command.email, print);
  if (command.name === 'check') return checkBooks(deps, print);
  const { rows, dryRun } = command;
  return report(await importProducts(deps, rows, { actorId: null, dryRun }), dryRun, print);
}

async function createAdministrator(
  deps: Pick<Deps, 'db' | 'now'>,
  email: string,
  print: Print,
): Promise<number> {
  const known = await findByEmail(deps.db, email);
  if (known?.user.role === 'admin' && known.user.status === 'active') {
    print(`${email} is an administrator already and keeps the password.`);
    return 0;
  }
  const password = randomBytes(15).toString('base64url');
  await ensureAdministrator(deps, email, password);
  // One who was switched off keeps their password, too.
  const keeps = known?.user.role === 'admin';
  print(
    `${email} is an administrator${keeps ? ' again and keeps the password.' : `; the password is ${password}`}`,
  );
  return 0;
}

async function resetSecondFactor(deps: Pick<Deps, 'db'>, email: string, print: Print): Promise<number> {
  const known = await findByEmail(deps.db, email);
  try {
    await resetTwoFactor(deps, known?.user.id ?? '', null);
  } catch (error) {
    if (problemCodeOf(error) !== 'NOT_FOUND') throw error;
    print(`${email}: ${(error as Error).message}`);
    return 1;
  }
  print(`${email} signs in by password alone again and is signed out everywhere.`);
  return 0;
}

async function checkBooks({ db }: Pick<Deps, 'db'>, print: Print): Promise<number> {
  const broken = await findBrokenInvariants(db);
  for (const { what, rows } of broken) {
    print(`${what}: ${rows.length}`);
    for (const row of rows) print(`  ${JSON.stringify(row)}`);
  }
  if (broken.length === 0) print('Stock, orders, payments and ratings add up.');
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
