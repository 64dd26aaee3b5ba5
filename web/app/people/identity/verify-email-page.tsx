import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { useAuth } from '../../session/auth-store.ts';
import { signInUrl } from '../../session/local-path.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import type { Route } from './+types/verify-email-page';
import { AuthFrame } from './auth-frame.tsx';
import { useSignOut } from './use-sign-out.ts';
import { useStoredToken } from './use-stored-token.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...privatePageMeta('Confirm your email address', matches[0].loaderData?.settings.storeName),
  { name: 'referrer', content: 'no-referrer' },
];

/**
 * Verifies an email for the account that requested it. A button uses the token, because mail scanners open links.
 */
export default function VerifyEmailPage() {
  const { token, forget } = useStoredToken();
  const { user, loading } = useAuth();
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
  const onConfirmed = () => {
    forget();
    setConfirmed(true);
  };
  if (token && !loading && !user) return <SignInFirst />;
  return (
    <AuthFrame
      title="Confirm your email address"
      lead={
        user
          ? `You are signed in as ${user.email}. Guest orders placed with the confirmed address join this account.`
          : 'Guest orders placed with the confirmed address join your account.'
      }
    >
      <ConfirmButton token={token} disabled={loading} onConfirmed={onConfirmed} />
    </AuthFrame>
  );
}

const signInHere = signInUrl('/verify-email');

function SignInFirst() {
  return (
    <AuthFrame
      title="Sign in to confirm"
      lead="Sign in to the account that requested this email. You can then confirm the address."
    >
      <Link to={signInHere} className={buttonClass({ size: 'lg', wide: true })}>
        Sign In
      </Link>
      <p className="mt-5 text-ink-muted text-sm">
        Did you not create an account? Someone may have entered your email by mistake.{' '}
        <Link to="/forgot-password" className="text-link">
          Reset the password
        </Link>{' '}
        to take over the account and sign everyone else out.
      </p>
    </AuthFrame>
  );
}

/** `isFinal`: retrying cannot succeed. */
type SubmitError = { message: string; isFinal: boolean; isWrongAccount?: boolean };

const incompleteLink: SubmitError = {
  message: 'This link is incomplete. Open it from the email again, or request a new one in your profile.',
  isFinal: true,
};

function toSubmitError(error: unknown): SubmitError {
  const code = problemCodeOf(error);
  const isRejected = code !== undefined && (error as Problem).status < 500;
  return {
    message: messageOf(error, noResponse('retry')),
    isFinal: isRejected && code !== 'RATE_LIMITED',
    isWrongAccount: code === 'WRONG_ACCOUNT',
  };
}

type ConfirmProps = { token: string | undefined; disabled: boolean; onConfirmed: () => void };

function ConfirmButton({ token, disabled, onConfirmed }: ConfirmProps) {
  const [sending, setSending] = useState(false);
  const [submitError, setSubmitError] = useState<SubmitError>();

  async function confirm(): Promise<void> {
    setSending(true);
    try {
      await api.verifyEmail({ body: { token: token ?? '' } });
      onConfirmed();
      // The verified email may be a new one.
      useAuth.getState().setUser((await api.getMe()).user);
    } catch (error) {
      setSubmitError(toSubmitError(error));
    }
    setSending(false);
  }

  const visibleError = token === '' ? incompleteLink : submitError;
  return (
    <div className="grid gap-5">
      <FormError message={visibleError?.message} />
      {!visibleError?.isFinal && (
        <Button size="lg" wide disabled={!token || disabled} loading={sending} onClick={() => void confirm()}>
          Confirm my email
        </Button>
      )}
      {visibleError?.isWrongAccount && <OtherAccountButton />}
      {visibleError && !visibleError.isWrongAccount && (
        <Link
          to="/profile"
          className={buttonClass({
            variant: visibleError.isFinal ? 'primary' : 'ghost',
            size: 'lg',
            wide: true,
          })}
        >
          Go to your profile
        </Link>
      )}
    </div>
  );
}

/** Signs out and returns here after the next sign-in; the token stays in this tab. */
function OtherAccountButton() {
  const signOut = useSignOut(signInHere);
  return (
    <Button size="lg" wide onClick={signOut}>
      Sign in with another account
    </Button>
  );
}
