import type { AccountAccess } from '@reprise/contract/people/identity/account-links';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { api } from '../../api/browser-api.ts';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { useAuth } from '../../session/auth-store.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { NewPasswordInput } from '../../ui/forms/new-password-input.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import type { Route } from './+types/reset-password-page';
import { AccountAccessChoice } from './account-access.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { newPasswordFields, passwordsMatch } from './new-password-form.ts';
import { PasswordMeter } from './password-meter.tsx';
import { useMailedToken } from './use-mailed-token.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...privatePageMeta('Choose a new password', matches[0].loaderData?.settings.storeName),
  { name: 'referrer', content: 'no-referrer' },
];

/** Sets a password with the token in the URL fragment of the mailed link, which browsers do not send to servers. */
export default function ResetPasswordPage() {
  const token = useMailedToken();
  const rules = usePasswordRules(token);
  const [title, lead] = rules?.isInvitation
    ? ['Welcome', 'Choose a password to finish your account.']
    : ['Choose a new password', 'You will be signed out everywhere else.'];
  return (
    <AuthFrame title={title} lead={lead}>
      {token === '' ? <NoToken /> : <ResetForm token={token} rules={rules} />}
    </AuthFrame>
  );
}

type PasswordRules = { isInvitation: boolean; requirement: string; access: AccountAccess };

/** Returns the rules of the token's account; undefined until they are known, and for an expired link. */
function usePasswordRules(token: string | undefined): PasswordRules | undefined {
  const [rules, setRules] = useState<PasswordRules>();
  useEffect(() => {
    if (!token) return;
    let isCurrent = true;
    api.getPasswordRules({ body: { token } }).then(
      (answer) => isCurrent && setRules(answer),
      // The form says that the link expired when it is sent.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [token]);
  return rules;
}

function NoToken() {
  return (
    <>
      <FormError message="This link is incomplete. Open it from the email again, or request a new one." />
      <p className="mt-5">
        <Link to="/forgot-password" className={buttonClass({ wide: true })}>
          Send a new link
        </Link>
      </p>
    </>
  );
}

/** Returns the ids to keep by kind, as the call takes them. */
function keptOf(rules: PasswordRules | undefined, kept: ReadonlySet<string>) {
  const idsOf = (items: { id: string }[] = []) => items.flatMap(({ id }) => (kept.has(id) ? [id] : []));
  return { passkeys: idsOf(rules?.access.passkeys), apiTokens: idsOf(rules?.access.apiTokens) };
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

const resetForm = z.object(newPasswordFields).refine(...passwordsMatch);

type ResetFormProps = { token: string | undefined; rules: PasswordRules | undefined };

function ResetForm({ token, rules }: ResetFormProps) {
  const navigate = useNavigate();
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const form = useCheckedForm({
    defaultValues: { password: '', confirmation: '' },
    schema: resetForm,
    save: ({ password }) =>
      api.resetPassword({ body: { token: token ?? '', password, keep: keptOf(rules, kept) } }),
    failed: 'Something went wrong. Please try again.',
    onlyAtFields: true,
    onSaved: async () => {
      useAuth.getState().signOut();
      notify(
        'success',
        rules?.isInvitation ? 'Your password is set. Sign in.' : 'Your password has been changed.',
      );
      await navigate('/login', { replace: true });
    },
  });
  const password = form.field('password');

  return (
    <form onSubmit={form.submit} method="post" noValidate className="grid gap-5">
      <FormError message={form.failure} />
      <NewPasswordInput
        label="New password"
        hint={`${sentence(rules?.requirement ?? 'at least 6 characters')}.`}
        {...password}
      />
      {!password.error && <PasswordMeter password={form.watch('password')} className="-mt-2.5" />}
      <NewPasswordInput label="Confirm password" hint="" {...form.field('confirmation')} />
      {rules && !rules.isInvitation && (
        <AccountAccessChoice access={rules.access} kept={kept} onChange={setKept} />
      )}
      <Button type="submit" size="lg" wide disabled={token === undefined} loading={form.isSaving}>
        {rules?.isInvitation ? 'Set password' : 'Change password'}
      </Button>
      {form.failure && (
        <Link to="/forgot-password" className="justify-self-center text-link text-sm">
          Send a new link
        </Link>
      )}
    </form>
  );
}
