import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../platform/deps.ts';
import type { MailContent } from './templates/mail-content.ts';
import type { RenderedMail } from './templates/render-mail.ts';

/** No link that works once works longer. */
const keptMs = 7 * 24 * 3_600_000;
/** The folder is looked through so often, not for each of many mails. */
const tidyEveryMs = 3_600_000;
const tidiedAt = new Map<string, number>();

/**
 * Without a mail server nobody gets a mail, and the mailbox shows no link that acts for its recipient. Whoever has the
 * machine finds those mails as text in DATA_DIR/mailbox, for as long as a link that works once may work.
 */
export async function handToOperator(
  { environment, now }: Pick<Deps, 'environment' | 'now'>,
  { kind, eventKey, to }: MailContent,
  { subject, text }: RenderedMail,
): Promise<void> {
  const folder = join(environment.dataDir, 'mailbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await tidy(folder, now());
  const event = createHash('sha256').update(eventKey).digest('hex').slice(0, 16);
  const file = join(folder, `${kind}-${event}.txt`);
  // Whole or not there at all, also for somebody who looks at this moment.
  await writeFile(`${file}.part`, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

async function tidy(folder: string, now: Date): Promise<void> {
  if (Math.abs(now.getTime() - (tidiedAt.get(folder) ?? 0)) < tidyEveryMs) return;
  tidiedAt.set(folder, now.getTime());
  await removeOld(folder, now);
}

async function removeOld(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > keptMs) await rm(path, { force: true });
  }
}

/** Removes the files of mails to an address whose person is erased. */
export async function removeHandedOut(dataDir: string, address: string): Promise<void> {
  const folder = join(dataDir, 'mailbox');
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text.startsWith(`To: ${address}\n`)) await rm(path, { force: true });
  }
}
