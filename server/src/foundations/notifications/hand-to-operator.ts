import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../deps.ts';
import { dayMs, hourMs } from '../../platform/time.ts';
import type { MailContent } from './mails/mail-registry.ts';
import type { RenderedMail } from './mails/render-mail.ts';

/** Longest lifetime of a one-time link. */
const maxAgeMs = 7 * dayMs;
/** Minimum interval between cleanups, so that not every mail reads the folder. */
const cleanupIntervalMs = hourMs;
const cleanedAt = new Map<string, number>();

/**
 * Writes a mail with a secret link to DATA_DIR/mailbox, because without a mail server it is not delivered and the
 * mailbox hides the link. The files are deleted when the link can no longer work.
 */
export async function handToOperator(
  { environment, now }: Pick<Deps, 'environment' | 'now'>,
  { kind, eventKey, to }: MailContent,
  { subject, text }: RenderedMail,
): Promise<void> {
  const folder = join(environment.dataDir, 'mailbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await cleanUpIfDue(folder, now());
  const event = createHash('sha256').update(eventKey).digest('hex').slice(0, 16);
  const file = join(folder, `${kind}-${event}.txt`);
  // Write and rename, so that readers never see a partial file.
  await writeFile(`${file}.part`, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

async function cleanUpIfDue(folder: string, now: Date): Promise<void> {
  if (Math.abs(now.getTime() - (cleanedAt.get(folder) ?? 0)) < cleanupIntervalMs) return;
  cleanedAt.set(folder, now.getTime());
  await removeOld(folder, now);
}

async function removeOld(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats && now.getTime() - stats.mtimeMs > maxAgeMs) await rm(path, { force: true });
  }
}

/** Deletes the files of mails to an erased address. */
export async function removeHandedOut(dataDir: string, address: string): Promise<void> {
  const folder = join(dataDir, 'mailbox');
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch(() => '');
    if (text.startsWith(`To: ${address}\n`)) await rm(path, { force: true });
  }
}
