import type { Mail } from '@reprise/contract/foundations/notifications/notifications';
import { useQuery } from '@tanstack/react-query';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { CenteredSpinner } from '../../../ui/spinner.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { MailFrame } from './mail-frame.tsx';
import { stateLabels } from './mail-states.ts';
import { useResend } from './use-resend.ts';

export function MailDialog({ mailId, onClose }: { mailId: string | null; onClose: () => void }) {
  return (
    <Modal open={mailId !== null} onClose={onClose} title="Mail" size="lg">
      {mailId !== null && <LoadedMail mailId={mailId} />}
    </Modal>
  );
}

function LoadedMail({ mailId }: { mailId: string }) {
  const mail = useQuery({
    queryKey: ['mail', mailId],
    queryFn: () => api.getMail({ params: { id: mailId } }),
  });
  return (
    <Loaded
      query={mail}
      failed="This email could not be loaded"
      loading={<CenteredSpinner className="h-[70vh]" />}
    >
      {({ mail }) => <MailContent mail={mail} />}
    </Loaded>
  );
}

function MailContent({ mail }: { mail: Mail }) {
  const state = stateLabels[mail.state];
  return (
    <>
      {mail.error && <FormFailure>{mail.error}</FormFailure>}
      {mail.containsSecret && (
        <p className="mb-3 rounded-control bg-sunken px-3 py-2 text-sm">
          {mail.state === 'mailbox'
            ? 'A link only the recipient may use is hidden here. Without a mail server, the full email is stored for a week as a file in DATA_DIR/mailbox on the server.'
            : 'A link only the recipient may use is hidden here.'}
        </p>
      )}
      <h3 className="text-lg">{mail.subject}</h3>
      <p className="mt-1 mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted text-sm">
        <span>To {mail.to}</span>
        <time dateTime={mail.createdAt}>{formatDateTime(mail.createdAt)}</time>
        <StatusDot tone={state.tone}>{state.label}</StatusDot>
        {!mail.containsSecret && <SendAgain mailId={mail.id} />}
      </p>
      <Tabs
        label="Email format"
        tabs={[
          { id: 'html', label: 'HTML', content: <MailFrame mail={mail} /> },
          {
            id: 'text',
            label: 'Plain text',
            content: (
              <pre className="whitespace-pre-wrap break-words rounded-control bg-sunken p-4 font-sans text-sm">
                {mail.text}
              </pre>
            ),
          },
        ]}
      />
    </>
  );
}

function SendAgain({ mailId }: { mailId: string }) {
  const resend = useResend();
  return (
    <Button size="sm" variant="outline" loading={resend.isPending} onClick={() => resend.mutate(mailId)}>
      Send again
    </Button>
  );
}
