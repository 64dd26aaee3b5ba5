import type { Deps } from '../platform/deps.ts';
import { handleJob, type JobHandler } from '../platform/jobs.ts';
import { readSettings } from '../settings/settings.queries.ts';
import { deliverMail } from './deliver-mail.ts';
import type { MailContent } from './mail-content.ts';
import { type MailReaders, type MailRequest, sendMail } from './mail-requests.ts';
import { deleteOutgoingMail, readOutgoingMail } from './outgoing-mails.ts';
import { senderOf } from './smtp-sender.ts';

type MailDeps = Pick<Deps, 'db' | 'environment' | 'now'>;

/** The readers of the slices that know accounts, orders and alerts; handed in, because those know mails. */
export type OtherMailReaders = Omit<MailReaders, 'low-stock' | 'stored'>;

/** The background work of this slice. Finished jobs are deleted within a minute. */
export function mailJobHandlers(deps: MailDeps, others: OtherMailReaders): JobHandler[] {
  const send = senderOf(deps.environment);
  const readers: MailReaders = { ...others, ...ownReaders(deps) };
  const job = handleJob(sendMail, async (queued) => {
    const content = 'to' in queued ? queued : await readContent(readers, queued);
    if (content) await deliverMail(deps, send, content);
    if (queued.kind === 'stored') await deleteOutgoingMail(deps.db, queued.outgoingMailId);
  });
  return [{ ...job, inBundles: true, deleteFinished: true }];
}

function ownReaders({ db }: MailDeps): Pick<MailReaders, 'low-stock' | 'stored'> {
  return {
    'low-stock': async (request) => ({ ...request, to: (await readSettings(db)).storeEmail }),
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
