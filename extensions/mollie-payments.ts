// The path that PAYMENT_ADAPTER names.
export { default } from './mollie/mollie-payments.ts';
