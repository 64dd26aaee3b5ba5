import type { Deps } from '../../deps.ts';
import { handleJob, type JobHandler } from '../../platform/jobs/define-job.ts';
import { readSettings } from '../settings/settings.queries.ts';
import { deliverMail } from './deliver-mail.ts';
import { budgetOf, isVerifiedAddress, recordDroppedMail, spendMailBudget } from './mail-budget.ts';
import { type MailReaders, type MailRequest, sendMail } from './mail-requests.ts';
import { definitionOf, type MailContent } from './mails/mail-registry.ts';
import { deleteOutgoingMail, readOutgoingMail } from './outgoing-mails.ts';
import { type FindSender, senderOf } from './smtp-sender.ts';
import { deferMail } from './waiting-mails.ts';

type MailDeps = Pick<Deps, 'db' | 'environment' | 'now' | 'log' | 'secret'>;

/** Mail readers of other slices, passed in because those slices import this one. */
export type OtherMailReaders = Omit<MailReaders, 'low-stock' | 'unit-short' | 'stored'>;

/** Job handlers of the notifications slice. Finished jobs are deleted within a minute. */
export function mailJobHandlers(deps: MailDeps, others: OtherMailReaders): JobHandler[] {
  const findSender = senderOf(deps);
  const readers: MailReaders = { ...others, ...ownReaders(deps) };
  const job = handleJob(sendMail, async (queued) => {
    // Jobs queued by earlier releases contain the content and are not limited.
    if ('to' in queued) return deliverMail(deps, await findSender(), queued);
    const content = await readContent(readers, queued);
    if (content) await deliverWithinBudget(deps, findSender, queued, content);
    if (queued.kind === 'stored') await deleteOutgoingMail(deps.db, queued.outgoingMailId);
  });
  return [{ ...job, inBatches: true, deleteFinished: true }];
}

function ownReaders({ db }: MailDeps): Pick<MailReaders, 'low-stock' | 'unit-short' | 'stored'> {
  return {
    'low-stock': async (request) => ({ ...request, to: (await readSettings(db)).storeEmail }),
    'unit-short': async (request) => ({ ...request, to: (await readSettings(db)).storeEmail }),
    stored: ({ outgoingMailId }) => readOutgoingMail(db, outgoingMailId),
  };
}

function readContent<Request extends MailRequest>(
  readers: MailReaders,
  request: Request,
): Promise<MailContent | null> {
  const read = readers[request.kind] as (request: Request) => Promise<MailContent | null>;
  return read(request);
}

/** Sends the mail if its budget allows; otherwise order mails wait and others are dropped. */
async function deliverWithinBudget(
  deps: MailDeps,
  findSender: FindSender,
  request: MailRequest,
  content: MailContent,
): Promise<void> {
  const isVerified = await isVerifiedAddress(deps.db, content.to);
  const safeContent = isVerified ? content : withoutName(content);
  const isExempt = ('isCounted' in request && request.isCounted) || ('byStaff' in content && content.byStaff);
  const budget = isExempt ? null : budgetOf(content, isVerified);
  if (budget === null || (await spendMailBudget(deps, budget, content))) {
    return deliverMail(deps, await findSender(), safeContent);
  }
  if ('orderId' in request) await deferMail(deps, request);
  else await recordDroppedMail(deps, request.kind === 'stored' ? content.kind : request.kind);
}

/** Removes the name from mails to unverified addresses, because a visitor may have chosen it. */
function withoutName(content: MailContent): MailContent {
  if ('name' in content && !definitionOf(content.kind).isNameTrusted) return { ...content, name: '' };
  if (!('order' in content)) return content;
  const shippingAddress = { ...content.order.shippingAddress, firstName: '' };
  return { ...content, order: { ...content.order, shippingAddress } };
}
