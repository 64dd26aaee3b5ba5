import { zodResolver } from '@hookform/resolvers/zod';
import { formatMoney } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import { testCardFor } from '@reprise/contract/test-cards';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '../../api/browser-api.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notify.ts';
import { RefusalBox } from '../../ui/refusal-box.tsx';
import { useCart } from '../cart/cart-store.ts';
import { outbox } from './browser-outbox.ts';
import { CardFields, type CardForm, cardForm, emptyCard } from './card-fields.tsx';
import { type PayableOrder, payOrder } from './pay-order.ts';

type PayFormProps = { order: PayableOrder; onSettled: () => Promise<void> | void };

/** Pays an order that was placed earlier. `onSettled` looks at the order anew, paid or given up. */
export function PayForm({ order, onSettled }: PayFormProps) {
  const form = useForm<CardForm>({ resolver: zodResolver(cardForm), defaultValues: emptyCard });
  const { errors, isSubmitting } = form.formState;
  const running = useRef(false);

  async function pay({ cardNumber }: CardForm): Promise<void> {
    const card = testCardFor(cardNumber);
    if (!card || running.current) return;
    running.current = true;
    try {
      await payOrder(api, order, card);
      outbox.markPaid(order.id);
      takeHeldOutOfCart();
      notify('success', 'Your payment was received.');
      await onSettled();
    } catch (error) {
      await showRefusal(error);
    } finally {
      running.current = false;
    }
  }

  async function showRefusal(error: unknown): Promise<void> {
    if (problemCodeOf(error) === 'CARD_DECLINED') {
      form.setError('cardNumber', { message: (error as Error).message });
      form.setFocus('cardNumber');
      return;
    }
    const known = problemCodeOf(error) !== undefined;
    form.setError('root', {
      message: known
        ? (error as Error).message
        : 'The shop did not answer. Pay again; it is never taken twice.',
    });
    await onSettled();
  }

  return (
    <form onSubmit={form.handleSubmit(pay)} noValidate aria-label="Payment" className="grid gap-5">
      <CardFields field={(name) => ({ ...form.register(name), error: errors[name]?.message })} />
      <div role="alert">{errors.root?.message && <RefusalBox message={errors.root.message} />}</div>
      <Button type="submit" size="lg" wide loading={isSubmitting}>
        Pay {formatMoney(order.total)}
      </Button>
    </form>
  );
}

/** What the order had set aside is bought now. */
function takeHeldOutOfCart(): void {
  const { lines, restore } = useCart.getState();
  if (lines.some((line) => line.held)) restore(lines.filter((line) => !line.held));
}
