import { requiredText } from '../../wire.ts';

/** Code as customers type it; case and spaces do not matter. */
export const discountCode = requiredText(64, 'Enter a discount code').overwrite(normalizeDiscountCode);

/** Returns the code as it is stored: in capital letters, without spaces. */
export function normalizeDiscountCode(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}
