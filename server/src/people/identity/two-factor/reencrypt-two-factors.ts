import { and, asc, eq, gt, isNotNull, notLike, or } from 'drizzle-orm';
import { encryptedPrefix, reencryptField } from '../../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../../platform/crypto/keyring.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { twoFactors } from '../identity.tables.ts';
import { secretContext } from './second-factor.ts';

const batchSize = 500;

type Batch = {
  reencrypted: number;
  /** Users whose secret cannot be decrypted. */
  unreadable: string[];
  /** User id that the next batch starts after; null after the last batch. */
  last: string | null;
};

/** Re-encrypts the next batch of secrets with the current key. */
export async function reencryptTwoFactors(tx: Tx, keyring: Keyring, after: string): Promise<Batch> {
  const current = `${encryptedPrefix(keyring)}%`;
  const isOutdated = (column: typeof twoFactors.secret | typeof twoFactors.pendingSecret) =>
    and(isNotNull(column), notLike(column, current));
  const rows = await tx
    .select()
    .from(twoFactors)
    .where(
      and(
        gt(twoFactors.userId, after),
        or(isOutdated(twoFactors.secret), isOutdated(twoFactors.pendingSecret)),
      ),
    )
    .orderBy(asc(twoFactors.userId))
    .limit(batchSize)
    .for('update');
  const unreadable: string[] = [];
  for (const { userId, ...row } of rows) {
    const secret = reencryptField(keyring, secretContext(userId), row.secret);
    const pendingSecret = reencryptField(keyring, secretContext(userId), row.pendingSecret);
    if (secret === 'unreadable' || pendingSecret === 'unreadable') unreadable.push(userId);
    else await tx.update(twoFactors).set({ secret, pendingSecret }).where(eq(twoFactors.userId, userId));
  }
  const last = rows.length === batchSize ? (rows.at(-1)?.userId ?? null) : null;
  return { reencrypted: rows.length - unreadable.length, unreadable, last };
}
