import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { deliverMail } from '../../foundations/notifications/deliver-mail.ts';
import { senderOf } from '../../foundations/notifications/smtp-sender.ts';
import { defineJob, handleJob, type JobHandler } from '../../platform/jobs/define-job.ts';
import { runningCampaign } from './campaign-day.ts';
import { findCampaign, findSubscriber } from './newsletter.queries.ts';
import { unsubscribeLink } from './unsubscribe.ts';

/** Mail of one campaign to one subscriber. Has its own queue, so that order mails do not wait behind it. */
export const sendNewsletter = defineJob('send-newsletter', z.object({ day: z.string(), userId: z.string() }));

type NewsletterDeps = Pick<Deps, 'db' | 'environment' | 'now' | 'secret'>;

export function newsletterJobs(deps: NewsletterDeps): JobHandler[] {
  const findSender = senderOf(deps);
  return [
    handleJob(sendNewsletter, async ({ day, userId }) => {
      if (runningCampaign(deps.now()) !== day) return;
      const campaign = await findCampaign(deps.db, day);
      // Null if the subscriber left or unsubscribed after the job was queued.
      const to = await findSubscriber(deps.db, userId);
      if (!campaign || to === null) return;
      await deliverMail(deps, await findSender(), {
        kind: 'newsletter',
        eventKey: `newsletter:${day}:${userId}`,
        to,
        deals: campaign.deals,
        asOf: campaign.startedAt.toISOString(),
        unsubscribeLink: unsubscribeLink(deps, userId),
      });
    }),
  ];
}
