import type { UserRecord } from '@reprise/contract/people/identity/user';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type PendingEmailProps = { pendingEmail: string; onSaved: (user: UserRecord) => void };

/** New email that takes effect once its mailed link is confirmed in this account. */
export function PendingEmail({ pendingEmail, onSaved }: PendingEmailProps) {
  const [busy, setBusy] = useState<'resend' | 'cancel' | null>(null);

  const run = async (action: 'resend' | 'cancel', work: () => Promise<void>) => {
    setBusy(action);
    try {
      await work();
    } catch (error) {
      notify('error', messageOf(error, noResponse('retry')));
    }
    setBusy(null);
  };
  const resend = () =>
    run('resend', async () => {
      await api.resendVerification({ body: {} });
      notify('success', `We have sent a link to ${pendingEmail}.`);
    });
  const cancel = () =>
    run('cancel', async () => {
      onSaved((await api.updateProfile({ body: { pendingEmail: null } })).user);
    });

  return (
    <div className="rounded-control bg-sunken px-4 py-3 sm:col-span-2">
      <dt className="caption">New email</dt>
      <dd className="mt-0.5">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words">{pendingEmail}</span>
          <Badge tone="warn">Waiting for confirmation</Badge>
        </span>
        <p className="mt-1 text-ink-muted text-sm">
          Open the link we emailed to this address while you are signed in.
        </p>
        <span className="-ml-3 mt-1 flex flex-wrap">
          <Button variant="ghost" size="sm" loading={busy === 'resend'} onClick={() => void resend()}>
            Send the link again
          </Button>
          <Button variant="ghost" size="sm" loading={busy === 'cancel'} onClick={() => void cancel()}>
            Keep the current email
          </Button>
        </span>
      </dd>
    </div>
  );
}
