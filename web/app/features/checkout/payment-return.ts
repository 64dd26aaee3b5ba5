/**
 * Return from Stripe's payment page, with the order id of the URL. It does not say whether the order is paid.
 */
export type PaymentReturn = { orderId: string | null };

// Query parameters that Stripe adds. Their outcome is ignored, because the shop asks Stripe itself.
const stripeParams = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];
const orderName = 'order';

let pendingReturn = removeFromUrl();

/** True until the payment return of this page load is taken. */
export const hasPaymentReturn = (): boolean => pendingReturn !== null;

/** Returns the payment return of this page load, once. */
export function takePaymentReturn(): PaymentReturn | null {
  const taken = pendingReturn;
  pendingReturn = null;
  return taken;
}

/**
 * Removes the parameters as soon as scripts run, so that the client secret stays out of the address bar and
 * the history.
 */
function removeFromUrl(): PaymentReturn | null {
  if (typeof window === 'undefined') return null;
  const address = new URL(window.location.href);
  const { searchParams } = address;
  if (!stripeParams.some((name) => searchParams.has(name))) return null;
  const orderId = searchParams.get(orderName);
  for (const name of [...stripeParams, orderName]) searchParams.delete(name);
  window.history.replaceState(window.history.state, '', address);
  return { orderId };
}

/** Returns the URL to which Stripe redirects after the payment of this order, from the URL of the checkout. */
export function backToCheckout(orderId: string): string {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  query.set(orderName, orderId);
  return `${pathname}?${query}`;
}

/** Message after a return without a payment. */
export const notCompleted =
  'The payment was not completed, and nothing was charged. Your order stays reserved for a short time. Pay again with PayPal or a card.';
