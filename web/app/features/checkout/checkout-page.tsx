import { zodResolver } from '@hookform/resolvers/zod';
import type { SavedAddress } from '@reprise/contract/addresses';
import type { Cents } from '@reprise/contract/money';
import { type NewOrder, type OpenOrder, shippingAddressInput } from '@reprise/contract/orders/order';
import { quote, shippingMethods } from '@reprise/contract/orders/pricing';
import { paymentMethods } from '@reprise/contract/payments/payment-methods';
import type { Problem } from '@reprise/contract/problem';
import type { PublicSettings } from '@reprise/contract/settings';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form';
import { Link, PrefetchPageLinks, useRevalidator } from 'react-router';
import { z } from 'zod';
import { api } from '../../api/browser-api.ts';
import { apiContext } from '../../api/server-api.ts';
import { useAuth } from '../../session/auth-store.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { AddressFields } from '../addresses/address-fields.tsx';
import { useSavedAddresses } from '../addresses/use-saved-addresses.ts';
import { type CartLine, pricedLines, useCart } from '../cart/cart-store.ts';
import { checkCart } from '../cart/check-cart.ts';
import type { CartNotice } from '../cart/reconcile-cart.ts';
import { useCartReady } from '../cart/use-cart-ready.ts';
import type { Route } from './+types/checkout-page';
import { cardForm, emptyCard } from './card-fields.tsx';
import { type AskCustomer, type Charge, chargeTestPayment } from './charge.ts';
import { useCustomerQuestion } from './customer-question.tsx';
import { openOrdersOf } from './open-orders.tsx';
import { OrderSummary } from './order-summary.tsx';
import { outbox } from './outbox/browser-outbox.ts';
import { PayBar } from './pay-bar.tsx';
import { backToCheckout } from './payment-return.ts';
import { PaymentsClosed } from './payments-closed.tsx';
import { clearReserved } from './reserved-lines.ts';
import { SavedAddressChoice } from './saved-address-choice.tsx';
import { ShippingChoice } from './shipping-choice.tsx';
import { findSoldOut, type SoldOut, SoldOutDialog } from './sold-out-dialog.tsx';
import { type CardEntry, StripeCard } from './stripe-card.tsx';
import { TestPaymentFields, testPaymentOf } from './test-payment-fields.tsx';
import { useEmptyCheckout } from './use-empty-checkout.ts';
import { usePaymentReturn } from './use-payment-return.ts';
import { type CheckoutProblem, usePlaceOrder } from './use-place-order.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Checkout', matches[0].loaderData?.settings.storeName);

/** Loads current rates; those of the root loader may be from an earlier page. */
export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(apiContext).getPublicSettings();
}

const checkoutForm = z.object({
  ...shippingAddressInput.shape,
  ...cardForm.shape,
  shippingMethod: z.enum(shippingMethods),
  payWith: z.enum(paymentMethods),
});
/** Form for payments without card fields of this page: Stripe's own form, or no payment. */
const checkoutFormWithoutCard = z.object({
  ...checkoutForm.shape,
  cardNumber: z.string(),
  cardExpiry: z.string(),
  cardCvv: z.string(),
  cardName: z.string(),
});
type CheckoutForm = z.input<typeof checkoutForm>;
type CheckedForm = z.output<typeof checkoutForm>;

const emptyForm: CheckoutForm = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  country: 'United States',
  shippingMethod: 'standard',
  payWith: 'card',
  ...emptyCard,
};

