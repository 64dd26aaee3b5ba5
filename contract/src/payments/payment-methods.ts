/** Payment methods of customers; PayPal if the store offers it. */
export const paymentMethods = ['card', 'paypal'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Destination of a refund, worded for customers. */
export const refundDestination: Record<PaymentMethod, string> = {
  card: 'your card',
  paypal: 'your PayPal account',
};
