import { Problem } from '@reprise/contract/problem';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { MailReaders } from '../../../foundations/notifications/mail-requests.ts';
import { queueMail } from '../../../foundations/notifications/mail-requests.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { draftLinkOf, statusOf } from './draft-orders.queries.ts';
import { draftOrders } from './draft-orders.tables.ts';
import { lockOpenDraft, recordDraftAudit } from './save-draft.ts';

/** Mails the link of an open draft to its customer. */
export async function sendDraftOrder(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  id: string,
  actorId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const draft = await lockOpenDraft(tx, id, now());
    if (statusOf(draft, now()) === 'expired') {
      throw new Problem('EDIT_CONFLICT', `${draft.number} has expired. Save it again to renew it.`);
    }
    const sentAt = now();
    await tx.update(draftOrders).set({ sentAt, updatedAt: sentAt }).where(eq(draftOrders.id, id));
    const eventKey = `draft-order:${id}:${sentAt.getTime()}`;
    await queueMail(tx, jobs, { kind: 'draft-order', eventKey, draftId: id });
    await recordDraftAudit(tx, { id, action: 'send draft order', actorId });
  });
}

/** Reader of the mail with the link; a draft that was ordered or cancelled since is not mailed. */
export function draftMailReaders({
  db,
  now,
  ...links
}: Pick<Deps, 'db' | 'environment' | 'secret' | 'now'>): Pick<MailReaders, 'draft-order'> {
  return {
    'draft-order': async ({ kind, eventKey, draftId }) => {
      const [draft] = await db.select().from(draftOrders).where(eq(draftOrders.id, draftId));
      if (!draft || statusOf(draft, now()) !== 'open') return null;
      return {
        kind,
        eventKey,
        to: draft.email,
        firstName: draft.address.firstName,
        total: draft.totalCents,
        expiresAt: draft.expiresAt.toISOString(),
        url: draftLinkOf(links, draft),
      };
    },
  };
}