export default function CheckoutPage({ loaderData: { settings } }: Route.ComponentProps) {
  const ready = useCartReady();
  const lines = useCart((state) => state.lines);
  const stripeKey = settings.paymentProcessor === 'stripe' ? settings.stripePublishableKey : null;
  const form = useForm<CheckoutForm, unknown, CheckedForm>({
    resolver: (values, ...rest) => {
      const needsCard = stripeKey === null && values.payWith === 'card';
      return zodResolver(needsCard ? checkoutForm : checkoutFormWithoutCard)(values, ...rest);
    },
    defaultValues: emptyForm,
  });
  const { problemMessage, notices, openOrders, settleOpenOrder, soldOut, dismissSoldOut, onProblem } =
    useCheckoutProblems(
      form.setError,
      form.setFocus,
      () => stripeKey === null && form.getValues('payWith') === 'card',
    );
  const { step, run, isRunning } = usePlaceOrder(onProblem);
  const { asking, settled } = usePaymentReturn(ready, (problem) => onProblem({ stage: 'payment', problem }));
  const empty = settled && lines.length === 0 && step === 'idle' && soldOut.length === 0;
  useEmptyCheckout(empty, isRunning);
  const unpaid = usePrefill(ready, form.reset);
  useProfilePhone(form, unpaid === null);
  const signedIn = useAuth((state) => !state.loading && state.isAuthenticated);
  const addresses = useSavedAddresses();
  const [shouldSaveAddress, setShouldSaveAddress] = useState(false);
  const { fillIn, filledFrom } = useAddressFill(form, addresses, unpaid === null);

  const [country, shippingMethod, payWith] = form.watch(['country', 'shippingMethod', 'payWith']);
  const totals = quote(pricedLines(lines), settings, shippingMethod);
  const filled = ready && lines.length > 0;

  const field = (name: FieldPath<CheckoutForm>) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  });
  const stripeCard = useRef<CardEntry>(null);
  const { ask, dialog } = useCustomerQuestion();
  const pay = form.handleSubmit(async (values) => {
    const charge = await chargeOf(values, stripeKey === null ? null : stripeCard.current, ask);
    if (!charge) return;
    if (shouldSaveAddress) saveAddress(values);
    return run(orderOf(values, lines, totals.total), charge);
  });

  if (settings.paymentProcessor === 'none') return <ClosedCheckout store={settings} />;
  return (
    <div className="page-width py-8 sm:py-12">
      {/* Prefetched, because the confirmation of an unanswered order must load while the shop is unreachable. */}
      <PrefetchPageLinks page="/order-confirmation" />
      <h1 className="mb-6 text-2xl sm:mb-8">Checkout</h1>
      {unpaid && <UnpaidOrderNotice orderNumber={unpaid} />}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start lg:gap-14">
        <OrderSummary lines={lines} totals={totals} ready={filled} />
        <form onSubmit={pay} noValidate aria-label="Checkout" className="grid gap-9 lg:row-start-1">
          <Section title="Shipping address">
            <SavedAddressChoice addresses={addresses} chosen={filledFrom} onChoose={fillIn} />
            <AddressFields country={country} field={field} />
            {signedIn && (
              <Checkbox
                label="Save this address for next time"
                checked={shouldSaveAddress}
                onChange={({ target }) => setShouldSaveAddress(target.checked)}
              />
            )}
          </Section>
          <Section title="Shipping method">
            <ShippingChoice
              lines={pricedLines(lines)}
              rates={settings}
              field={form.register('shippingMethod')}
            />
          </Section>
          <Section title="Payment">
            {stripeKey ? (
              <StripeCard
                publishableKey={stripeKey}
                amount={totals.total}
                paypal={settings.paypalEnabled}
                returnTo={backToCheckout}
                ref={stripeCard}
              />
            ) : (
              <TestPaymentFields
                paypal={settings.paypalEnabled}
                payWith={payWith}
                choice={form.register('payWith')}
                field={field}
              />
            )}
          </Section>
          <PayBar
            total={filled ? totals.total : null}
            step={asking ? 'asking' : step}
            problemMessage={problemMessage}
            notices={notices}
            openOrders={openOrders}
            onOpenOrderSettled={settleOpenOrder}
            returnDays={settings.returnDays}
          />
        </form>
      </div>
      {dialog}
      <SoldOutDialog soldOut={soldOut} onClose={dismissSoldOut} />
    </div>
  );
}

