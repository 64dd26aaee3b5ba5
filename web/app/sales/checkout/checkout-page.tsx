import type { PublicSettings } from '@reprise/contract/foundations/settings';
import type { Cents } from '@reprise/contract/money';
import type { ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import type { Exemption } from '@reprise/contract/sales/orders/tax/exemption';
import { offeredMethods } from '@reprise/contract/sales/payments/payment-methods';
import { type ComponentProps, type Ref, useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link, PrefetchPageLinks } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { apiContext } from '../../api/server-api.ts';
import { BillingFields } from '../../forms/billing/billing-fields.tsx';
import { NeedsScripts } from '../../foundations/page-texts/needs-scripts.tsx';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import type { CartLine } from '../cart/cart-store.ts';
import type { Route } from './+types/checkout-page';
import { type Basket, useBasket, useBasketLines, type Wanted } from './basket.ts';
import { useTaxedTotals } from './billing/use-taxed-totals.ts';
import { CardMarks } from './card/card-marks.tsx';
import { StripeCard } from './card/stripe-card.tsx';
import { TestPaymentFields, testPaymentOf } from './card/test-payment-fields.tsx';
import { type AskCustomer, type CardEntry, type Charge, chargeTestPayment } from './charge.ts';
import { type CheckedForm, type CheckoutForm, orderOf, shippingAddressOf } from './checkout-form.ts';
import { Section } from './checkout-section.tsx';
import { useCustomerQuestion } from './customer-question.tsx';
import { DiscountField } from './discount/discount-field.tsx';
import { discountedLines, useDiscount, useStoredCode } from './discount/use-discount.ts';
import { OrderSummary } from './order-summary.tsx';
import { outbox } from './outbox/browser-outbox.ts';
import { PayBar } from './pay-bar.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import { backToCheckout } from './payment-return.ts';
import { PaymentsClosed } from './payments-closed.tsx';
import { AddressSection } from './shipping/address-section.tsx';
import { DeliveryChoice } from './shipping/delivery-choice.tsx';
import { ShippingChoice } from './shipping/shipping-choice.tsx';
import { useCarrierRates } from './shipping/use-carrier-rates.ts';
import { SoldOutDialog } from './sold-out-dialog.tsx';
import { useCheckoutForm } from './use-checkout-form.ts';
import { useCheckoutProblems } from './use-checkout-problems.ts';
import { useEmptyCheckout } from './use-empty-checkout.ts';
import { useIsPaymentClosed } from './use-is-payment-closed.ts';
import { usePaymentReturn } from './use-payment-return.ts';
import { usePlaceOrder } from './use-place-order.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Checkout', matches[0].loaderData?.settings.storeName);

/** Loads current rates; those of the root loader may be from an earlier page. */
export async function loader({ context }: Route.LoaderArgs) {
  return await context.get(apiContext).getPublicSettings();
}

export default function CheckoutPage({ loaderData: { settings } }: Route.ComponentProps) {
  const { basket, wanted } = useBasket();
  const isClosed = useIsPaymentClosed(settings) || settings.lacksShippingRates;
  if (isClosed) return <ClosedCheckout store={settings} />;
  // Another basket is another purchase, with problems and an unpaid order of its own.
  return (
    <Checkout
      key={`${basket.buyNow} ${wanted.quantity} ${wanted.unit}`}
      settings={settings}
      basket={basket}
      wanted={wanted}
    />
  );
}

type CheckoutProps = { settings: PublicSettings; basket: Basket; wanted: Wanted };

function Checkout({ settings, basket, wanted }: CheckoutProps) {
  const { lines, ready, conclusive, retry } = useBasketLines(basket, wanted);
  const [isFree, setFree] = useState(false);
  const takesTestCards = settings.paymentProcessor === 'test';
  const { unpaidNumber, ...parts } = useCheckoutForm(basket, ready, takesTestCards && !isFree);
  const { form } = parts;
  const { onProblem, soldOut, dismissSoldOut, ...problems } = useCheckoutProblems(
    form,
    takesTestCards,
    basket,
  );
  const discount = useDiscount();
  const { step, run, isRunning } = usePlaceOrder(basket, (problem) => {
    if (!discount.takeRefusal(problem)) onProblem(problem);
  });
  const { asking, settled } = usePaymentReturn(basket, ready, (problem) =>
    onProblem({ stage: 'payment', problem }),
  );
  const empty = conclusive && settled && lines.length === 0 && step === 'idle' && soldOut.length === 0;
  useEmptyCheckout(empty, isRunning, basket.buyNow);
  const [shouldSave, setShouldSave] = useState(false);
  const priced = discountedLines(lines, discount.applied);
  const { rates: quoted, token, isAsking } = useCarrierRates(settings, lines, form);
  const method = form.watch('shippingMethod');
  const isCollected = method === 'pickup';
  const taxed = useTaxedTotals(settings, form, { lines, priced, rates: quoted, terms: discount.terms });
  const { totals, exemption, rates } = taxed;
  const filled = ready && lines.length > 0;
  useEffect(() => setFree(filled && totals.total === 0), [filled, totals.total]);
  useStoredCode(discount, filled, () => purchaseOf(form.getValues(), lines, basket));
  const entry = useRef<CardEntry>(null);
  const { ask, dialog } = useCustomerQuestion();
  const pay = form.handleSubmit(async (values) => {
    const charge = isFree ? nothingToPay : await chargeOf(values, entry.current, ask);
    if (!charge) return;
    if (shouldSave && !isCollected) saveAddress(values);
    const terms = { discountCode: discount.applied?.code, shippingQuote: token };
    return run(orderOf(values, lines, totals.total, terms), charge, taxed);
  });

  const shipping = { lines: priced, terms: discount.terms, rates, isAsking };
  const payment = { isFree, entry, exemption, amount: totals.total };
  if (retry) return <FailedItem onRetry={retry} />;
  return (
    <div className="page-width py-8 sm:py-12">
      {/* Prefetched, because the confirmation of an unanswered order must load while the shop is unreachable. */}
      <PrefetchPageLinks page="/order-confirmation" />
      <h1 className="mb-6 text-2xl sm:mb-8">Checkout</h1>
      <NeedsScripts isOrdering />
      {unpaidNumber && <UnpaidOrderNotice orderNumber={unpaidNumber} />}
      <div className="grid gap-8 noscript:hidden lg:grid-cols-[minmax(0,1fr)_23rem] lg:items-start lg:gap-14">
        <OrderSummary {...taxed} isCollected={isCollected} ready={filled} isBuyNow={!!basket.buyNow}>
          <DiscountField
            discount={discount}
            onApply={(code) => discount.apply(code, purchaseOf(form.getValues(), lines, basket))}
          />
        </OrderSummary>
        <form onSubmit={pay} noValidate aria-label="Checkout" className="grid gap-9 lg:row-start-1">
          <DeliverySection settings={settings} method={method} form={form} />
          <AddressSection
            {...parts}
            isCollected={isCollected}
            shouldSave={shouldSave}
            setShouldSave={setShouldSave}
          />
          {!isCollected && <ShippingSection {...shipping} form={form} />}
          <BillingAndPayment {...payment} settings={settings} form={form} />
          <PayBar
            total={filled ? totals.total : null}
            step={asking ? 'asking' : step}
            returnDays={settings.returnsVary ? null : settings.returnDays}
            {...problems}
          />
        </form>
      </div>
      {dialog}
      <SoldOutDialog soldOut={soldOut} isBuyNow={basket.buyNow !== null} onClose={dismissSoldOut} />
    </div>
  );
}

