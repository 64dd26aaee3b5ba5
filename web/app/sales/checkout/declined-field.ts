import type { CardForm } from './card/card-fields.tsx';

/** Returns the card field that a decline concerns: the card number unless the bank named another one. */
export function declinedField(details: unknown): keyof CardForm {
  const { declineCode } = (details ?? {}) as { declineCode?: unknown };
  if (declineCode === 'expired_card') return 'cardExpiry';
  return declineCode === 'incorrect_cvc' ? 'cardCvv' : 'cardNumber';
}