function ClosedCheckout({ store }: { store: PublicSettings }) {
  return (
    <div className="page-width py-8 sm:py-12">
      <h1 className="mb-6 text-2xl sm:mb-8">Checkout</h1>
      <div className="grid max-w-xl justify-items-start gap-6">
        <PaymentsClosed store={store}>
          Your cart is saved; come back later to place your order.
        </PaymentsClosed>
        <Link to="/cart" className={buttonClass({ variant: 'outline' })}>
          Back to your cart
        </Link>
      </div>
    </div>
  );
}

/** Returns the charge for the payment after the order, or null while the payment form is incomplete. */
async function chargeOf(
  values: CheckedForm,
  stripeCard: CardEntry | null,
  ask: AskCustomer,
): Promise<Charge | null> {
  if (stripeCard) return (await stripeCard.check()) ? stripeCard.charge : null;
  const payment = testPaymentOf(values);
  return payment && chargeTestPayment(api, payment, ask);
}

function UnpaidOrderNotice({ orderNumber }: { orderNumber: string }) {
  return (
    <p role="status" className="mb-4 rounded-control bg-primary-tint px-4 py-3 text-sm">
      Order <strong className="tabular">{orderNumber}</strong> is reserved for you. Only the payment is
      missing.
    </p>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="border-line border-b pb-2 text-lg">{title}</h2>
      {children}
    </section>
  );
}

function orderOf(values: CheckedForm, lines: CartLine[], total: Cents): NewOrder {
  const { shippingMethod } = values;
  return {
    items: lines.map(({ product, quantity }) => ({ product: product.id, quantity })),
    shippingAddress: shippingAddressInput.parse(values),
    paymentMethod: 'card',
    total,
    shippingMethod,
  };
}

/** Saves the address without waiting: a failure must not block the payment. */
function saveAddress(values: CheckedForm): void {
  const { email: _, ...body } = shippingAddressInput.parse(values);
  api.addAddress({ body }).catch(() => {});
}

/**
 * Returns a function that fills in an address, and the id of the last one filled in. Fills in the customer's
 * default address unless something has been typed.
 */
function useAddressFill(
  { reset, getValues, formState: { isDirty } }: UseFormReturn<CheckoutForm, unknown, CheckedForm>,
  addresses: SavedAddress[],
  isEnabled: boolean,
) {
  const [filledFrom, setFilledFrom] = useState<string>();
  const fillIn = useCallback(
    ({ id, isDefault: _default, ...address }: SavedAddress) => {
      reset({ ...getValues(), ...address });
      setFilledFrom(id);
    },
    [reset, getValues],
  );
  const untouched = useRef(true);
  untouched.current = !isDirty;
  useEffect(() => {
    const first = addresses[0];
    if (first?.isDefault && isEnabled && untouched.current) fillIn(first);
  }, [addresses, isEnabled, fillIn]);
  return { fillIn, filledFrom };
}

/** Fills in the phone number of the profile, which loads later than name and email; typed text remains. */
function useProfilePhone(
  { getValues, resetField }: UseFormReturn<CheckoutForm, unknown, CheckedForm>,
  isEnabled: boolean,
) {
  const userId = useAuth((state) => (state.loading ? undefined : state.user?.id));
  useEffect(() => {
    if (userId === undefined || !isEnabled) return;
    const leaving = new AbortController();
    api.getProfile({}, { signal: leaving.signal }).then(
      ({ user: { phone } }) => {
        if (phone && getValues('phone') === '') resetField('phone', { defaultValue: phone });
      },
      // The phone number is optional for the checkout.
      () => {},
    );
    return () => leaving.abort();
  }, [userId, isEnabled, getValues, resetField]);
}

