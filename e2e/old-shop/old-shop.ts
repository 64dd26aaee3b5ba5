import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { constants, createZstdDecompress } from 'node:zlib';
import { openEmbeddedAt } from '../../server/src/platform/database/embedded/embedded-database.ts';

/** Secrets and names of the shop that commit 311d1d6 wrote, and the local storage of a guest's browser. */
export type OldShop = {
  writtenAt: string;
  /** Key of the admin's authenticator app. */
  twoFactorSecret: string;
  customer: { email: string; password: string };
  /** Has an order whose response was lost, and `inCart` in the cart. */
  guest: { email: string; lastName: string; inCart: string };
  /** Tokens of mailed links. */
  links: { verify: string; reset: string; stopAlert: string };
  /** Order whose confirmation waits in the queue. */
  waitingMail: { orderNumber: string; to: string };
  localStorage: Record<string, string>;
};

const fixture = (name: string) => fileURLToPath(new URL(`311d1d6/${name}`, import.meta.url));

export const oldBackup = fixture('shop.backup');
export const oldShop: OldShop = JSON.parse(readFileSync(fixture('shop.json'), 'utf8'));

/** Unpacks the data folder as written a moment ago: links and jobs of the fixture would expire otherwise. */
export async function unpackOldShop(dataDir: string): Promise<void> {
  // Without --ignore-zeros, tar closes its input before the padding at the end is written.
  const tar = spawn('tar', ['-x', '--ignore-zeros', '-C', dataDir], { stdio: ['pipe', 'ignore', 'inherit'] });
  const unzip = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 27 } });
  const unpacked = once(tar, 'close');
  await pipeline(createReadStream(fixture('data-folder.tar.zst')), unzip, tar.stdin);
  const [status] = await unpacked;
  if (status !== 0) throw new Error(`tar ended with ${status}.`);
  await shiftTimes(join(dataDir, 'database'));
}

/**
 * Adds the age of the fixture to every time in its database. Days of the stats and the creation of orders, which they
 * count, move by whole days, so that they still agree.
 */
async function shiftTimes(folder: string): Promise<void> {
  const { pglite, close } = await openEmbeddedAt(folder);
  const { rows } = await pglite.query<{ statement: string }>(
    `select format('update %I.%I set ', n.nspname, c.relname) || string_agg(
         format('%1$I = (%1$I + interval %2$L)::%3$s', a.attname,
           case when a.atttypid = 'date'::regtype or (c.relname = 'orders' and a.attname = 'created_at')
             then $2::text else $1::text end,
           a.atttypid::regtype), ', ') as statement
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'pgboss') and c.relkind = 'r'
       and a.atttypid in ('timestamptz'::regtype, 'date'::regtype)
       and not a.attisdropped and a.attgenerated = ''
     group by n.nspname, c.relname`,
    [`${ageMs()} milliseconds`, `${Math.floor(ageMs() / dayMs)} days`],
  );
  await pglite.exec('set session_replication_role = replica');
  for (const { statement } of rows) await pglite.exec(statement);
  await close();
}

/** Returns the entries of the guest's local storage, as written a moment ago. */
export function oldLocalStorage(): { name: string; value: string }[] {
  const later = (_all: string, field: string, time: string) => `"${field}":${Number(time) + ageMs()}`;
  return Object.entries(oldShop.localStorage).map(([name, value]) => ({
    name,
    value: value.replaceAll(/"(sentAt|nextTryAt)":(\d+)/g, later),
  }));
}

const dayMs = 24 * 60 * 60 * 1000;
const ageMs = () => Date.now() - Date.parse(oldShop.writtenAt);
