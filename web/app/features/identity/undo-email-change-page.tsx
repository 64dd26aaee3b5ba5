import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { Route } from './+types/undo-email-change-page';
import { AuthFrame, FormRefusal } from './auth-frame.tsx';
import { useMailedToken } from './use-mailed-token.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...privatePageMeta('Undo the email change', matches[0].loaderData?.settings.storeName),
  { name: 'referrer', content: 'no-referrer' },
];

/** The button, not the page, uses the link up: mail programs open links to scan them. */
export default function UndoEmailChangePage() {
  const token = useMailedToken();
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <AuthFrame
        title="Your old email address is back"
        lead="Your account was signed out everywhere. Its password, two-factor sign-in and passkeys no longer work. Set a new password to sign in."
      >
        <Link to="/forgot-password" className={buttonClass({ size: 'lg', wide: true })}>
          Set a new password
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Undo the email change"
      lead="This puts your old address back, signs your account out on every device and removes its password, two-factor sign-in and passkeys. Set a new password after it."
    >
      <UndoButton token={token} onDone={() => setDone(true)} />
    </AuthFrame>
  );
}

/** `isFinal`: the same link never works, however often the button is pressed. */
type Refusal = { message: string; isFinal: boolean };

const incomplete: Refusal = {
  message: 'This link is not complete. Open it from the email again.',
  isFinal: true,
};

function refusalOf(error: unknown): Refusal {
  const code = problemCodeOf(error);
  if (!code || (error as Problem).status >= 500) {
    return { message: 'The shop did not answer. Please try again.', isFinal: false };
  }
  return { message: (error as Problem).message, isFinal: code !== 'RATE_LIMITED' };
}

function UndoButton({ token, onDone }: { token: string | undefined; onDone: () => void }) {
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();

  async function undo(): Promise<void> {
    setSending(true);
    try {
      await api.undoEmailChange({ body: { token: token ?? '' } });
      onDone();
    } catch (error) {
      setRefusal(refusalOf(error));
    }
    setSending(false);
  }

  const shown = token === '' ? incomplete : refusal;
  return (
    <div className="grid gap-5">
      <FormRefusal message={shown?.message} />
      {!shown?.isFinal && (
        <Button size="lg" wide disabled={!token} loading={sending} onClick={() => void undo()}>
          Put my address back
        </Button>
      )}
      {shown?.isFinal && (
        <Link to="/forgot-password" className={buttonClass({ size: 'lg', wide: true })}>
          Set a new password
        </Link>
      )}
    </div>
  );
}
