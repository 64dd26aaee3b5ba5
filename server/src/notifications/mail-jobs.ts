import type { Deps } from '../platform/deps.ts';
import { handleJob, type JobHandler } from '../platform/jobs.ts';
import { deliverMail } from './deliver-mail.ts';
import { sendMail } from './mail-requests.ts';
import { senderOf } from './smtp-sender.ts';

/** The background work of this slice. */
export function mailJobHandlers(deps: Pick<Deps, 'db' | 'environment' | 'now'>): JobHandler[] {
  const send = senderOf(deps.environment);
  return [{ ...handleJob(sendMail, (request) => deliverMail(deps, send, request)), inBundles: true }];
}
