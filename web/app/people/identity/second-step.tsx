import type { TwoFactorDemand } from '@reprise/contract/people/identity/sign-in';
import { twoFactorEndpoints } from '@reprise/contract/people/identity/two-factor';
import { useEffect, useState } from 'react';
import { api } from '../../api/browser-api.ts';
import { fieldErrorsOf, messageOf } from '../../api/error-message.ts';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { enterSession, readDeviceToken } from '../../session/device-token.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { AuthenticatorSetup } from './account/authenticator-setup.tsx';
import { RecoveryCodes } from './account/recovery-codes.tsx';
import { AuthFrame } from './auth-frame.tsx';

type SecondStepProps = {
  demand: TwoFactorDemand;
  leaving: boolean;
  /** Called with the problem's message when the first step has expired. */
  onStartOver: (message: string) => void;
};

type PassedSession = Awaited<ReturnType<typeof api.passTwoFactor>>;

/** Second sign-in step: the code of an authenticator app, set up first if the store requires it. */
export function SecondStep({ demand, leaving, onStartOver }: SecondStepProps) {
  const [passed, setPassed] = useState<PassedSession | null>(null);
  const enter = (session: PassedSession) => enterSession(session);
  if (passed?.recoveryCodes) {
    return (
      <AuthFrame title="Your recovery codes" lead="Two-factor sign-in is on for your account.">
        <RecoveryCodes codes={passed.recoveryCodes} />
        <Button size="lg" wide className="mt-6" loading={leaving} onClick={() => enter(passed)}>
          I saved them, continue
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title={demand.setup ? 'Set up two-factor sign-in' : 'Enter your code'}
      lead={
        demand.setup
          ? 'Administrators of this store sign in with a password and a code.'
          : 'The six digits your authenticator app shows now, or a recovery code.'
      }
    >
      {demand.setup && (
        <div className="mb-6">
          <AuthenticatorSetup setup={demand.setup} />
        </div>
      )}
      <CodeForm
        twoFactorToken={demand.twoFactorToken}
        leaving={leaving}
        onPassed={(session) => (session.recoveryCodes ? setPassed(session) : enter(session))}
        onStartOver={onStartOver}
      />
    </AuthFrame>
  );
}

type CodeFormProps = Pick<SecondStepProps, 'leaving' | 'onStartOver'> & {
  twoFactorToken: string;
  onPassed: (session: PassedSession) => void;
};

function CodeForm({ twoFactorToken, leaving, onPassed, onStartOver }: CodeFormProps) {
  const form = useCheckedForm({
    defaultValues: { code: '' },
    schema: twoFactorEndpoints.passTwoFactor.body,
    bodyOf: ({ code }) => ({ twoFactorToken, code, deviceToken: readDeviceToken() }),
    save: async (body) => onPassed(await api.passTwoFactor({ body })),
    failureOf: (error, isAtField) => {
      const expired = fieldErrorsOf(error).find(({ field }) => field === 'twoFactorToken');
      if (expired) {
        onStartOver(expired.message);
        return null;
      }
      form.setFocus('code', { shouldSelect: true });
      return isAtField ? null : messageOf(error, 'An error occurred. Please try again.');
    },
  });
  useEffect(() => form.setFocus('code'), [form.setFocus]);

  return (
    <form onSubmit={form.submit} method="post" noValidate className="grid gap-5">
      <FormError message={form.failure} />
      <TextInput
        label="Code"
        required
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        className="tabular"
        {...form.field('code')}
      />
      <Button type="submit" size="lg" wide loading={form.isSaving || leaving}>
        Sign In
      </Button>
      <button
        type="button"
        className="min-h-11 justify-self-center text-link text-sm"
        onClick={() => onStartOver('')}
      >
        Back to email and password
      </button>
    </form>
  );
}
