import { type GuestData, privacyEndpoints } from '@reprise/contract/people/privacy';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { fieldErrorsOf, messageOf, noResponse } from '../../api/error-message.ts';
import { saveJson } from '../../browser/save-blob.ts';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { useHydrated } from '../../session/use-hydrated.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { CircleCheck } from '../../ui/icons/lucide.tsx';
import type { Route } from './+types/privacy-requests-page';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...privatePageMeta('Your personal data', matches[0].loaderData?.settings.storeName),
  { name: 'referrer', content: 'no-referrer' },
];

/** Without a token the page asks for an email; with a token of a mailed link it shows and erases data. */
export default function PrivacyRequestsPage() {
  const { hash } = useLocation();
  const hydrated = useHydrated();
  const token = hydrated ? new URLSearchParams(hash.slice(1)).get('token') : null;
  return (
    <div className="page-width max-w-text py-16 sm:py-24">
      <h1 className="text-2xl">Your personal data</h1>
      {token === null ? <RequestForm hydrated={hydrated} /> : <OpenRequest key={token} token={token} />}
    </div>
  );
}

function RequestForm({ hydrated }: { hydrated: boolean }) {
  const form = useCheckedForm({
    defaultValues: { email: '' },
    schema: privacyEndpoints.requestGuestData.body,
    save: (body) => api.requestGuestData({ body }),
    failed: noResponse('retry'),
  });
  const { isSubmitSuccessful } = form.formState;
  return (
    <>
      <p className="mt-3 text-ink-muted">
        If you ordered or wrote to us without an account, we can email you a link to download or erase the
        data we store for your email address. If you have an account, go to{' '}
        <Link to="/profile" className="text-link">
          your profile
        </Link>
        .
      </p>
      <div role="status" className="mt-8 empty:hidden">
        {isSubmitSuccessful && (
          <Notice>
            If we have data for that address, we emailed you a link. It works once and expires in one day.
          </Notice>
        )}
      </div>
      {!isSubmitSuccessful && (
        <form onSubmit={form.submit} method="post" noValidate className="mt-8 grid max-w-md gap-5">
          <TextInput label="Email" type="email" required autoComplete="email" {...form.field('email')} />
          <FormError message={form.failure} />
          <Button type="submit" size="lg" disabled={!hydrated} loading={form.isSaving}>
            Send me a link
          </Button>
        </form>
      )}
    </>
  );
}

type Opened = { data: GuestData; erasureToken: string };

function OpenRequest({ token }: { token: string }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [erased, setErased] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [isSending, setSending] = useState(false);
  const [submitError, setSubmitError] = useState<SubmitError>();

  async function send(work: () => Promise<void>): Promise<void> {
    setSending(true);
    setSubmitError(undefined);
    try {
      await work();
    } catch (error) {
      setSubmitError(toSubmitError(error));
    }
    setSending(false);
  }
  const open = () => send(async () => setOpened(await api.openGuestData({ body: { token } })));
  const erase = ({ erasureToken }: Opened) =>
    send(async () => {
      await api.eraseGuestData({ body: { token: erasureToken } });
      setErased(true);
    });

  if (erased) return <Erased />;
  if (!opened && submitError?.isFinal) {
    return (
      <>
        <FormError message={submitError.message} className="mt-6 max-w-md" />
        <p className="mt-6">
          <a href="/privacy/requests" className={buttonClass()}>
            Request a new link
          </a>
        </p>
      </>
    );
  }
  if (!opened) {
    return (
      <>
        <p className="mt-3 text-ink-muted">
          See the data we store for the address this link was sent to. The link works once, so download or
          erase your data before you leave the next screen.
        </p>
        <FormError message={submitError?.message} className="mt-6 max-w-md" />
        <p className="mt-8">
          <Button loading={isSending} onClick={() => void open()}>
            Show my data
          </Button>
        </p>
      </>
    );
  }
  return (
    <>
      <p className="mt-3 break-words text-ink-muted">This is the data we store for {opened.data.email}.</p>
      <Contents data={opened.data} />
      <FormError message={submitError?.message} className="mt-6 max-w-md" />
      <p className="mt-8 flex flex-wrap gap-3">
        <Button onClick={() => saveJson('my-data.json', opened.data)}>Download as a file</Button>
        {!isConfirming && (
          <Button variant="outline" onClick={() => setConfirming(true)}>
            Erase my data
          </Button>
        )}
      </p>
      {isConfirming && (
        <ConfirmErasure
          isSending={isSending}
          onErase={() => void erase(opened)}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  );
}

function Erased() {
  return (
    <>
      <div role="status" className="mt-8">
        <Notice>Your data has been erased.</Notice>
      </div>
      <p className="mt-4 text-ink-muted text-sm">
        An order that is still on its way loses your details once it has arrived. For paid orders we keep the
        billing name and address, encrypted, for as long as tax law requires.
      </p>
      <p className="mt-8">
        <Link to="/products" className={buttonClass({ variant: 'outline' })}>
          Browse products
        </Link>
      </p>
    </>
  );
}

type ConfirmErasureProps = { isSending: boolean; onErase: () => void; onCancel: () => void };

function ConfirmErasure({ isSending, onErase, onCancel }: ConfirmErasureProps) {
  return (
    <section className="mt-8 rounded-tile border border-line p-5" aria-labelledby="erase-title">
      <h2 id="erase-title" className="font-semibold text-base">
        Erase everything above?
      </h2>
      <p className="mt-2 text-ink-muted text-sm">
        This cannot be undone. Order links in earlier emails stop working, and we can no longer look up your
        orders for you, for example for the warranty.
      </p>
      <p className="mt-4 flex flex-wrap gap-3">
        <Button variant="danger" loading={isSending} onClick={onErase}>
          Erase my data
        </Button>
        <Button variant="outline" disabled={isSending} onClick={onCancel}>
          Keep it
        </Button>
      </p>
    </section>
  );
}

function Contents({ data: { orders, alerts, mails, messages } }: { data: GuestData }) {
  const rows: [string, number][] = [
    ['Orders placed as a guest', orders.length],
    ['Alerts', alerts.length],
    ['Emails we sent', mails.length],
    ['Messages you sent us', messages.length],
  ];
  return (
    <dl className="mt-6 grid max-w-md gap-2 border-line border-t pt-4">
      {rows.map(([label, count]) => (
        <div key={label} className="flex justify-between gap-4">
          <dt>{label}</dt>
          <dd className="tabular font-semibold">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2.5 rounded-control bg-good-tint px-4 py-3 text-sm">
      <CircleCheck className="mt-0.5 size-4 shrink-0 text-good-text" aria-hidden="true" />
      {children}
    </p>
  );
}

/** `isFinal` means that retrying cannot succeed. */
type SubmitError = { message: string; isFinal: boolean };

function toSubmitError(error: unknown): SubmitError {
  return {
    message: messageOf(error, noResponse('retry')),
    isFinal: fieldErrorsOf(error).some(({ field }) => field === 'token'),
  };
}
