import { auditEntries } from './audit.tables.ts';
import type { Tx } from './database.ts';
import { newId } from './new-id.ts';

export type AuditEntry = {
  actorId: string | null;
  /** Verb first: "change status", "adjust stock". */
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
};

/** Writes one line of the audit in the transaction of the change it speaks of. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.insert(auditEntries).values({
    id: newId('aud'),
    actorId: entry.actorId,
    action: entry.action,
    subject: entry.subject,
    before: entry.before ?? null,
    after: entry.after ?? null,
  });
}
