import { stripeUnits, toServiceUnits } from '@reprise/contract/minor-units';
import type { Cents } from '@reprise/contract/money';
import { storeCurrency } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { methodNames, type RedirectMethod } from '@reprise/contract/sales/payments/payment-methods';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { takesPayments } from '../../../rendering/pay-pages.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { CardEntry, OpenPayment } from '../charge.ts';
import { useIsLeaving } from '../use-is-leaving.ts';
import { stripeAppearance } from './stripe-appearance.ts';

type StripeCardProps = {
  publishableKey: string;
  amount: Cents;
  /** Methods that the store offers besides cards. */
  methods: RedirectMethod[];
  /** Returns the page to which Stripe redirects after the payment of this order. */
  returnTo: (orderId: string) => string;
  ref: Ref<CardEntry>;
};

type Loaded = {
  stripe: Stripe;
  elements: StripeElements;
  /** Last known state of the form: the methods that it offers besides cards, and the chosen one. */
  shown: RedirectMethod[];
  selectedMethod: string;
};

/**
 * Stripe's payment form in Stripe's iframes: card data reaches neither the shop nor its page. PayPal
 * and Klarna redirect away and back.
 */
export function StripeCard({ publishableKey, amount, methods, returnTo, ref }: StripeCardProps) {
  const container = useRef<HTMLDivElement>(null);
  const { loaded, state, retry } = useElements(publishableKey, { amount, methods }, container);
  const leaving = useIsLeaving();
  useImperativeHandle(ref, () => ({
    check: async () => {
      return loaded.current !== null && (await validateCard(loaded.current)) === null;
    },
    charge: {
      page: null,
      take: async (payment) => {
        if (!loaded.current) throw notLoaded();
        await matchPaymentMethods(loaded.current, payment);
        leaving.current = true;
        await confirm(loaded.current, payment, returnTo(payment.orderId)).finally(() => {
          leaving.current = false;
        });
      },
    },
  }));
  return (
    <div className="grid gap-4">
      {publishableKey.startsWith('pk_test_') && (
        <p className="rounded-control bg-primary-tint px-4 py-3 text-sm">
          <strong className="font-semibold">Test mode.</strong> No real card is charged. Pay with one of
          Stripe's test numbers, such as 4242 4242 4242 4242.
        </p>
      )}
      {state === 'failed' ? (
        <div
          role="alert"
          className="grid justify-items-start gap-3 rounded-control bg-bad-tint px-4 py-3 text-sm"
        >
          <p>
            The card form could not be loaded. Check the connection, or whether something in this browser
            blocks js.stripe.com. Nothing was charged.
          </p>
          <Button variant="outline" size="sm" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : (
        <div className={`relative ${state === 'loading' ? 'min-h-48' : ''}`}>
          {state === 'loading' && <Skeleton className="absolute inset-0" />}
          <div ref={container} />
        </div>
      )}
      <p className="text-ink-muted text-sm">
        Stripe processes the payment. Your card number never reaches this shop.
      </p>
    </div>
  );
}

type LoadState = 'loading' | 'ready' | 'failed';

type Terms = { amount: Cents; methods: RedirectMethod[] };

/** Loads Stripe's script on demand and mounts its form. */
function useElements(
  publishableKey: string,
  { amount, methods }: Terms,
  container: { current: HTMLDivElement | null },
) {
  const loaded = useRef<Loaded | null>(null);
  const [state, setState] = useState<LoadState>('loading');
  const [attempt, setAttempt] = useState(0);
  // Initial values; the effects below apply later ones.
  const first = useRef({ amount, methods });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reloads the form
  useEffect(() => {
    let isCancelled = false;
    if (!isStripeAllowed()) return;
    setState('loading');
    load(publishableKey, first.current).then(
      (result) => {
        if (isCancelled || !container.current) return;
        loaded.current = result;
        const form = result.elements.create('payment', { layout: 'tabs' });
        form.on('ready', () => setState('ready'));
        form.on('loaderror', () => setState('failed'));
        form.mount(container.current);
      },
      () => isCancelled || setState('failed'),
    );
    return () => {
      isCancelled = true;
      loaded.current?.elements.getElement('payment')?.destroy();
      loaded.current = null;
    };
  }, [publishableKey, attempt, container]);
  useEffect(() => {
    if (amount > 0) loaded.current?.elements.update({ amount });
  }, [amount]);
  const key = methods.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is another one at each render
  useEffect(() => {
    first.current.methods = methods;
    if (loaded.current) void showMethods(loaded.current, methods);
  }, [key]);
  useEffect(() => {
    const darkness = window.matchMedia('(prefers-color-scheme: dark)');
    const restyle = () => loaded.current?.elements.update({ appearance: stripeAppearance() });
    darkness.addEventListener('change', restyle);
    return () => darkness.removeEventListener('change', restyle);
  }, []);
  return { loaded, state, retry: () => setAttempt((before) => before + 1) };
}

/**
 * True if this document's Content-Security-Policy allows Stripe's script. A document opened on another page
 * does not allow it and is reloaded.
 */
function isStripeAllowed(): boolean {
  const [opened] = performance.getEntriesByType('navigation');
  if (!opened || takesPayments(new URL(opened.name).pathname)) return true;
  window.location.reload();
  return false;
}

const typesOf = (methods: RedirectMethod[]) => ['card', ...methods];

async function load(publishableKey: string, { amount, methods }: Terms): Promise<Loaded> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw notLoaded();
  const elements = stripe.elements({
    mode: 'payment',
    // A form for a payment that Stripe would refuse as too small is shown all the same.
    amount: Math.max(toServiceUnits(stripeUnits, amount), 50),
    currency: storeCurrency().code.toLowerCase(),
    allowedPaymentMethodTypes: typesOf(methods),
    appearance: stripeAppearance(),
  });
  return { stripe, elements, shown: methods, selectedMethod: 'card' };
}

