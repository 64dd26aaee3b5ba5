import type { TwoFactorSetup } from '@reprise/contract/people/identity/sign-in';
import { type TwoFactorState, twoFactorEndpoints } from '@reprise/contract/people/identity/two-factor';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { api } from '../../../api/browser-api.ts';
import { noResponse } from '../../../api/error-message.ts';
import { formatDate } from '../../../formats.ts';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CardSection } from '../../../ui/card-group.tsx';
import { FormError } from '../../../ui/forms/form-error.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Current step of a change; null shows the status. */
type Step =
  | { name: 'password'; purpose: 'set up' | 'renew' | 'turn off' }
  | { name: 'scan'; setup: TwoFactorSetup }
  | { name: 'codes'; codes: string[] };

/** Manages two-factor authentication with an authenticator app. */
export function TwoFactorCard({ state, email }: { state: TwoFactorState; email: string }) {
  const { revalidate } = useRevalidator();
  const [step, setStep] = useState<Step | null>(null);
  useEffect(() => {
    // It may have been set up in another tab, and a sign-in then asks for a code.
    const reload = () => void (document.visibilityState === 'visible' && revalidate());
    document.addEventListener('visibilitychange', reload);
    return () => document.removeEventListener('visibilitychange', reload);
  }, [revalidate]);
  const finish = async () => {
    await revalidate();
    setStep(null);
  };
  // On as soon as a sign-in asks for a code: also if the store requires one that has yet to be set up.
  const isOn = state.since !== null || state.required || step?.name === 'codes';
  const start = (purpose: 'set up' | 'renew' | 'turn off') => () => setStep({ name: 'password', purpose });
  return (
    <CardSection
      title="Two-factor sign-in"
      status={<Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>}
      action={
        step === null &&
        (state.since ? (
          <>
            <Button variant="outline" size="sm" onClick={start('renew')}>
              New recovery codes
            </Button>
            <Button variant="outline" size="sm" onClick={start('set up')}>
              Use another app
            </Button>
            {!state.required && (
              <Button variant="outline" size="sm" onClick={start('turn off')}>
                Turn off
              </Button>
            )}
          </>
        ) : (
          <Button variant="outline" size="sm" onClick={start('set up')}>
            Set up
          </Button>
        ))
      }
    >
      {step === null && <TwoFactorStatus state={state} />}
      {step?.name === 'password' && (
        <PasswordStep
          key={step.purpose}
          purpose={step.purpose}
          email={email}
          needsCode={state.since !== null}
          onCancel={() => setStep(null)}
          onNext={(next) => (next ? setStep(next) : void finish())}
        />
      )}
      {step?.name === 'scan' && (
        <ScanStep
          setup={step.setup}
          onCancel={() => setStep(null)}
          onDone={(codes) => setStep({ name: 'codes', codes })}
        />
      )}
      {step?.name === 'codes' && (
        <div className="grid gap-4">
          <RecoveryCodes codes={step.codes} />
          <Button className="justify-self-end" onClick={() => void finish()}>
            I saved them
          </Button>
        </div>
      )}
    </CardSection>
  );
}

function TwoFactorStatus({ state }: { state: TwoFactorState }) {
  const { since, recoveryCodesLeft, required } = state;
  const isLow = since !== null && recoveryCodesLeft < 3;
  return (
    <div className="grid gap-3">
      <p className="text-ink-muted text-sm">
        {since
          ? `Signing in requires a code from your authenticator app. On since ${formatDate(since)}.`
          : required
            ? 'Your next sign-in asks for a code from an authenticator app. Set one up now.'
            : 'Also require a code from an authenticator app when you sign in, so that a stolen password is not enough.'}
        {required && ' This store requires it for administrators.'}
      </p>
      {since && (
        <p className={isLow ? 'text-sm text-warn-text' : 'text-ink-muted text-sm'}>
          {recoveryCodesLeft === 1 ? '1 recovery code' : `${recoveryCodesLeft} recovery codes`} left.
        </p>
      )}
    </div>
  );
}

type PasswordStepProps = {
  purpose: 'set up' | 'renew' | 'turn off';
  email: string;
  /** True if two-factor is on, so that a change requires a code. */
  needsCode: boolean;
  onCancel: () => void;
  /** Called with null when the change is complete. */
  onNext: (next: Step | null) => void;
};

const purposeLabels = { 'set up': 'Continue', renew: 'Create new codes', 'turn off': 'Turn off' } as const;

function PasswordStep({ purpose, email, needsCode, onCancel, onNext }: PasswordStepProps) {
  const form = useCheckedForm({
    defaultValues: { currentPassword: '', code: '' },
    schema: twoFactorEndpoints.beginTwoFactor.body,
    bodyOf: ({ currentPassword, code }) => ({ currentPassword, ...(needsCode && { code }) }),
    save: (body) => nextStep(purpose, body),
    failed: noResponse('retry'),
    onlyAtFields: true,
    onSaved: onNext,
  });
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <FormError message={form.failure} />
      <input type="email" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
      <TextInput
        label="Current password"
        type="password"
        required
        autoFocus
        autoComplete="current-password"
        {...form.field('currentPassword')}
      />
      {needsCode && (
        <TextInput
          label="Code"
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="tabular"
          hint="The six digits your app shows now, or a recovery code."
          {...form.field('code')}
        />
      )}
      <Buttons submitLabel={purposeLabels[purpose]} saving={form.isSaving} onCancel={onCancel} />
    </form>
  );
}

async function nextStep(
  purpose: PasswordStepProps['purpose'],
  body: { currentPassword: string; code?: string | undefined },
): Promise<Step | null> {
  if (purpose === 'set up') return { name: 'scan', setup: (await api.beginTwoFactor({ body })).setup };
  if (purpose === 'renew')
    return { name: 'codes', codes: (await api.renewRecoveryCodes({ body })).recoveryCodes };
  await api.turnOffTwoFactor({ body });
  notify('success', 'Two-factor sign-in is off.');
  return null;
}

type ScanStepProps = { setup: TwoFactorSetup; onCancel: () => void; onDone: (codes: string[]) => void };

function ScanStep({ setup, onCancel, onDone }: ScanStepProps) {
  const form = useCheckedForm({
    defaultValues: { code: '' },
    schema: twoFactorEndpoints.confirmTwoFactor.body,
    save: (body) => api.confirmTwoFactor({ body }),
    failed: noResponse('retry'),
    onlyAtFields: true,
    onSaved: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <AuthenticatorSetup setup={setup} />
      <FormError message={form.failure} />
      <TextInput
        label="Code"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        className="tabular"
        {...form.field('code')}
      />
      <Buttons submitLabel="Turn on" saving={form.isSaving} onCancel={onCancel} />
    </form>
  );
}

type ButtonsProps = { submitLabel: string; saving: boolean; onCancel: () => void };

function Buttons({ submitLabel, saving, onCancel }: ButtonsProps) {
  return (
    <div className="flex justify-end gap-2">
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={saving}>
        {submitLabel}
      </Button>
    </div>
  );
}
