import { supportMessage } from '@reprise/contract/foundations/notifications/notifications';
import { problemCodeOf } from '@reprise/contract/problem';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { type CheckedForm, useCheckedForm } from '../../forms/use-checked-form.ts';
import { useAuth } from '../../session/auth-store.ts';
import { useHydrated } from '../../session/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { CircleCheck } from '../../ui/icons/lucide.tsx';

type ContactMessage = z.output<typeof supportMessage>;

const blank = { name: '', email: '', orderNumber: '', message: '' };

/**
 * Mails the store and replaces the form with a confirmation. Prefills name and email of signed-in customers.
 */
export function ContactForm({ onSent }: { onSent?: () => void }) {
  const hydrated = useHydrated();
  const user = useAuth((state) => state.user);
  const form = useCheckedForm({
    defaultValues: blank,
    schema: supportMessage,
    save: (body) => {
      const isOwn = body.email.toLowerCase() === user?.email.toLowerCase();
      return isOwn ? sendFromAccount(body) : api.sendSupportMessage({ body });
    },
    failed: noResponse('retry'),
    onSaved: () => onSent?.(),
  });
  useOwnNameAndAddress(form);

  if (form.formState.isSubmitSuccessful) {
    return (
      <Sent
        to={form.getValues('email').trim()}
        onNewMessage={() => form.reset({ ...form.getValues(), message: '' })}
      />
    );
  }
  return (
    <form onSubmit={form.submit} method="post" noValidate className="grid gap-5" aria-label="Write to us">
      <FormError message={form.failure} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput label="Name" required maxLength={100} autoComplete="name" {...form.field('name')} />
        <TextInput label="Email" type="email" required autoComplete="email" {...form.field('email')} />
      </div>
      <TextInput
        label="Order number (optional)"
        maxLength={40}
        autoComplete="off"
        className="sm:w-64"
        {...form.field('orderNumber')}
      />
      <TextArea label="Message" required rows={6} maxLength={4000} {...form.field('message')} />
      <div>
        <Button type="submit" size="lg" disabled={!hydrated} loading={form.isSaving}>
          Send message
        </Button>
      </div>
    </form>
  );
}

/** Sends the message as part of the account's conversation, or as a visitor's if the session has ended. */
async function sendFromAccount(body: ContactMessage): Promise<unknown> {
  const { message, orderNumber } = body;
  try {
    return await api.writeToStore({ body: { message, orderNumber } });
  } catch (error) {
    if (problemCodeOf(error) !== 'UNAUTHENTICATED') throw error;
    return api.sendSupportMessage({ body });
  }
}

/** Prefills only untouched fields. */
function useOwnNameAndAddress({ getValues, setValue }: CheckedForm<typeof blank>) {
  const user = useAuth((state) => state.user);
  useEffect(() => {
    if (!user) return;
    if (getValues('name') === '') setValue('name', user.name);
    if (getValues('email') === '') setValue('email', user.email);
  }, [user, getValues, setValue]);
}

function Sent({ to, onNewMessage }: { to: string; onNewMessage: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // The submit button is gone, so the result takes the focus.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} role="status" className="rounded-tile bg-good-tint p-5 outline-none">
      <p className="flex gap-2.5 font-semibold">
        <CircleCheck className="mt-0.75 size-5 shrink-0 text-good-text" aria-hidden="true" />
        Your message was sent
      </p>
      <p className="mt-1 pl-7.5">
        We will reply to <span className="break-all font-medium">{to}</span>. A confirmation is on its way to
        you.
      </p>
      <Button variant="ghost" size="sm" className="mt-3 ml-4.5" onClick={onNewMessage}>
        Write another message
      </Button>
    </div>
  );
}
