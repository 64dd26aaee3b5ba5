import { z } from 'zod';
import { deliverMail } from '../notifications/deliver-mail.ts';
import { senderOf } from '../notifications/smtp-sender.ts';
import type { Deps } from '../platform/deps.ts';
import { defineJob, handleJob, type JobHandler } from '../platform/jobs/jobs.ts';
import { campaignGoingOut } from './campaign-day.ts';
import { findCampaign, findSubscriber } from './newsletter.queries.ts';
import { unsubscribeLink } from './unsubscribe.ts';

/** One reader's mail of one edition. A queue of its own: no order's mail waits behind many of these. */
export const sendNewsletter = defineJob('send-newsletter', z.object({ day: z.string(), userId: z.string() }));

type NewsletterDeps = Pick<Deps, 'db' | 'environment' | 'now' | 'secret'>;

export function newsletterJobs(deps: NewsletterDeps): JobHandler[] {
  const send = senderOf(deps.environment);
  return [
    handleJob(sendNewsletter, async ({ day, userId }) => {
      if (campaignGoingOut(deps.now()) !== day) return;
      const edition = await findCampaign(deps.db, day);
      // Who has left or unsubscribed since it was asked for gets nothing.
      const to = await findSubscriber(deps.db, userId);
      if (!edition || to === null) return;
      await deliverMail(deps, send, {
        kind: 'newsletter',
        eventKey: `newsletter:${day}:${userId}`,
        to,
        deals: edition.deals,
        asOf: edition.startedAt.toISOString(),
        unsubscribeLink: unsubscribeLink(deps, userId),
      });
    }),
  ];
}
