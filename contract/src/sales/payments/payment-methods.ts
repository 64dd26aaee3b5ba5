/** Methods that a customer approves on a page of their own, if the store offers them. */
export const redirectMethods = ['paypal', 'klarna'] as const;
export type RedirectMethod = (typeof redirectMethods)[number];

/** Payment methods of a processor; it always takes cards. */
export const processorMethods = ['card', ...redirectMethods] as const;
export type ProcessorMethod = (typeof processorMethods)[number];

export const methodNames: Record<RedirectMethod, string> = { paypal: 'PayPal', klarna: 'Klarna' };

/** Switches of the store settings. */
export type MethodSwitches = Record<`${RedirectMethod}Enabled`, boolean>;

/** Returns the redirect methods that a store offers. */
export const offeredMethods = (switches: MethodSwitches): RedirectMethod[] =>
  redirectMethods.filter((method) => switches[`${method}Enabled`]);

/** Methods of payments received outside the processor, which staff record by hand. */
export const manualMethods = ['cash', 'transfer'] as const;
export type ManualMethod = (typeof manualMethods)[number];

/**
 * `online`: paid on the page of a processor, which offers methods of its own. `channel`: paid where the order was placed,
 * on a sales channel.
 */
export const paymentMethods = [...processorMethods, 'online', ...manualMethods, 'channel'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Destination of a refund, worded for customers. */
export const refundDestination: Record<PaymentMethod, string> = {
  card: 'to your card',
  paypal: 'to your PayPal account',
  klarna: 'through Klarna',
  online: 'to the payment method you used',
  cash: 'in cash',
  transfer: 'by bank transfer',
  channel: 'through the marketplace',
};

/** How a refund reaches the customer, naming the payment it belongs to. */
export const refundedThrough: Record<PaymentMethod, string> = {
  card: 'to the card you paid with',
  paypal: 'to the PayPal account you paid with',
  klarna: 'through Klarna, with which you paid',
  online: 'to the payment method you paid with',
  cash: 'in cash',
  transfer: 'by bank transfer',
  channel: 'through the marketplace you bought it on',
};

/** A payment in words, as the customer and the invoice read it. */
export const paidWords: Record<PaymentMethod, string> = {
  card: 'Paid by card',
  paypal: 'Paid with PayPal',
  klarna: 'Paid with Klarna',
  online: 'Paid online',
  cash: 'Paid in cash',
  transfer: 'Paid by bank transfer',
  channel: 'Paid through the marketplace',
};
