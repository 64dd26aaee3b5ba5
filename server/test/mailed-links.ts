import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the mails to the address that the mailbox folder has, oldest first. */
export function mailedTexts(dataDir: string, email: string): string[] {
  const folder = join(dataDir, 'mailbox');
  if (!existsSync(folder)) return [];
  return (
    readdirSync(folder)
      // Others are being written, and are renamed when they are complete.
      .filter((name) => name.endsWith('.txt'))
      .map((name) => join(folder, name))
      .sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
      .map((path) => readFileSync(path, 'utf8'))
      .filter((text) => text.startsWith(`To: ${email}\n`))
  );
}

/** Returns the secrets of the links to a page that were mailed to the address, oldest first, from the mailbox folder. */
export function mailedSecrets(dataDir: string, email: string, page: string): string[] {
  const link = new RegExp(`/${page}#(?:token=)?([\\w.-]+(?<!\\.))`);
  return mailedTexts(dataDir, email).flatMap((text) => link.exec(text)?.[1] ?? []);
}
