import type { TestCard } from './payments.ts';

/** Test card numbers from the Stripe documentation; only the form in the browser knows them. */
const testCards = new Map<string, TestCard>(
  Object.entries({
    // Success: Visa, Mastercard, American Express, Discover, Diners Club, JCB and UnionPay.
    '4242424242424242': 'pm_card_visa',
    '4000056655665556': 'pm_card_visa',
    '5555555555554444': 'pm_card_visa',
    '2223003122003222': 'pm_card_visa',
    '5200828282828210': 'pm_card_visa',
    '5105105105105100': 'pm_card_visa',
    '378282246310005': 'pm_card_visa',
    '371449635398431': 'pm_card_visa',
    '6011111111111117': 'pm_card_visa',
    '6011000990139424': 'pm_card_visa',
    '6011981111111113': 'pm_card_visa',
    '3056930009020004': 'pm_card_visa',
    '36227206271667': 'pm_card_visa',
    '3566002020360505': 'pm_card_visa',
    '6200000000000005': 'pm_card_visa',
    // 3-D Secure: the bank asks the cardholder first.
    '4000002760003184': 'pm_card_authenticationRequired',
    '4000002500003155': 'pm_card_authenticationRequired',
    '4000000000003220': 'pm_card_authenticationRequired',
    // Declines.
    '4000000000000002': 'pm_card_chargeDeclined',
    '4000000000009995': 'pm_card_chargeDeclinedInsufficientFunds',
    '4000000000000069': 'pm_card_chargeDeclinedExpiredCard',
    '4000000000000127': 'pm_card_chargeDeclinedIncorrectCvc',
    '4000000000000119': 'pm_card_chargeDeclinedProcessingError',
  }),
);

/** Returns the name of a test card, ignoring spaces and dashes; null for other numbers. */
export function testCardFor(number: string): TestCard | null {
  return testCards.get(number.replace(/[\s-]/g, '')) ?? null;
}

const partsOf = (expiry: string) => /^(0[1-9]|1[0-2])\/?(\d{2}|20\d{2})$/.exec(expiry.replaceAll(' ', ''));

/** Returns true for a month of a year, as MM/YY or MM/YYYY. */
export const isExpiry = (expiry: string): boolean => partsOf(expiry) !== null;

/** Returns true for a month in the past; other texts are not checked. */
export function isExpired(expiry: string, now: Date): boolean {
  const [, month, year = ''] = partsOf(expiry) ?? [];
  if (month === undefined) return false;
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  return new Date(fullYear, Number(month), 1) <= now;
}