/** Shows a Problem at the field that can fix it, and updates the cart. */
function useCheckoutProblems(
  setError: (name: FieldPath<CheckoutForm>, error: { message: string }) => void,
  setFocus: (name: FieldPath<CheckoutForm>) => void,
  hasCardField: () => boolean,
) {
  const { revalidate } = useRevalidator();
  const [problemMessage, setProblemMessage] = useState<string | null>(null);
  const [notices, setNotices] = useState<CartNotice[]>([]);
  const [openOrders, setOpenOrders] = useState<OpenOrder[]>([]);
  const [soldOut, setSoldOut] = useState<SoldOut[]>([]);

  /** One order fewer is open, so the next attempt may succeed. */
  function settleOpenOrder(id: string): void {
    setOpenOrders((orders) => orders.filter((order) => order.id !== id));
    setProblemMessage(null);
  }

  async function refreshCart({ message, details }: Problem): Promise<void> {
    clearReserved();
    // Fetched first, because an empty cart redirects away from this page.
    const nowSoldOut = await findSoldOut(soldOutIn(details)).catch(() => []);
    setSoldOut(nowSoldOut);
    const [newNotices] = await Promise.all([checkCart().catch(() => []), revalidate()]);
    setNotices(newNotices);
    // An empty cart redirects away from this page, so the message is shown as a toast.
    if (useCart.getState().lines.length === 0 && nowSoldOut.length === 0) notify('error', message);
  }

  function onProblem({ stage, problem }: CheckoutProblem): void {
    setProblemMessage(null);
    setNotices([]);
    setOpenOrders(openOrdersOf(problem));
    if (stage === 'payment') {
      const message = paymentMessage(problem.message, problem.code);
      if (hasCardField() && problem.code === 'CARD_DECLINED') {
        setError('cardNumber', { message });
        setFocus('cardNumber');
      } else setProblemMessage(message);
      return;
    }
    const fieldErrors = (problem.errors ?? []).flatMap(({ field, message }) => {
      const name = field.replace(/^shippingAddress\./, '');
      return name in emptyForm ? [{ name: name as FieldPath<CheckoutForm>, message }] : [];
    });
    for (const { name, message } of fieldErrors) setError(name, { message });
    if (fieldErrors[0]) setFocus(fieldErrors[0].name);
    else setProblemMessage(problem.message);
    if (cartProblems.has(problem.code)) void refreshCart(problem);
  }
  return {
    problemMessage,
    notices,
    openOrders,
    settleOpenOrder,
    soldOut,
    dismissSoldOut: () => setSoldOut([]),
    onProblem,
  };
}

/** Returns the ids of the products that the Problem reports as sold out. */
function soldOutIn(details: Problem['details']): string[] {
  const items = (details?.items ?? []) as { product: string; available: number }[];
  return items.filter(({ available }) => available <= 0).map(({ product }) => product);
}

const cartProblems = new Set(['PRICE_CHANGED', 'OUT_OF_STOCK', 'PRODUCT_UNAVAILABLE']);

function paymentMessage(message: string, code: string): string {
  if (code !== 'ORDER_CANCELLED') return message;
  return 'Your order was cancelled because it was not paid in time. Select Pay to place it again.';
}

/**
 * Prefills the address of this cart's unpaid order, else name and email of the signed-in customer. Returns
 * the number of that order.
 */
function usePrefill(ready: boolean, reset: (values: CheckoutForm) => void): string | null {
  // Select the values, not the object: the session check replaces the object, which would reset typed text.
  const name = useAuth((state) => state.user?.name);
  const email = useAuth((state) => state.user?.email);
  const [unpaid, setUnpaid] = useState<string | null>(null);

  useEffect(() => {
    if (!ready) return;
    const order = useCart.getState().lines.some((line) => line.held) ? outbox.unpaidOrder() : undefined;
    if (order?.body) {
      const { shippingAddress, shippingMethod = 'standard' } = order.body;
      reset({ ...emptyForm, ...shippingAddress, shippingMethod });
      setUnpaid(order.orderNumber);
    } else if (name !== undefined && email !== undefined) {
      const [firstName = '', ...rest] = name.split(' ');
      reset({ ...emptyForm, firstName, lastName: rest.join(' '), email });
    }
  }, [ready, reset, name, email]);
  return unpaid;
}
