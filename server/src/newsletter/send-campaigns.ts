import { and, eq, isNull, sql } from 'drizzle-orm';
import { eraseOldMails } from '../notifications/erase-mails.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import { runPeriodically } from '../platform/jobs/run-periodically.ts';
import { readSettings } from '../settings/settings.queries.ts';
import { campaignGoingOut } from './campaign-day.ts';
import { sendNewsletter } from './newsletter.jobs.ts';
import { chooseDeals, findCampaign, listSubscribers } from './newsletter.queries.ts';
import { newsletterCampaigns } from './newsletter.tables.ts';

type EditionDeps = Pick<Deps, 'db' | 'jobs' | 'log' | 'now'>;

const interval = 5_000;
/** So many mails are asked for at a time, and more once they have been tried. */
const batch = 200;
/** Our copies of so many weeks stay in the mailbox. */
const keptMs = 28 * 24 * 3_600_000;

/** Looks now and every few seconds; the function it returns ends that and waits for a run under way. */
export function startSendingCampaigns(deps: EditionDeps): () => Promise<void> {
  return runPeriodically(deps.log, interval, () => sendCampaign(deps), 'newsletter not sent');
}

/**
 * Takes the edition of this hour one batch further, where the store wants it, and says whether it did. Several
 * processes may do so at once, and any of them may be killed: a batch and how far it reached are one transaction.
 */
export async function sendCampaign(deps: EditionDeps): Promise<boolean> {
  const now = deps.now();
  const day = campaignGoingOut(now);
  if (day === null || !(await readSettings(deps.db)).marketingEmails) return false;
  const edition = await findCampaign(deps.db, day);
  if (edition?.finishedAt) return false;
  if (!edition) {
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
    const readers = await listSubscribers(tx, locked.reachedId, batch);
    for (const { id: userId } of readers) await deps.jobs.enqueue(tx, sendNewsletter, { day, userId });
    await tx
      .update(newsletterCampaigns)
      .set({
        reachedId: readers.at(-1)?.id ?? locked.reachedId,
        mails: locked.mails + readers.length,
        finishedAt: readers.length < batch ? now : null,
      })
      .where(eq(newsletterCampaigns.day, day));
    // Twice as many as come, so that what is left of years goes as well.
    await eraseOldMails(tx, 'newsletter', new Date(now.getTime() - keptMs), 2 * batch);
    return readers.length > 0;
  });
}

/** A mail server takes its time: what is asked for and not yet tried stays short. */
async function isQueueFull({ db }: EditionDeps): Promise<boolean> {
  const { rows } = await db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from (
      select from pgboss.job where name = ${sendNewsletter.name} and state in ('created', 'retry', 'active')
      limit ${batch}
    ) jobs`);
  return (rows[0]?.waiting ?? 0) >= batch;
}
