import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import type { Route } from './+types/undo-email-change-page';
import { AuthFrame } from './auth-frame.tsx';
import { useMailedToken } from './use-mailed-token.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...privatePageMeta('Undo the email change', matches[0].loaderData?.settings.storeName),
  { name: 'referrer', content: 'no-referrer' },
];

/** Restores the old email address. A button uses the token, because mail scanners open links. */
export default function UndoEmailChangePage() {
  const token = useMailedToken();
  const [isDone, setDone] = useState(false);
  const [isOver, setOver] = useState(false);
  if (isDone) {
    return (
      <AuthFrame
        title="Your old email address is back"
        lead="You were signed out everywhere, and your password, two-factor sign-in and passkeys were removed. We sent you an email with a link to set a new password."
      >
        <Link to="/forgot-password" className={buttonClass({ size: 'lg', wide: true })}>
          Send me a new link
        </Link>
      </AuthFrame>
    );
  }
  if (isOver || token === '') {
    return (
      <AuthFrame
        title="This link does not work"
        lead="It is incomplete, has expired or was already used. If your old email address is back, set a new password to sign in. If not, contact us."
      >
        <div className="grid gap-3">
          <Link to="/forgot-password" className={buttonClass({ size: 'lg', wide: true })}>
            Set a new password
          </Link>
          <Link to="/support" className={buttonClass({ variant: 'outline', size: 'lg', wide: true })}>
            Contact us
          </Link>
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Undo the email change"
      lead="This restores your old email address, signs you out on every device and removes your password, two-factor sign-in and passkeys. You then set a new password."
    >
      <UndoButton token={token} onDone={() => setDone(true)} onOver={() => setOver(true)} />
    </AuthFrame>
  );
}

type UndoButtonProps = {
  token: string | undefined;
  onDone: () => void;
  /** Called when the link cannot succeed on retry. */
  onOver: () => void;
};

function UndoButton({ token, onDone, onOver }: UndoButtonProps) {
  const [sending, setSending] = useState(false);
  const [submitError, setSubmitError] = useState<string>();

  async function undo(): Promise<void> {
    setSending(true);
    setSubmitError(undefined);
    try {
      await api.undoEmailChange({ body: { token: token ?? '' } });
      return onDone();
    } catch (error) {
      const code = problemCodeOf(error);
      const isRejected = code !== undefined && (error as Problem).status < 500;
      if (isRejected && code !== 'RATE_LIMITED') return onOver();
      setSubmitError(messageOf(error, noResponse('retry')));
    }
    setSending(false);
  }

  return (
    <div className="grid gap-5">
      <FormError message={submitError} />
      <Button size="lg" wide disabled={!token} loading={sending} onClick={() => void undo()}>
        Restore my email address
      </Button>
    </div>
  );
}
