// What every page must know of the checkout outbox without loading it.

export const outboxStorageName = 'checkout-outbox';

export const orderMovedToBackground = 'order-handed-over';

/** Starts sending an order again that got no answer. */
export function announceMove(): void {
  window.dispatchEvent(new Event(orderMovedToBackground));
}
