// Names that every page needs without loading the checkout outbox.

export const outboxStorageName = 'checkout-outbox';

export const orderMovedToBackground = 'order-handed-over';

/** Starts the background sending of an unanswered order. */
export function announceMove(): void {
  window.dispatchEvent(new Event(orderMovedToBackground));
}
