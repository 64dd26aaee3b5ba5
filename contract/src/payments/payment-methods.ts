/** How a customer may pay; PayPal where the store offers it. */
export const paymentMethods = ['card', 'paypal'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Where money that goes back goes to, said to the customer. */
export const payersAccount: Record<PaymentMethod, string> = {
  card: 'your card',
  paypal: 'your PayPal account',
};