async function showMethods(loaded: Loaded, methods: RedirectMethod[]): Promise<void> {
  if (loaded.shown.join() === methods.join()) return;
  loaded.shown = methods;
  await loaded.elements.update({ allowedPaymentMethodTypes: typesOf(methods) });
}

/** Returns the message of the first missing field, which the form shows too; null when complete. */
async function validateCard(loaded: Loaded): Promise<string | null> {
  const { error, selectedPaymentMethod } = await loaded.elements.submit();
  if (error) return error.message ?? 'The payment details are incomplete.';
  loaded.selectedMethod = selectedPaymentMethod ?? 'card';
  return null;
}

/**
 * Adapts the form to the methods of the open payment, which Stripe requires to match; the settings may have
 * changed since the form was loaded.
 */
async function matchPaymentMethods(loaded: Loaded, { redirectMethods }: OpenPayment): Promise<void> {
  if (loaded.shown.join() === redirectMethods.join()) return;
  const { selectedMethod } = loaded;
  const withdrawn = loaded.shown.find(
    (method) => method === selectedMethod && !redirectMethods.includes(method),
  );
  await showMethods(loaded, redirectMethods);
  if (withdrawn) {
    throw new Problem(
      'CARD_DECLINED',
      `This order cannot be paid with ${methodNames[withdrawn]}. Please pay with a card; nothing was charged.`,
    );
  }
  const missing = await validateCard(loaded);
  if (missing !== null) throw new Problem('CARD_DECLINED', missing);
}

function notLoaded(): Problem {
  return new Problem('PAYMENT_UNAVAILABLE', 'The card form could not be loaded. Nothing was charged.');
}

/**
 * Stripe shows the bank's confirmation in a dialog of its own. PayPal and Klarna redirect away from this page, so
 * this never resolves; the page after the redirect asks the shop.
 */
async function confirm(
  { stripe, elements }: Loaded,
  { clientSecret }: OpenPayment,
  returnPath: string,
): Promise<void> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    clientSecret,
    confirmParams: { return_url: new URL(returnPath, window.location.origin).href },
    redirect: 'if_required',
  });
  // An earlier attempt succeeded, but its response was lost.
  if (!error || error.payment_intent?.status === 'succeeded' || paymentIntent) return;
  if (error.type === 'card_error' || error.type === 'validation_error') {
    throw new Problem('CARD_DECLINED', error.message ?? 'Your card was declined.');
  }
  throw new Problem(
    'PAYMENT_UNAVAILABLE',
    'The payment failed. Please try again; you are charged only once.',
    { cause: error },
  );
}
