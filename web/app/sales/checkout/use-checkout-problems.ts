import type { Problem } from '@reprise/contract/problem';
import type { OpenOrder } from '@reprise/contract/sales/orders/order';
import { useState } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { useNavigate, useRevalidator } from 'react-router';
import { orderFieldOf } from '../../forms/billing/billing-form.ts';
import { notify } from '../../ui/overlays/notify.ts';
import { checkCart } from '../cart/check-cart.ts';
import type { CartNotice } from '../cart/reconcile-cart.ts';
import type { Basket } from './basket.ts';
import { type CheckedForm, type CheckoutForm, emptyForm } from './checkout-form.ts';
import { declinedField } from './declined-field.ts';
import { openOrdersOf } from './open-orders.tsx';
import { outbox } from './outbox/browser-outbox.ts';
import type { PlacedOrder } from './outbox/sent-order.ts';
import { clearReserved } from './reserved-lines.ts';
import { findSoldOut, type SoldOut } from './sold-out-dialog.tsx';
import type { CheckoutProblem } from './use-place-order.ts';

/** Shows a Problem at the field that can fix it, and updates the cart. */
export function useCheckoutProblems(
  { setError, setFocus, getValues }: UseFormReturn<CheckoutForm, unknown, CheckedForm>,
  withCard: boolean,
  { store, buyNow }: Basket,
) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [problemMessage, setProblemMessage] = useState<string | null>(null);
  const [notices, setNotices] = useState<CartNotice[]>([]);
  const [openOrders, setOpenOrders] = useState<OpenOrder[]>([]);
  const [soldOut, setSoldOut] = useState<SoldOut[]>([]);
  const [declinedOrder, setDeclinedOrder] = useState<PlacedOrder | null>(null);

  /** One order fewer is open, so the next attempt may succeed. */
  function settleOpenOrder(id: string): void {
    setOpenOrders((orders) => orders.filter((order) => order.id !== id));
    setProblemMessage(null);
  }

  async function refreshCart({ message, details }: Problem): Promise<void> {
    clearReserved(store);
    const ids = soldOutIn(details);
    const nowSoldOut = await findSoldOut(ids).catch(() => []);
    setSoldOut(nowSoldOut);
    // Sold-out lines stay while the dialog is open: the cart removes them and says so if the shopper leaves now.
    if (nowSoldOut.length > 0) return;
    const isAllSoldOut = store.getState().lines.every(({ product }) => ids.includes(product.id));
    if (buyNow === null && isAllSoldOut) return void navigate('/cart');
    await updateCart();
    // An empty basket redirects away from this page, so the message is shown as a toast.
    if (store.getState().lines.length === 0) notify('error', message);
  }

  async function updateCart(): Promise<void> {
    const [newNotices] = await Promise.all([checkCart(store).catch(() => []), revalidate()]);
    setNotices(buyNow === null ? newNotices : newNotices.filter(({ isRemoved }) => !isRemoved));
  }

  function dismissSoldOut(): void {
    setSoldOut([]);
    void updateCart();
  }

  function onProblem({ stage, problem }: CheckoutProblem): void {
    setProblemMessage(null);
    setNotices([]);
    setOpenOrders(openOrdersOf(problem));
    const isDeclined = problem.code === 'CARD_DECLINED';
    setDeclinedOrder((isDeclined && outbox.unpaidOrder(buyNow)) || null);
    if (stage === 'payment') {
      const message = paymentMessage(problem.message, problem.code);
      if (withCard && getValues('payWith') === 'card' && isDeclined) {
        const field = declinedField(problem.details);
        setError(field, { message });
        setFocus(field);
      } else setProblemMessage(message);
      return;
    }
    const fieldErrors = (problem.errors ?? []).flatMap(({ field, message }) => {
      const name = orderFieldOf(field);
      const [part = ''] = name.split('.');
      return part in emptyForm ? [{ name: name as FieldPath<CheckoutForm>, message }] : [];
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
    declinedOrder,
    settleOpenOrder,
    soldOut,
    dismissSoldOut,
    onProblem,
  };
}

/** Returns the ids of the products that the Problem reports as sold out. */
function soldOutIn(details: Problem['details']): string[] {
  const items = (details?.items ?? []) as { product: string; available: number }[];
  return items.filter(({ available }) => available <= 0).map(({ product }) => product);
}

const cartProblems = new Set(['PRICE_CHANGED', 'OUT_OF_STOCK', 'PRODUCT_UNAVAILABLE', 'UNIT_TAKEN']);

function paymentMessage(message: string, code: string): string {
  if (code !== 'ORDER_CANCELLED') return message;
  return 'Your order was cancelled because it was not paid in time. Select Pay to place it again.';
}
