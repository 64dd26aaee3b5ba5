import type { MailServer } from '@reprise/contract/foundations/notifications/mail-server';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { OutsideForm } from '../../../admin-ui/outside-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../formats.ts';
import { useAuth } from '../../../session/auth-store.ts';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { MailServerDialog } from './mail-server-dialog.tsx';

/** Mail settings, with a test mail. Nested in a form, so it must not contain one. */
export function MailServerCard() {
  const mailServer = useQuery({
    queryKey: ['mail-server'],
    queryFn: () => api.getMailServer(),
  });
  return (
    <div className="grid gap-4 sm:col-span-2">
      <Loaded
        query={mailServer}
        failed="The email settings could not be loaded"
        look="inline"
        skeleton="h-16"
      >
        {({ server }) => (
          <>
            <MailServerStatus server={server} />
            <MailServerActions server={server} />
          </>
        )}
      </Loaded>
      <TestMail configured={mailServer.data?.server.configured ?? false} />
      <p className="text-ink-muted text-sm">
        All email is listed in the{' '}
        <Link to="/admin/mailbox" className="text-link">
          mailbox
        </Link>
        .
      </p>
    </div>
  );
}

function MailServerStatus({ server }: { server: MailServer }) {
  const { configured, host, source, lastSent, lastFailure } = server;
  if (!configured) {
    return (
      <p className="rounded-control bg-sunken px-3 py-2.5 text-sm">
        <StatusDot tone="warn">No mail server is set</StatusDot>
        <span className="mt-1 block text-ink-muted">
          Email is stored in the mailbox and not sent. Set up a mail server here, or start the shop with
          SMTP_URL.
        </span>
      </p>
    );
  }
  if (source === 'unreadable') {
    return (
      <p className="rounded-control bg-sunken px-3 py-2.5 text-sm">
        <StatusDot tone="bad">The mail server’s password cannot be read</StatusDot>
        <span className="mt-1 block text-ink-muted">
          It was encrypted with another APP_SECRET. Email waits until the mail server is set again or removed.
        </span>
      </p>
    );
  }
  const failing = lastFailure !== null && (lastSent === null || lastFailure.at > lastSent);
  return (
    <div className="rounded-control bg-sunken px-3 py-2.5 text-sm">
      <StatusDot tone={failing ? 'bad' : 'good'}>
        {failing ? `${host} rejected the last email` : `Email is sent through ${host}`}
      </StatusDot>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 text-ink-muted">
        <dt>Last sent</dt>
        <dd>{lastSent ? formatDateTime(lastSent) : 'Nothing yet'}</dd>
        {lastFailure && (
          <>
            <dt>Last failure</dt>
            <dd className="break-words">
              {formatDateTime(lastFailure.at)}: {lastFailure.error}
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

/** Sets or removes the mail server; one of SMTP_URL is shown read-only. */
function MailServerActions({ server }: { server: MailServer }) {
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const queries = useQueryClient();
  const close = () => setDialog(null);
  const keep = (answer: { server: MailServer }) => queries.setQueryData(['mail-server'], answer);
  if (server.source === 'environment' || server.source === 'adapter') {
    return (
      <p className="text-ink-muted text-sm">
        {server.source === 'adapter' ? 'MAIL_ADAPTER' : 'SMTP_URL'} sets this mail server and takes precedence
        over this screen. Change it in the environment of the server.
      </p>
    );
  }
  const isStored = server.source !== 'none';
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant={isStored ? 'outline' : 'primary'} size="sm" onClick={() => setDialog('edit')}>
        {isStored ? 'Change mail server' : 'Set up mail server'}
      </Button>
      {isStored && (
        <Button variant="ghost" size="sm" onClick={() => setDialog('remove')}>
          Remove mail server
        </Button>
      )}
      <OutsideForm>
        {dialog === 'edit' && <MailServerDialog server={server} onSaved={keep} onClose={close} />}
        <DeleteDialog
          title="Remove mail server"
          item={dialog === 'remove' ? server : null}
          nameOf={() => 'The mail server'}
          remove={async () => keep(await api.removeMailServer())}
          onDeleted={() => notify('success', 'Mail server removed.')}
          failedMessage="The mail server could not be removed."
          onClose={close}
        >
          {() => <p>Email is then stored in the mailbox and not sent.</p>}
        </DeleteDialog>
      </OutsideForm>
    </div>
  );
}

function TestMail({ configured }: { configured: boolean }) {
  const id = useId();
  const own = useAuth(({ user }) => user?.email ?? '');
  const [to, setTo] = useState(own);
  const queries = useQueryClient();
  const sending = useMutation({
    mutationFn: () => api.sendTestMail({ body: { to: to.trim() } }),
    onSuccess: ({ mail }) =>
      notify(
        'success',
        mail.state === 'sent'
          ? `Sent to ${mail.to}.`
          : 'Not sent: no mail server is set. Stored in the mailbox.',
      ),
    onError: (error) => notify('error', messageOf(error, 'The test email was not sent. Please try again.')),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mail-server'] }),
  });
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        Send a test email to
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="email"
          value={to}
          autoComplete="email"
          className="control min-w-0 flex-1 basis-56"
          onChange={(event) => setTo(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Prevents Enter from submitting the settings form around it.
            event.preventDefault();
            if (to.trim()) sending.mutate();
          }}
        />
        <Button
          variant="outline"
          disabled={!to.trim()}
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        >
          {configured ? 'Send' : 'Write'}
        </Button>
      </div>
    </div>
  );
}
