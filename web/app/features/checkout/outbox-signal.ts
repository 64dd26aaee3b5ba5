// What every page must know of the checkout outbox without loading it.

export const outboxStorageName = 'checkout-outbox';

export const orderHandedOver = 'order-handed-over';

/** Starts sending an order again that got no answer. */
export function announceHandOver(): void {
  window.dispatchEvent(new Event(orderHandedOver));
}
