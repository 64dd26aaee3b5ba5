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
  await recordAudits(tx, [entry]);
}

/** The same for several, of which there is at least one. */
export async function recordAudits(tx: Tx, entries: AuditEntry[]): Promise<void> {
  await tx.insert(auditEntries).values(
    entries.map(({ actorId, action, subject, before = null, after = null }) => ({
      id: newId('aud'),
      actorId,
      action,
      subject,
      before,
      after,
    })),
  );
}
