import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Queryable, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { callingToken } from '../../platform/http/tokens/calling-token.ts';
import { auditEntries } from './audit.tables.ts';

export type AuditEntry = {
  actorId: string | null;
  /** Verb first: "change status", "adjust stock". */
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
};

/**
 * Returns fields of an object by name. An entry never copies a whole object: it stays for ever, and a field that is
 * added to the object later could be a secret.
 */
export function auditedFields<T extends object, K extends keyof T>(
  source: T,
  names: readonly K[],
): Partial<Pick<T, K>> {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as Partial<Pick<T, K>>;
}

/** Writes an audit entry in the transaction of its change. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await recordAudits(tx, [entry]);
}

/** Writes several audit entries, at least one. */
export async function recordAudits(tx: Tx, entries: AuditEntry[]): Promise<void> {
  await tx.insert(auditEntries).values(
    entries.map(({ actorId, action, subject, before = null, after = null }) => ({
      id: newId('aud'),
      actorId,
      action,
      subject,
      before,
      after,
      token: callingToken()?.label ?? null,
    })),
  );
}

/**
 * Writes the entry unless one with this key exists, so that repeated reads add one entry an hour. Reads before it
 * writes, so that a read-only database still serves reads that are already audited.
 */
export async function recordAuditOnce(tx: Queryable, key: string, entry: AuditEntry): Promise<void> {
  const { actorId, action, subject, before = null, after = null } = entry;
  const caller = callingToken();
  const id = `aud_${createHash('sha256')
    .update([action, subject, key, ...(caller ? [caller.id] : [])].join(' '))
    .digest('hex')
    .slice(0, 32)}`;
  const existing = await tx.select({ id: auditEntries.id }).from(auditEntries).where(eq(auditEntries.id, id));
  if (existing.length > 0) return;
  await tx
    .insert(auditEntries)
    .values({ id, actorId, action, subject, before, after, token: caller?.label ?? null })
    .onConflictDoNothing();
}
