import { randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoPeople } from './people.ts';

type DemoAccount = { role: 'administrator' | 'customer'; email: string; password: string };

export type DemoAccounts = {
  accounts: DemoAccount[];
  file: string;
  /** True if created in this start, so that the passwords are printed once. */
  isNew?: boolean;
};

export const demoEmails = {
  administrator: 'admin@reprise.example',
  customer: demoPeople[0]?.email ?? '',
} as const;

/** Reads the stored demo accounts; null if there are none. */
export async function readDemoAccounts(dataDir: string): Promise<DemoAccounts | null> {
  const file = fileIn(dataDir);
  const text = await readFile(file, 'utf8').catch(() => '');
  const accounts = text.split('\n').flatMap(accountOf);
  return accounts.length > 0 ? { accounts, file } : null;
}

function accountOf(line: string): DemoAccount[] {
  const [role, email, password, ...more] = line.split(/\s+/);
  if (more.length > 0 || !email || !password) return [];
  return role === 'administrator' || role === 'customer' ? [{ role, email, password }] : [];
}

/** Generates passwords once and stores them in a file that only its owner can read. */
export async function ensureDemoAccounts(dataDir: string): Promise<DemoAccounts> {
  const stored = await readDemoAccounts(dataDir);
  if (stored) return stored;
  const roles = ['administrator', 'customer'] as const;
  const accounts = roles.map((role) => ({ role, email: demoEmails[role], password: newPassword() }));
  const lines = accounts.map(({ role, email, password }) => `${role} ${email} ${password}`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const text = ['The accounts of the demo shop:', ...lines, ''].join('\n');
  await writeFile(fileIn(dataDir), text, { mode: 0o600 });
  return { accounts, file: fileIn(dataDir) };
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'demo-accounts.txt');
}

/** Alphabet without ambiguous characters. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Three groups of five: 86 random bits that can be read off a screen. */
function newPassword(): string {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group()].join('-');
}
