import { readShipTo, storeShipTo } from '../cart/ship-to.ts';
import type { CheckoutForm } from './checkout-form.ts';

type Draft = Partial<Record<Exclude<keyof CheckoutForm, 'billing'>, string> & Pick<CheckoutForm, 'billing'>>;

const storageName = 'checkout-draft';
const codeName = 'checkout-code';

/** Stores the changed values, without those of a card, until the tab closes or the customer signs out. */
export function storeDraft(values: CheckoutForm, dirtyFields: Partial<Record<string, unknown>>): void {
  const typed = Object.entries(values).filter(([name]) => dirtyFields[name] && !name.startsWith('card'));
  if (dirtyFields.country) storeShipTo(values.country);
  try {
    sessionStorage.setItem(storageName, JSON.stringify(Object.fromEntries(typed)));
  } catch {
    // Without storage the form starts empty.
  }
}

/** Returns the values that were typed in this tab, with the country of the cart; storage may contain anything. */
export function readDraft(): Draft {
  try {
    const stored: Record<string, unknown> = JSON.parse(sessionStorage.getItem(storageName) ?? '{}');
    const country = readShipTo();
    const typed = Object.entries(stored).filter(
      ([name, value]) => typeof value === 'string' || (name === 'billing' && hasOnlyTexts(value)),
    );
    return { ...Object.fromEntries(typed), ...(country !== null && { country }) };
  } catch {
    return {};
  }
}

const hasOnlyTexts = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

/** Stores the discount code that is applied; null removes it. */
export function storeCode(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(codeName);
    else sessionStorage.setItem(codeName, code);
  } catch {
    // Without storage the code is typed again.
  }
}

export function readCode(): string | null {
  try {
    return sessionStorage.getItem(codeName);
  } catch {
    return null;
  }
}

export function clearDraft(): void {
  storeShipTo(null);
  try {
    sessionStorage.removeItem(storageName);
    sessionStorage.removeItem(codeName);
  } catch {
    // Without storage there is no draft.
  }
}
