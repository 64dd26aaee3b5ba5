import { zodResolver } from '@hookform/resolvers/zod';
import { formatMoney } from '@reprise/contract/money';
import { type ProblemCode, problemCodeOf } from '@reprise/contract/problem';
import { testCardFor } from '@reprise/contract/test-cards';
import { useRef } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { api } from '../../api/browser-api.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notify.ts';
import { RefusalBox } from '../../ui/refusal-box.tsx';
import { useCart } from '../cart/cart-store.ts';
import { useStoreSettings } from '../settings/store-settings.ts';
import { useBankQuestion } from './bank-question.tsx';
import { outbox } from './browser-outbox.ts';
import { CardFields, type CardForm, cardForm, emptyCard } from './card-fields.tsx';
import { type Charge, chargeTestCard } from './charge.ts';
import { type PayableOrder, payOrder } from './pay-order.ts';
import { type CardEntry, StripeCard } from './stripe-card.tsx';

type PayFormProps = { order: PayableOrder; onSettled: () => Promise<void> | void };

/** Pays an order that was placed earlier. `onSettled` looks at the order anew, paid or given up. */
export function PayForm(props: PayFormProps) {
  const settings = useStoreSettings();
  const key = settings?.paymentProcessor === 'stripe' ? settings.stripePublishableKey : null;
  return key ? <PayWithStripe publishableKey={key} {...props} /> : <PayWithTestCard {...props} />;
}

function PayWithStripe({ publishableKey, order, onSettled }: PayFormProps & { publishableKey: string }) {
  const card = useRef<CardEntry>(null);
  const form = useForm();
  const { errors, isSubmitting } = form.formState;
  const pay = usePay({ order, onSettled });

  async function submit(): Promise<void> {
    const refusal = await pay(async (clientSecret) => card.current?.charge(clientSecret));
    if (refusal) form.setError('root', { message: refusal.message });
  }

  return (
    <form
      onSubmit={form.handleSubmit(async () => {
        if (await card.current?.check()) await submit();
      })}
      noValidate
      aria-label="Payment"
      className="grid gap-5"
    >
      <StripeCard publishableKey={publishableKey} amount={order.total} ref={card} />
      <PayButton order={order} errors={errors} isSubmitting={isSubmitting} />
    </form>
  );
}

function PayWithTestCard({ order, onSettled }: PayFormProps) {
  const form = useForm<CardForm>({ resolver: zodResolver(cardForm), defaultValues: emptyCard });
  const { errors, isSubmitting } = form.formState;
  const { ask, dialog } = useBankQuestion();
  const pay = usePay({ order, onSettled });

  async function submit({ cardNumber }: CardForm): Promise<void> {
    const card = testCardFor(cardNumber);
    const refusal = card && (await pay(chargeTestCard(api, card, ask)));
    if (!refusal) return;
    if (refusal.code !== 'CARD_DECLINED') return form.setError('root', { message: refusal.message });
    form.setError('cardNumber', { message: refusal.message });
    form.setFocus('cardNumber');
  }

  return (
    <>
      <form onSubmit={form.handleSubmit(submit)} noValidate aria-label="Payment" className="grid gap-5">
        <CardFields field={(name) => ({ ...form.register(name), error: errors[name]?.message })} />
        <PayButton order={order} errors={errors} isSubmitting={isSubmitting} />
      </form>
      {dialog}
    </>
  );
}

type PayButtonProps = { order: PayableOrder; errors: FieldErrors; isSubmitting: boolean };

function PayButton({ order, errors, isSubmitting }: PayButtonProps) {
  const message = errors.root?.message;
  return (
    <>
      <div role="alert">{message && <RefusalBox message={message} />}</div>
      <Button type="submit" size="lg" wide loading={isSubmitting}>
        Pay {formatMoney(order.total)}
      </Button>
    </>
  );
}

type PayRefusal = { code: ProblemCode | undefined; message: string };

/** Gives what pays the order with a charge; the refusal comes back to be shown where it belongs. */
function usePay({ order, onSettled }: PayFormProps) {
  const running = useRef(false);
  return async (charge: Charge): Promise<PayRefusal | null> => {
    if (running.current) return null;
    running.current = true;
    try {
      await payOrder(api, order, charge);
      outbox.markPaid(order.id);
      takeHeldOutOfCart();
      notify('success', 'Your payment was received.');
      await onSettled();
      return null;
    } catch (error) {
      return await refusalOf(error, onSettled);
    } finally {
      running.current = false;
    }
  };
}

async function refusalOf(error: unknown, onSettled: PayFormProps['onSettled']): Promise<PayRefusal> {
  const code = problemCodeOf(error);
  if (code === 'CARD_DECLINED') return { code, message: (error as Error).message };
  await onSettled();
  const known = code !== undefined;
  return {
    code,
    message: known
      ? (error as Error).message
      : 'The shop did not answer. Pay again; it is never taken twice.',
  };
}

/** What the order had set aside is bought now. */
function takeHeldOutOfCart(): void {
  const { lines, restore } = useCart.getState();
  if (lines.some((line) => line.held)) restore(lines.filter((line) => !line.held));
}
