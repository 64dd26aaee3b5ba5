/**
 * Return from a payment page, with the order id of the URL. It does not say whether the order is paid.
 */
export type PaymentReturn = { orderId: string | null };

// Query parameters that Stripe adds. Their outcome is ignored, because the shop asks Stripe itself.
const stripeParams = ['payment_intent', 'payment_intent_client_secret', 'redirect_status'];
const orderName = 'order';
/** Parameter of the address to which the page of another processor returns. */
const returnedName = 'returned';
const placeName = 'payment-place';

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
  const names = [...stripeParams, returnedName];
  if (!names.some((name) => searchParams.has(name))) return null;
  const orderId = searchParams.get(orderName);
  for (const name of [...names, orderName]) searchParams.delete(name);
  const place = orderId === null ? null : takePlaceOf(orderId);
  if (place !== null && place !== address.pathname + address.search) {
    window.location.replace(withOrder(place, { [orderName]: orderId, [returnedName]: '1' }));
    return null;
  }
  window.history.replaceState(window.history.state, '', address);
  return { orderId };
}

/** Returns the URL to which Stripe redirects after the payment of this order, from the URL of the checkout. */
export function backToCheckout(orderId: string): string {
  return withOrder(window.location.pathname + window.location.search, { [orderName]: orderId });
}

function withOrder(place: string, params: Record<string, string | null>): string {
  const [path, search] = place.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(params)) query.set(name, value ?? '');
  return `${path}?${query}`;
}

/**
 * Stores in this tab where the payment of an order was started: another processor returns to the checkout, whether the
 * customer came from there, from Buy Now or from the page of the order.
 */
export function storePlaceOf(orderId: string): void {
  const { pathname, search } = window.location;
  try {
    sessionStorage.setItem(placeName, JSON.stringify({ orderId, place: pathname + search }));
  } catch {
    // Without storage the checkout finds the order.
  }
}

/** Returns the stored place once, so that a place that is gone leads nowhere twice. */
function takePlaceOf(orderId: string): string | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(placeName) ?? '{}');
    sessionStorage.removeItem(placeName);
    return stored.orderId === orderId && typeof stored.place === 'string' ? stored.place : null;
  } catch {
    return null;
  }
}

/** Message after a return without a payment. */
export const notCompleted =
  'The payment was not completed, and nothing was charged. Your order stays reserved for a short time, and you can pay again.';
