import type { PaymentSetup } from '@reprise/contract/sales/payments/payment-setup';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { OutsideForm } from '../../../admin-ui/outside-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { setupKey, usePaymentSetup } from './use-payment-setup.ts';
import { WebhookStatus } from './webhook-status.tsx';

/**
 * Payment processor of the store: the built-in test processor, or Stripe with keys set here or by the
 * operator.
 */
export function CardProcessor() {
  return (
    <Loaded
      query={usePaymentSetup()}
      failed="The payment setup could not be loaded"
      look="framed"
      skeleton="h-40 rounded-tile"
    >
      {(setup) => (
        <>
          <Processor setup={setup} />
          {setup.pages.map((page) => (
            <PaymentPage key={page.name} page={page} />
          ))}
        </>
      )}
    </Loaded>
  );
}

function Processor({ setup }: { setup: PaymentSetup }) {
  const [dialog, setDialog] = useState<'keys' | 'remove' | null>(null);
  const queries = useQueryClient();
  const close = () => setDialog(null);
  const keep = (answer: { setup: PaymentSetup }) => queries.setQueryData(setupKey, answer);
  const hasKeys = setup.source === 'settings' || setup.source === 'unreadable';
  return (
    <div className="grid gap-4 rounded-tile border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="font-medium">{processorNames[setup.processor]}</p>
        <Mode setup={setup} />
      </div>
      <p className="max-w-text text-ink-muted text-sm">{explanationOf(setup)}</p>
      {setup.source !== 'none' && setup.source !== 'unreadable' && <Keys setup={setup} />}
      {setup.processor === 'stripe' && <WebhookStatus />}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {setup.source !== 'environment' && (
          <Button variant={hasKeys ? 'outline' : 'primary'} size="sm" onClick={() => setDialog('keys')}>
            {hasKeys ? 'Change keys' : 'Connect Stripe'}
          </Button>
        )}
        {setup.processor === 'stripe' && <CheckButton />}
        {hasKeys && (
          <Button variant="ghost" size="sm" onClick={() => setDialog('remove')}>
            Remove keys
          </Button>
        )}
      </div>
      <OutsideForm>
        {dialog === 'keys' && <KeysDialog setup={setup} onSaved={keep} onClose={close} />}
        <DeleteDialog
          title="Remove payment keys"
          item={dialog === 'remove' ? setup : null}
          nameOf={() => 'The payment keys'}
          remove={async () => keep(await api.removePaymentKeys())}
          onDeleted={() => notify('success', 'Payment keys removed.')}
          failedMessage="The keys could not be removed."
          onClose={close}
        >
          {() => (
            <p>
              {withoutKeys[setup.withoutKeys]} Stripe payments can be refunded again once the keys are set
              again.
            </p>
          )}
        </DeleteDialog>
      </OutsideForm>
    </div>
  );
}

const withoutKeys: Record<PaymentSetup['withoutKeys'], string> = {
  test: 'New orders are then paid with test cards only: no money moves.',
  adapter: 'Customers then pay on the page of the other processor only.',
  none: 'Customers can then not pay: the checkout says that the store cannot take payments.',
};

/** Payment page of a module that PAYMENT_ADAPTER names. */
function PaymentPage({ page: { name, livemode, isOffered } }: { page: PaymentSetup['pages'][number] }) {
  return (
    <div className="grid gap-4 rounded-tile border border-line bg-raised p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="font-medium">{name}</p>
        <ModeBadge isLive={livemode} isOffered={isOffered} />
      </div>
      <p className="max-w-text text-ink-muted text-sm">
        {isOffered
          ? 'Customers pay on the page of this processor and come back. The environment of the server names its module (PAYMENT_ADAPTER).'
          : 'The module of PAYMENT_ADAPTER is in its test mode, so customers are not offered it beside live keys, nor after real payments. Give it live keys.'}
      </p>
    </div>
  );
}

const processorNames: Record<PaymentSetup['processor'], string> = {
  stripe: 'Stripe',
  // The pages of adapters have cards of their own below, under their names.
  adapter: 'Stripe',
  test: 'Built-in test processor',
  none: 'No payments',
};

function Mode({ setup: { source, processor, mode } }: { setup: PaymentSetup }) {
  if (source === 'unreadable') return <Badge tone="bad">Keys cannot be read</Badge>;
  if (processor === 'none') return <Badge tone="bad">Customers cannot pay</Badge>;
  if (processor === 'adapter' && source === 'none') return <Badge tone="neutral">Not connected</Badge>;
  return <ModeBadge isLive={mode === 'live'} isOffered={processor !== 'adapter'} />;
}

function ModeBadge({ isLive, isOffered }: { isLive: boolean; isOffered: boolean }) {
  if (!isOffered) return <Badge tone="bad">Test mode: not offered</Badge>;
  if (isLive) return <Badge tone="good">Live: real money moves</Badge>;
  return <Badge tone="warn">Test mode: no money moves</Badge>;
}

function explanationOf({ source, processor, pages }: PaymentSetup): string {
  if (source === 'unreadable') {
    const ways = pages.length > 0 ? 'pay by card' : 'pay';
    return `The stored keys were encrypted with another APP_SECRET. Customers cannot ${ways} until they are set again or removed.`;
  }
  if (processor === 'adapter' && source === 'none') {
    return 'Connect Stripe to take cards, PayPal and Klarna beside the page of another processor.';
  }
  if (processor === 'adapter') {
    return 'These are test keys, so customers are offered the live page of another processor only. Set live keys.';
  }
  if (processor === 'none' && source === 'none' && pages.length > 0) {
    return 'This shop has taken real payments and the module of PAYMENT_ADAPTER is in its test mode, so customers cannot pay. Give it live keys.';
  }
  if (processor === 'none' && source === 'none') {
    return 'No keys are set, so the checkout says that the store cannot take payments yet. Connect Stripe, or try the shop without money in test mode.';
  }
  if (processor === 'none') {
    return 'This shop has taken real payments and these are test keys, so customers cannot pay. Set live keys.';
  }
  if (source === 'environment') {
    return 'The keys come from the environment of the server (STRIPE_SECRET_KEY and its companions), which take precedence over this screen. They can only be changed there.';
  }
  if (processor === 'test') {
    return 'Only the known test numbers are accepted. Connect a Stripe account to take real cards; its test keys let you try everything first.';
  }
  return 'Card numbers go from the browser to Stripe and never reach this shop. The secret keys are stored encrypted and are not shown again.';
}

function Keys({ setup }: { setup: PaymentSetup }) {
  const rows = [
    ['Publishable key', setup.publishableKey],
    ['Secret key', setup.secretKeyHint],
    ['Webhook signing secret', setup.webhookSecretHint],
    ['Webhook address', setup.webhookUrl],
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="tabular min-w-0 break-all max-sm:mb-1">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Checks the keys with Stripe. */
function CheckButton() {
  const check = useMutation({
    mutationFn: () => api.checkPaymentKeys({ body: {} }),
    onSuccess: ({ works, detail }) => notify(works ? 'success' : 'error', detail),
    onError: (error) => notify('error', messageOf(error, 'The keys could not be checked.')),
  });
  return (
    <Button variant="outline" size="sm" loading={check.isPending} onClick={() => check.mutate()}>
      Check keys
    </Button>
  );
}
