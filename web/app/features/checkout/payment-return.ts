/** What is known when Stripe has sent a payer back: for which order, where the address said so. Not whether it was paid. */
export type PaymentReturn = { orderId: string | null };

// What Stripe writes into the address. What it says of the outcome is not read: the shop asks Stripe itself.
const stripesOwn = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];
const orderName = 'order';

let found = takeOutOfAddress();

/** Hands out once that this page was opened by coming back from a payment elsewhere. */
export function takePaymentReturn(): PaymentReturn | null {
  const taken = found;
  found = null;
  return taken;
}

/** As soon as the scripts of the page are there: the secret stays neither in sight nor in the history. */
function takeOutOfAddress(): PaymentReturn | null {
  if (typeof window === 'undefined') return null;
  const address = new URL(window.location.href);
  const { searchParams } = address;
  if (!stripesOwn.some((name) => searchParams.has(name))) return null;
  const orderId = searchParams.get(orderName);
  for (const name of [...stripesOwn, orderName]) searchParams.delete(name);
  window.history.replaceState(window.history.state, '', address);
  return { orderId };
}

/** Where the checkout wants the payer of this order back. */
export function backToCheckout(orderId: string): string {
  return `/checkout?${orderName}=${encodeURIComponent(orderId)}`;
}

/** Said where somebody comes back and the payment was not made. */
export const notCompleted =
  'The payment was not completed, and nothing was charged. Your order stays set aside for a little while: pay again, with PayPal or with a card.';