type ShippingSectionProps = Omit<ComponentProps<typeof ShippingChoice>, 'field'> &
  Pick<PaymentFieldsProps, 'form'>;

function ShippingSection({ form, ...choice }: ShippingSectionProps) {
  return (
    <Section title="Shipping method">
      <ShippingChoice {...choice} field={form.register('shippingMethod')} />
    </Section>
  );
}

type DeliverySectionProps = { settings: PublicSettings; method: ShippingMethod } & Pick<
  PaymentFieldsProps,
  'form'
>;

function DeliverySection({ settings, method, form }: DeliverySectionProps) {
  const choose = (chosen: ShippingMethod) => form.setValue('shippingMethod', chosen, { shouldDirty: true });
  const choice = <DeliveryChoice settings={settings} method={method} onChoose={choose} />;
  return settings.pickup?.isOffered ? <Section title="Delivery">{choice}</Section> : choice;
}

/** A code may cover the whole order, which is then paid as soon as it is placed. */
const nothingToPay: Charge = { page: null, take: async () => {} };

const purchaseOf = ({ email, shippingMethod }: CheckoutForm, lines: CartLine[], { buyNow }: Basket) => ({
  lines,
  shippingMethod,
  email,
  replaces: outbox.unpaidOrder(buyNow)?.orderId,
});

type BillingAndPaymentProps = PaymentFieldsProps & { isFree: boolean; exemption: Exemption };

function BillingAndPayment({ isFree, exemption, ...fields }: BillingAndPaymentProps) {
  return (
    <>
      <Section title="Billing">
        <BillingFields
          form={fields.form}
          isCollected={fields.form.watch('shippingMethod') === 'pickup'}
          recipient={fields.form.getValues()}
          exemption={exemption}
        />
      </Section>
      <Section
        title="Payment"
        aside={!isFree && fields.settings.paymentProcessor !== 'adapter' && <CardMarks />}
      >
        {isFree ? <p>Nothing to pay: your code covers the whole order.</p> : <PaymentFields {...fields} />}
      </Section>
    </>
  );
}

type PaymentFieldsProps = {
  settings: PublicSettings;
  form: UseFormReturn<CheckoutForm, unknown, CheckedForm>;
  amount: Cents;
  /** Entry of a processor with a form or page of its own; empty with the test processor. */
  entry: Ref<CardEntry>;
};

function PaymentFields({ settings, form, amount, entry }: PaymentFieldsProps) {
  const { stripePublishableKey, paymentProcessor } = settings;
  if (paymentProcessor === 'test') {
    return (
      <TestPaymentFields
        methods={offeredMethods(settings)}
        payWith={form.watch('payWith')}
        choice={form.register('payWith')}
        field={(name) => ({ ...form.register(name), error: form.formState.errors[name]?.message })}
      />
    );
  }
  return (
    <PaymentChoice settings={settings} entry={entry}>
      {stripePublishableKey && (
        <StripeCard
          publishableKey={stripePublishableKey}
          amount={amount}
          methods={offeredMethods(settings)}
          returnTo={backToCheckout}
          ref={entry}
        />
      )}
    </PaymentChoice>
  );
}

function FailedItem({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="page-width py-8 sm:py-12">
      <h1 className="mb-6 text-2xl sm:mb-8">Checkout</h1>
      <ErrorState title="This item could not be loaded" onRetry={onRetry}>
        {noResponse('order')}
      </ErrorState>
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
  entry: CardEntry | null,
  ask: AskCustomer,
): Promise<Charge | null> {
  if (entry) return (await entry.check()) ? entry.charge : null;
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

/** Saves the address without waiting: a failure must not block the payment. */
function saveAddress(values: CheckedForm): void {
  const { email: _, ...body } = shippingAddressOf(values);
  api.addAddress({ body }).catch(() => {});
}
