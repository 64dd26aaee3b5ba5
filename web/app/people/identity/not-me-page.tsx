import type { NotMeReport } from '@reprise/contract/people/identity/account-links';
import type { SecurityNotice } from '@reprise/contract/people/identity/security-notices';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { useAuth } from '../../session/auth-store.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import type { Route } from './+types/not-me-page';
import { AuthFrame } from './auth-frame.tsx';
import { useMailedToken } from './use-mailed-token.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...privatePageMeta('This was not me', matches[0].loaderData?.settings.storeName),
  { name: 'referrer', content: 'no-referrer' },
];

/** Undoes what a security mail reports. A button uses the token, because mail scanners open links. */
export default function NotMePage() {
  const token = useMailedToken();
  const [report, setReport] = useState<NotMeReport>();
  const [isOver, setOver] = useState(false);
  if (report) return <Done report={report} />;
  if (isOver || token === '') {
    return (
      <AuthFrame
        title="This link does not work"
        lead="It is incomplete, has expired or was already used. If you still do not know who used your account, choose a new password: that page shows and removes what else opens it."
      >
        <ResetLinks />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="This was not me"
      lead="Press the button if you do not know about what the email tells you. We then:"
    >
      <ul className="mb-6 grid list-disc gap-2 pl-5 text-ink-muted text-sm">
        <li>undo what the email tells you about</li>
        <li>sign out every device of the account that did it</li>
        <li>make its password stop working, and email its owner a link to choose a new one</li>
      </ul>
      <ReportButton token={token} onDone={setReport} onOver={() => setOver(true)} />
    </AuthFrame>
  );
}

type ReportButtonProps = {
  token: string | undefined;
  onDone: (report: NotMeReport) => void;
  /** Called when the link cannot succeed on retry. */
  onOver: () => void;
};

function ReportButton({ token, onDone, onOver }: ReportButtonProps) {
  const [sending, setSending] = useState(false);
  const [submitError, setSubmitError] = useState<string>();

  async function send(): Promise<void> {
    setSending(true);
    setSubmitError(undefined);
    try {
      const { report } = await api.reportNotMe({ body: { token: token ?? '' } });
      if (report.account === 'own') useAuth.getState().signOut();
      return onDone(report);
    } catch (error) {
      if (problemCodeOf(error) === 'VALIDATION_ERROR' && (error as Problem).status < 500) return onOver();
      setSubmitError(messageOf(error, noResponse('retry')));
    }
    setSending(false);
  }

  return (
    <div className="grid gap-5">
      <FormError message={submitError} />
      <Button size="lg" wide disabled={!token} loading={sending} onClick={() => void send()}>
        This was not me
      </Button>
      <p className="text-ink-muted text-sm">If it was you, close this page. Nothing has changed.</p>
    </div>
  );
}

function Done({ report: { notice, outcome, account } }: { report: NotMeReport }) {
  const words = undone[notice];
  const result = outcome === 'none' || !words ? null : outcome === 'undone' ? words.undone : words.gone;
  return (
    <AuthFrame title={titles[account]} lead={result ?? 'There was nothing to undo.'}>
      {account === 'own' && (
        <>
          <p className="mb-6 text-sm">
            You are signed out everywhere and your password no longer works. We sent you an email with a link
            to choose a new one. That page also shows and removes everything else that opens your account.
          </p>
          <ResetLinks />
        </>
      )}
      {account === 'other' && (
        <p className="text-sm">
          The account that did it is signed out everywhere and its password no longer works. Its owner gets an
          email with a link to choose a new one. Look at what else it changed under{' '}
          <Link to="/admin/audit" className="text-link">
            Audit log
          </Link>
          .
        </p>
      )}
    </AuthFrame>
  );
}

function ResetLinks() {
  return (
    <div className="grid gap-3">
      <Link to="/forgot-password" className={buttonClass({ size: 'lg', wide: true })}>
        Send me a new link
      </Link>
      <Link to="/support" className={buttonClass({ variant: 'outline', size: 'lg', wide: true })}>
        Contact us
      </Link>
    </div>
  );
}

const titles = {
  own: 'Your account is signed out',
  other: 'That account is signed out',
  none: 'Done',
};

/** Words for notices that report something to undo. */
const undone: { [Notice in SecurityNotice]?: { undone: string; gone: string } } = {
  'new-device': {
    undone: 'The new device is signed out.',
    gone: 'The new device was already signed out.',
  },
  'password-changed': {
    undone: 'The new password no longer works.',
    gone: 'The account had no password any more.',
  },
  'two-factor-on': {
    undone: 'The new two-factor sign-in is off.',
    gone: 'This two-factor sign-in was already replaced or turned off.',
  },
  'recovery-codes-renewed': {
    undone: 'The new recovery codes no longer work.',
    gone: 'These recovery codes were already replaced or used.',
  },
  'recovery-code-used': {
    undone: 'The remaining recovery codes no longer work.',
    gone: 'There were no recovery codes left.',
  },
  'passkey-added': { undone: 'The passkey is removed.', gone: 'The passkey was already removed.' },
  'api-token-added': { undone: 'The API token is revoked.', gone: 'The API token was already revoked.' },
  'staff-added': {
    undone: 'The staff rights are taken away.',
    gone: 'These staff rights were already taken away.',
  },
  'payment-keys-changed': {
    undone: 'The payment keys are removed. Enter your own under Settings, Payment.',
    gone: 'These payment keys were already replaced or removed.',
  },
  'mail-server-changed': {
    undone: 'The mail server is removed. Enter your own under Settings, Email.',
    gone: 'This mail server was already replaced or removed.',
  },
  'webhook-added': {
    undone: 'The webhook is switched off. Delete it under Settings, Webhooks.',
    gone: 'The webhook was already switched off or deleted.',
  },
  'texts-changed': {
    undone: 'The change of the text is taken back.',
    gone: 'The text has been changed again since.',
  },
};
