import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
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
 * Verifies an email for the account that requested it. A button does so, because mail programs open links to
 * scan them.
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
      lead="Sign in to the account that asked for this email. You can confirm the address right after."
    >
      <Link to={signInHere} className={buttonClass({ size: 'lg', wide: true })}>
        Sign In
      </Link>
      <p className="mt-5 text-ink-muted text-sm">
        Did you not open an account? Someone may have entered your email by mistake.{' '}
        <Link to="/forgot-password" className="text-link">
          Reset the password
        </Link>{' '}
        to make the account yours: everybody else is signed out of it.
      </p>
    </AuthFrame>
  );
}

/** `final` means that retrying cannot succeed. */
type SubmitError = { message: string; final: boolean; isWrongAccount?: boolean };

const incomplete: SubmitError = {
  message: 'This link is not complete. Open it from the email again, or ask for a new one in your profile.',
  final: true,
};

function toSubmitError(error: unknown): SubmitError {
  const code = problemCodeOf(error);
  if (!code || (error as Problem).status >= 500) {
    return { message: 'The shop did not respond. Please try again.', final: false };
  }
  const { message } = error as Problem;
  return { message, final: code !== 'RATE_LIMITED', isWrongAccount: code === 'WRONG_ACCOUNT' };
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

  const shown = token === '' ? incomplete : submitError;
  return (
    <div className="grid gap-5">
      <FormError message={shown?.message} />
      {!shown?.final && (
        <Button size="lg" wide disabled={!token || disabled} loading={sending} onClick={() => void confirm()}>
          Confirm my email
        </Button>
      )}
      {shown?.isWrongAccount && <OtherAccountButton />}
      {shown && !shown.isWrongAccount && (
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

/** Returns here after signing in with another account; the token stays in this tab. */
function OtherAccountButton() {
  const signOut = useSignOut(signInHere);
  return (
    <Button size="lg" wide onClick={signOut}>
      Sign in with another account
    </Button>
  );
}
