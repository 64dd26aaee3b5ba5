// Names that every page needs without loading the checkout outbox.

export const outboxStorageName = 'checkout-outbox';

export const orderMovedToBackground = 'order-handed-over';

/** Dispatches `orderMovedToBackground`, which starts the background sending of an unanswered order. */
export function dispatchOrderMoved(): void {
  window.dispatchEvent(new Event(orderMovedToBackground));
}
