import type { StepUpMethod } from '@reprise/contract/people/identity/step-up';
import { useEffect, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { api } from '../api/browser-api.ts';
import { messageOf, noResponse } from '../api/error-message.ts';
import { type CheckedForm, useCheckedForm } from '../forms/use-checked-form.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/forms/form-error.tsx';
import { TextInput } from '../ui/forms/text-input.tsx';
import { Fingerprint, KeyRound, ShieldCheck, Smartphone } from '../ui/icons/lucide.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { authToken, useAuth } from './auth-store.ts';
import { canUsePasskeys, passkeyErrorMessage, stepUpWithPasskey } from './passkeys.ts';

/**
 * Opens the step-up dialog; resolves to false if the user cancels. `accepted` are the only methods that the call takes, if
 * it does not take all. The dialog has its own React root, because calls of any screen may need it.
 */
export function openStepUpDialog(accepted?: StepUpMethod[]): Promise<boolean> {
  return new Promise((resolve) => {
    const container = document.body.appendChild(document.createElement('div'));
    const root = createRoot(container);
    const finish = (confirmed: boolean) => {
      root.unmount();
      container.remove();
      resolve(confirmed);
    };
    root.render(<StepUpDialog accepted={accepted} onEnd={finish} />);
  });
}

type TypedMethod = Exclude<StepUpMethod, 'passkey'>;
type StepUpDialogProps = { accepted: StepUpMethod[] | undefined; onEnd: (confirmed: boolean) => void };

function StepUpDialog({ accepted, onEnd }: StepUpDialogProps) {
  const formId = useId();
  const [outcome, setOutcome] = useOutcome(onEnd);
  const methods = useMethods(accepted);
  const [chosen, setChosen] = useState<TypedMethod | null>(null);
  // A passkey needs a button instead of a field.
  const typedMethods = methods.filter((method) => method !== 'passkey');
  const method = chosen ?? typedMethods[0] ?? 'password';
  const email = useAuth(({ user }) => user?.email ?? '');
  const form = useCheckedForm({
    defaultValues: { password: '', code: '' },
    schema: proofBy(method),
    save: (body) => api.stepUp({ body }),
    failureOf: (error, isAtField) => {
      form.setFocus(method, { shouldSelect: true });
      return isAtField ? null : messageOf(error, noResponse('retry'));
    },
    onSaved: () => setOutcome(true),
  });

  const passkey = usePasskey(form, () => setOutcome(true));

  // autoFocus has no effect before the dialog is open.
  const { setFocus } = form;
  useEffect(() => setFocus(method), [setFocus, method]);

  function choose(next: TypedMethod): void {
    setChosen(next);
    form.clearErrors();
  }

  const isSending = form.isSaving || passkey.isAsking;
  const hasPasskey = methods.includes('passkey') && canUsePasskeys();
  return (
    <Modal
      open={outcome === null}
      onClose={() => setOutcome(false)}
      title="Confirm it’s you"
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={() => setOutcome(false)}>
            Cancel
          </Button>
          {typedMethods.length > 0 && (
            <Button type="submit" form={formId} loading={isSending}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      <form id={formId} onSubmit={form.submit} noValidate className="grid gap-4">
        <Introduction isByFactor={accepted !== undefined && !accepted.includes('password')} />
        <FormError message={form.failure} />
        <input type="email" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
        {hasPasskey && (
          <Button variant="outline" wide disabled={isSending} onClick={() => void passkey.ask()}>
            <Fingerprint className="size-4" aria-hidden="true" />
            Use a passkey
          </Button>
        )}
        {typedMethods.length > 0 && (
          <TextInput
            key={method}
            label={labels[method].label}
            required
            {...labels[method].attributes}
            {...form.field(method)}
          />
        )}
        <OtherMethods methods={typedMethods.filter((other) => other !== method)} onChoose={choose} />
      </form>
    </Modal>
  );
}

/** Returns true or false once the dialog shall close; a sign-out cancels it. */
function useOutcome(onEnd: (confirmed: boolean) => void) {
  const [outcome, setOutcome] = useState<boolean | null>(null);

  // Called after the dialog has closed, because closing restores the focus.
  useEffect(() => {
    if (outcome !== null) onEnd(outcome);
  }, [outcome, onEnd]);

  const isSignedIn = useAuth(({ isAuthenticated }) => isAuthenticated);
  useEffect(() => {
    if (!isSignedIn && authToken() === null) setOutcome(false);
  }, [isSignedIn]);
  return [outcome, setOutcome] as const;
}

/** `isByFactor`: the call takes no password, because the account has a second factor. */
function Introduction({ isByFactor }: { isByFactor: boolean }) {
  return (
    <p className="flex gap-3 text-ink-muted text-sm">
      <ShieldCheck className="mt-0.5 size-5 shrink-0 text-primary-text" aria-hidden="true" />
      {isByFactor
        ? 'Your account has a second factor, so this needs it: your password is not enough. If you no longer have it, reset your password; that page removes passkeys.'
        : 'Confirm your identity to continue. You will not be asked again for 10 minutes, and nothing you entered is lost.'}
    </p>
  );
}

function useMethods(accepted: StepUpMethod[] | undefined): StepUpMethod[] {
  const [methods, setMethods] = useState<StepUpMethod[]>(accepted ?? ['password']);
  useEffect(() => {
    if (accepted) return;
    let isOpen = true;
    // If the request fails, the dialog offers the password, which all accounts but invited ones have.
    api.getStepUp().then(
      ({ methods }) => isOpen && setMethods(methods),
      () => {},
    );
    return () => {
      isOpen = false;
    };
  }, [accepted]);
  return methods;
}

/** Asks for a passkey instead of a typed proof. */
function usePasskey(
  { clearErrors, setError }: CheckedForm<Record<TypedMethod, string>>,
  onConfirmed: () => void,
) {
  const [isAsking, setAsking] = useState(false);
  async function ask(): Promise<void> {
    setAsking(true);
    clearErrors();
    try {
      await stepUpWithPasskey();
      onConfirmed();
    } catch (error) {
      setError('root', { message: passkeyErrorMessage(error) });
      setAsking(false);
    }
  }
  return { isAsking, ask };
}

type OtherMethodsProps = { methods: TypedMethod[]; onChoose: (method: TypedMethod) => void };

function OtherMethods({ methods, onChoose }: OtherMethodsProps) {
  return methods.map((other) => {
    const { Icon, choice } = labels[other];
    return (
      <Button key={other} variant="outline" wide onClick={() => onChoose(other)}>
        <Icon className="size-4" aria-hidden="true" />
        {choice}
      </Button>
    );
  });
}

const labels = {
  password: {
    label: 'Password',
    empty: 'Enter your password',
    choice: 'Use your password',
    Icon: KeyRound,
    attributes: { type: 'password', autoComplete: 'current-password' },
  },
  code: {
    label: 'Code from your app, or a recovery code',
    empty: 'Enter the code',
    choice: 'Use a code from your app',
    Icon: Smartphone,
    attributes: {
      autoComplete: 'one-time-code',
      autoCapitalize: 'none',
      spellCheck: false,
      className: 'tabular',
    },
  },
} as const;

/** Schema of a proof by one method: exactly one may be sent. */
const proofBy = (method: TypedMethod) =>
  z
    .object({ [method]: z.string().refine((value) => value.trim() !== '', labels[method].empty) })
    .transform((proof): { password?: string; code?: string } => proof);
