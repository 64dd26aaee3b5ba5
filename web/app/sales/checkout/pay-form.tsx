import { formatMoney } from '@reprise/contract/money';
import { Problem, type ProblemCode, problemCodeOf } from '@reprise/contract/problem';
import {
  offeredMethods,
  processorMethods,
  type RedirectMethod,
} from '@reprise/contract/sales/payments/payment-methods';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { formResolver } from '../../forms/form-resolver.ts';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { cardForm, emptyCard } from './card/card-fields.tsx';
import { StripeCard } from './card/stripe-card.tsx';
import { TestPaymentFields, testPaymentOf } from './card/test-payment-fields.tsx';
import { type CardEntry, type Charge, chargeTestPayment } from './charge.ts';
import { useCustomerQuestion } from './customer-question.tsx';
import { DeclineHelp } from './decline-help.tsx';
import { declinedField } from './declined-field.ts';
import { outbox } from './outbox/browser-outbox.ts';
import { type PayableOrder, payOrder, storeOrderToken } from './pay-order.ts';
import { PaymentChoice } from './payment-choice.tsx';
import { notCompleted } from './payment-return.ts';
import { PaymentsClosed } from './payments-closed.tsx';
import { removeReservedFromCart } from './reserved-lines.ts';
import { useIsPaymentClosed } from './use-is-payment-closed.ts';

type PayFormProps = {
  order: PayableOrder & { orderNumber: string; reservedUntil: string | null };
  onSettled: () => Promise<void> | void;
  /** True after a return from an external payment page without a payment. */
  unfinished: boolean;
};

/** Pays an order that was placed earlier. `onSettled` reloads the order after payment or cancellation. */
export function PayForm(props: PayFormProps) {
  const settings = useStoreSettings();
  const key = settings?.paymentProcessor === 'stripe' ? settings.stripePublishableKey : null;
  const methods = settings ? offeredMethods(settings) : [];
  const isClosed = useIsPaymentClosed(settings);
  if (settings && isClosed) {
    return <PaymentsClosed store={settings}>Your order is reserved until then.</PaymentsClosed>;
  }
  if (!settings || settings.paymentProcessor === 'test')
    return <PayAtTestProcessor methods={methods} {...props} />;
  return (
    <PayWithEntry {...props}>
      {(entry) => (
        <PaymentChoice settings={settings} entry={entry}>
          {key && (
            <StripeCard
              publishableKey={key}
              amount={props.order.total}
              methods={methods}
              returnTo={() => window.location.pathname}
              ref={entry}
            />
          )}
        </PaymentChoice>
      )}
    </PayWithEntry>
  );
}

type WithMethods = PayFormProps & { methods: RedirectMethod[] };

type WithEntry = PayFormProps & { children: (entry: Ref<CardEntry>) => ReactNode };

/** Pays with the form or on the page of a processor, which `children` shows. */
function PayWithEntry({ children, ...props }: WithEntry) {
  const { order } = props;
  const entry = useRef<CardEntry>(null);
  const form = useForm();
  const { errors, isSubmitting } = form.formState;
  const { pay, isDeclined } = usePay(props);

  async function submit({ charge }: CardEntry): Promise<void> {
    if (order.accessToken !== null) storeOrderToken(order.accessToken);
    const payError = await pay(charge);
    if (payError) form.setError('root', { message: payError.message });
  }

  return (
    <form
      onSubmit={form.handleSubmit(async () => {
        if (entry.current && (await entry.current.check())) await submit(entry.current);
      })}
      noValidate
      aria-label="Payment"
      className="grid gap-5"
    >
      {children(entry)}
      <PayButton {...props} errors={errors} isSubmitting={isSubmitting} isDeclined={isDeclined} />
    </form>
  );
}

const testForm = z.object({ ...cardForm.shape, payWith: z.enum(processorMethods) });
type TestForm = z.input<typeof testForm>;

function PayAtTestProcessor({ methods, ...props }: WithMethods) {
  const form = useForm<TestForm>({
    resolver: (values, ...rest) =>
      values.payWith === 'card'
        ? formResolver<TestForm, TestForm>(testForm)(values, ...rest)
        : { values, errors: {} },
    defaultValues: { ...emptyCard, payWith: 'card' },
  });
  const { errors, isSubmitting } = form.formState;
  const { ask, dialog } = useCustomerQuestion();
  const { pay, isDeclined } = usePay(props);

  async function submit(values: TestForm): Promise<void> {
    const payment = testPaymentOf(values);
    const payError = payment && (await pay(chargeTestPayment(api, payment, ask)));
    if (!payError) return;
    const isCardDeclined = payError.code === 'CARD_DECLINED' && values.payWith === 'card';
    if (!isCardDeclined) return form.setError('root', { message: payError.message });
    const field = declinedField(payError.details);
    form.setError(field, { message: payError.message });
    form.setFocus(field);
  }

  return (
    <>
      <form onSubmit={form.handleSubmit(submit)} noValidate aria-label="Payment" className="grid gap-5">
        <TestPaymentFields
          methods={methods}
          payWith={form.watch('payWith')}
          choice={form.register('payWith')}
          field={(name) => ({ ...form.register(name), error: errors[name]?.message })}
        />
        <PayButton {...props} errors={errors} isSubmitting={isSubmitting} isDeclined={isDeclined} />
      </form>
      {dialog}
    </>
  );
}

type PayButtonProps = PayFormProps & { errors: FieldErrors; isSubmitting: boolean; isDeclined: boolean };

function PayButton({ order, unfinished, errors, isSubmitting, isDeclined }: PayButtonProps) {
  const message = errors.root?.message ?? (unfinished ? notCompleted : undefined);
  return (
    <>
      <div role="alert">{message && <ProblemBox message={message} />}</div>
      {isDeclined && <DeclineHelp order={order} onOrderPage />}
      <Button type="submit" size="lg" wide loading={isSubmitting}>
        Pay {formatMoney(order.total)}
      </Button>
    </>
  );
}

type PayError = { code: ProblemCode | undefined; message: string; details?: unknown };

/**
 * Returns whether the last payment was declined, and a function that pays the order with a charge and returns
 * the Problem to show, or null.
 */
function usePay({ order, onSettled }: PayFormProps) {
  const running = useRef(false);
  const [isDeclined, setIsDeclined] = useState(false);
  const pay = async (charge: Charge): Promise<PayError | null> => {
    if (running.current) return null;
    running.current = true;
    try {
      await payOrder(api, order, charge);
      outbox.markPaid(order.id);
      removeReservedFromCart(order.id);
      notify('success', 'Your payment was received.');
      await onSettled();
      return null;
    } catch (error) {
      const payError = await toSubmitError(error, onSettled);
      setIsDeclined(payError.code === 'CARD_DECLINED');
      return payError;
    } finally {
      running.current = false;
    }
  };
  return { pay, isDeclined };
}

async function toSubmitError(error: unknown, onSettled: PayFormProps['onSettled']): Promise<PayError> {
  const code = problemCodeOf(error);
  if (error instanceof Problem && code === 'CARD_DECLINED') {
    return { code, message: error.message, details: error.details };
  }
  await onSettled();
  return { code, message: messageOf(error, noResponse('charge')) };
}
