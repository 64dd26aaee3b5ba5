import {
  credentials,
  type TwoFactorDemand,
  twoFactorDemand,
} from '@reprise/contract/people/identity/sign-in';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { api } from '../../api/browser-api.ts';
import { type CheckedForm, useCheckedForm } from '../../forms/use-checked-form.ts';
import { enterSession, readDeviceToken } from '../../session/device-token.ts';
import { localPath, signInUrl } from '../../session/local-path.ts';
import { canUsePasskeys, passkeyErrorMessage, signInWithPasskey } from '../../session/passkeys.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { useHydrated } from '../../session/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Clock, KeyRound, MailCheck } from '../../ui/icons/lucide.tsx';
import type { Route } from './+types/login-page';
import { AuthFrame } from './auth-frame.tsx';
import { SecondStep } from './second-step.tsx';
import { useMailedToken } from './use-mailed-token.ts';
import { useSignInRedirect } from './use-sign-in-redirect.ts';
import { useTypedEmail } from './use-typed-email.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Sign In', matches[0].loaderData?.settings.storeName);

export default function LoginPage() {
  const [query] = useSearchParams();
  const from = localPath(query.get('from'));
  const signInRedirect = useSignInRedirect(from);
  const hydrated = useHydrated();
  const [demand, setDemand] = useState<TwoFactorDemand | null>(null);
  const signInLink = useMailedToken() || undefined;
  const [needsLink, setNeedsLink] = useState(false);
  const form = useCheckedForm({
    defaultValues: { email: useTypedEmail(), password: '' },
    schema: credentials,
    save: async (body) =>
      enterSession(await api.login({ body: { ...body, signInLink, deviceToken: readDeviceToken() } })),
    failureOf: (error) => {
      const code = problemCodeOf(error);
      if (code === 'TWO_FACTOR_REQUIRED') {
        form.reset();
        setDemand(twoFactorDemand.parse((error as Problem).details));
        return null;
      }
      if (code === 'SIGN_IN_LINK_REQUIRED') {
        form.resetField('password');
        setNeedsLink(true);
        return null;
      }
      if (code === 'INVALID_CREDENTIALS') form.resetField('password');
      form.setFocus('password');
      return toSubmitError(error);
    },
  });

  if (demand) {
    const startOver = (message: string) => {
      setDemand(null);
      form.setError('root', { message });
    };
    return <SecondStep demand={demand} leaving={signInRedirect.leaving} onStartOver={startOver} />;
  }
  if (needsLink) return <CheckMail onBack={() => setNeedsLink(false)} />;
  return (
    <AuthFrame
      title="Sign In"
      lead={
        <>
          New here?{' '}
          <Link to={signInUrl(from, '/register')} className="text-link">
            Create an account
          </Link>
        </>
      }
    >
      {query.get('ended') === 'idle' && <SignedOutNotice />}
      <form onSubmit={form.submit} method="post" noValidate className="grid gap-5">
        <FormError message={form.failure ?? signInRedirect.error} />
        {signInLink && <MailedLinkNotice />}
        <Credentials form={form} />
        <Button
          type="submit"
          size="lg"
          wide
          disabled={!hydrated}
          loading={form.isSaving || signInRedirect.leaving}
        >
          Sign In
        </Button>
        <PasskeyButton
          leaving={signInRedirect.leaving}
          onProblem={(message) => form.setError('root', { message })}
        />
        <Link to="/forgot-password" className="justify-self-center text-link text-sm">
          Forgot your password?
        </Link>
      </form>
    </AuthFrame>
  );
}

function SignedOutNotice() {
  return (
    <p role="status" className="mb-5 flex gap-2.5 rounded-control bg-sunken px-4 py-3 text-sm">
      <Clock className="mt-0.5 size-4 shrink-0 text-ink-muted" aria-hidden="true" />
      You were signed out because there was no activity for a while.
    </p>
  );
}

function MailedLinkNotice() {
  return (
    <p className="rounded-control bg-sunken px-4 py-3 text-sm">
      Enter your email and password to finish signing in on this device.
    </p>
  );
}

function Credentials({ form }: { form: CheckedForm<z.output<typeof credentials>> }) {
  return (
    <>
      <TextInput label="Email" type="email" required autoComplete="username" {...form.field('email')} />
      <TextInput
        label="Password"
        type="password"
        required
        autoComplete="current-password"
        {...form.field('password')}
      />
    </>
  );
}

type PasskeyButtonProps = { leaving: boolean; onProblem: (message: string) => void };

function PasskeyButton({ leaving, onProblem }: PasskeyButtonProps) {
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  // Before hydration the button reserves its space, also in browsers without passkeys.
  if (hydrated && !canUsePasskeys()) return null;

  async function signIn(): Promise<void> {
    setBusy(true);
    onProblem('');
    try {
      enterSession(await signInWithPasskey());
    } catch (error) {
      onProblem(passkeyErrorMessage(error));
    }
    setBusy(false);
  }

  return (
    <Button
      variant="outline"
      size="lg"
      wide
      disabled={!hydrated}
      loading={busy && !leaving}
      onClick={() => void signIn()}
    >
      <KeyRound className="size-4" aria-hidden="true" />
      Use a passkey
    </Button>
  );
}

/**
 * Shows the same text for every input, so that it discloses neither whether the account exists nor which part was
 * correct.
 */
function CheckMail({ onBack }: { onBack: () => void }) {
  return (
    <AuthFrame title="Check your email" lead="There were too many failed attempts for this email address.">
      <div role="status" className="flex gap-2.5 rounded-control bg-sunken px-4 py-3 text-sm">
        <MailCheck className="mt-0.5 size-4 shrink-0 text-ink-muted" aria-hidden="true" />
        <p>
          If your password is correct, we emailed you a link to sign in on this device. It works once and
          expires in 15 minutes. Devices you have used before do not need it.
        </p>
      </div>
      <Button size="lg" wide className="mt-6" onClick={onBack}>
        Back to sign in
      </Button>
      <p className="mt-5 text-center">
        <Link to="/forgot-password" className="text-link text-sm">
          Forgot your password?
        </Link>
      </p>
    </AuthFrame>
  );
}

function toSubmitError(error: unknown): string {
  const code = problemCodeOf(error);
  if (code === 'INVALID_CREDENTIALS' || code === 'VALIDATION_ERROR') return 'Invalid email or password';
  const isTold = code === 'RATE_LIMITED' || code === 'PASSWORD_RESET_REQUIRED' || code === 'PASSKEY_REQUIRED';
  if (isTold) return (error as Error).message;
  return 'An error occurred. Please try again.';
}
