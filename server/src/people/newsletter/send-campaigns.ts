import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { eraseOldMails } from '../../foundations/notifications/erase-mails.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { dayMs } from '../../platform/time.ts';
import { runningCampaign } from './campaign-day.ts';
import { sendNewsletter } from './newsletter.jobs.ts';
import { chooseDeals, findCampaign, listSubscribers } from './newsletter.queries.ts';
import { newsletterCampaigns } from './newsletter.tables.ts';

type CampaignDeps = Pick<Deps, 'db' | 'jobs' | 'log' | 'now'>;

/** Mails per batch; the next batch is queued after these were attempted. */
const batchSize = 200;
/** Retention of the sent copies in the mailbox: four weeks. */
const retentionMs = 28 * dayMs;

/**
 * Queues the next batch of the running campaign; returns true if it queued any mail. A batch and its progress are one
 * transaction, so that concurrent or killed processes send no mail twice.
 */
export async function sendCampaign(deps: CampaignDeps): Promise<boolean> {
  const now = deps.now();
  const day = runningCampaign(now);
  if (day === null || !(await readSettings(deps.db)).marketingEmails) return false;
  const campaign = await findCampaign(deps.db, day);
  if (campaign?.finishedAt) return false;
  if (!campaign) {
    const deals = await chooseDeals(deps.db);
    if (deals.length === 0) return false;
    await deps.db.insert(newsletterCampaigns).values({ day, deals, startedAt: now }).onConflictDoNothing();
  }
  if (await isQueueFull(deps)) return false;
  return inTransaction(deps.db, async (tx) => {
    const [locked] = await tx
      .select()
      .from(newsletterCampaigns)
      .where(and(eq(newsletterCampaigns.day, day), isNull(newsletterCampaigns.finishedAt)))
      .for('update', { skipLocked: true });
    if (!locked) return false;
    const subscribers = await listSubscribers(tx, locked.reachedId, batchSize);
    for (const { id: userId } of subscribers) await deps.jobs.enqueue(tx, sendNewsletter, { day, userId });
    await tx
      .update(newsletterCampaigns)
      .set({
        reachedId: subscribers.at(-1)?.id ?? locked.reachedId,
        mails: locked.mails + subscribers.length,
        finishedAt: subscribers.length < batchSize ? now : null,
      })
      .where(eq(newsletterCampaigns.day, day));
    // Erase twice as many as were added, so that a backlog shrinks.
    await eraseOldMails(tx, 'newsletter', new Date(now.getTime() - retentionMs), 2 * batchSize);
    return subscribers.length > 0;
  });
}

/** Returns true while a full batch of mails is waiting, which limits the queue to the speed of the mail server. */
async function isQueueFull({ db }: CampaignDeps): Promise<boolean> {
  const { rows } = await db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from (
      select from pgboss.job where name = ${sendNewsletter.name} and state in ('created', 'retry', 'active')
      limit ${batchSize}
    ) jobs`);
  return (rows[0]?.waiting ?? 0) >= batchSize;
}
