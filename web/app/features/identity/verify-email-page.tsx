import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { Route } from './+types/verify-email-page';
import { AuthFrame, FormRefusal } from './auth-frame.tsx';
import { privatePageMeta } from './private-page-meta.ts';
import { useMailedToken } from './use-mailed-token.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...privatePageMeta('Confirm your email address', matches[0].loaderData?.settings.storeName),
  { name: 'referrer', content: 'no-referrer' },
];

/** A press of the button, not the opening of the page, uses the link up: mail programs open links to look at them. */
export default function VerifyEmailPage() {
  const token = useMailedToken();
  const [confirmed, setConfirmed] = useState(false);
  if (confirmed) {
    return (
      <AuthFrame
        title="Your email address is confirmed"
        lead="Orders you placed with it as a guest are in your account now."
      >
        <Link to="/orders" className={buttonClass({ size: 'lg', wide: true })}>
          See your orders
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Confirm your email address"
      lead="So that nobody else can open an account with it. Guest orders placed with it join your account."
    >
      <ConfirmButton token={token} onConfirmed={() => setConfirmed(true)} />
    </AuthFrame>
  );
}

/** `final`: the same link will never do, however often it is pressed. */
type Refusal = { message: string; final: boolean };

const incomplete: Refusal = {
  message: 'This link is not complete. Open it from the email again, or ask for a new one in your profile.',
  final: true,
};

function refusalOf(error: unknown): Refusal {
  const code = problemCodeOf(error);
  if (!code || (error as Problem).status >= 500) {
    return { message: 'The shop did not answer. Please try again.', final: false };
  }
  return { message: (error as Problem).message, final: code !== 'RATE_LIMITED' };
}

type ConfirmProps = { token: string | undefined; onConfirmed: () => void };

function ConfirmButton({ token, onConfirmed }: ConfirmProps) {
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();

  async function confirm(): Promise<void> {
    setSending(true);
    try {
      await api.verifyEmail({ body: { token: token ?? '' } });
      onConfirmed();
    } catch (error) {
      setRefusal(refusalOf(error));
    }
    setSending(false);
  }

  const shown = token === '' ? incomplete : refusal;
  return (
    <div className="grid gap-5">
      <FormRefusal message={shown?.message} />
      {!shown?.final && (
        <Button size="lg" wide disabled={!token} loading={sending} onClick={() => void confirm()}>
          Confirm my email
        </Button>
      )}
      {shown && (
        <Link
          to="/profile"
          className={buttonClass({ variant: shown.final ? 'primary' : 'ghost', size: 'lg', wide: true })}
        >
          Go to your profile
        </Link>
      )}
    </div>
  );
}
