import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the secrets of the links to a page that were mailed to the address, oldest first, from the mailbox folder. */
export function mailedSecrets(dataDir: string, email: string, page: string): string[] {
  const folder = join(dataDir, 'mailbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
    .map((path) => readFileSync(path, 'utf8'))
    .filter((text) => text.startsWith(`To: ${email}\n`))
    .flatMap((text) => new RegExp(`/${page}#(?:token=)?([\\w.-]+(?<!\\.))`).exec(text)?.[1] ?? []);
}
