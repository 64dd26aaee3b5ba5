import type { Newsletter } from '@reprise/contract/people/newsletter';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount, formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

/**
 * Recipients and schedule of the weekly deals mail, with a test mail. Nested in a form, so it must not
 * contain one.
 */
export function NewsletterCard() {
  const newsletter = useQuery({
    queryKey: ['newsletter'],
    queryFn: () => api.getNewsletter(),
  });
  return (
    <div className="grid gap-3 rounded-control bg-sunken px-3 py-2.5 text-sm sm:col-span-2">
      <Loaded
        query={newsletter}
        failed="The newsletter status could not be loaded"
        look="inline"
        skeleton="h-16"
      >
        {(data) => <NewsletterStats newsletter={data.newsletter} />}
      </Loaded>
      <SendTest />
    </div>
  );
}

function NewsletterStats({ newsletter: { readers, next, last } }: { newsletter: Newsletter }) {
  const rows = [
    ['Recipients', `${customersText(readers)} with a confirmed address`],
    [
      'Next',
      new Date(next) > new Date() ? formatDateTime(next) : 'Today, once marketing emails are turned on',
    ],
    ['Last', last ? `${formatDateTime(last.startedAt)}, ${describeLast(last)}` : 'None sent yet'],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-ink-muted">
      {rows.map(([name, value]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt>{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const customersText = (count: number) => (count === 1 ? '1 customer' : `${formatCount(count)} customers`);

const describeLast = ({ mails, isUnderWay }: NonNullable<Newsletter['last']>) =>
  isUnderWay ? `in progress: ${customersText(mails)} so far` : `to ${customersText(mails)}`;

function SendTest() {
  const sending = useMutation({
    mutationFn: () => api.sendTestNewsletter({ body: {} }),
    onSuccess: ({ mail }) =>
      notify(
        'success',
        mail.state === 'sent'
          ? `Sent to ${mail.to}.`
          : 'Not sent: no mail server is set. Stored in the mailbox.',
      ),
    onError: (error) => notify('error', messageOf(error, 'The test was not sent. Please try again.')),
  });
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button variant="outline" size="sm" loading={sending.isPending} onClick={() => sending.mutate()}>
        Send a test
      </Button>
      <span className="text-ink-muted">Today’s deals, to your own address.</span>
    </p>
  );
}
