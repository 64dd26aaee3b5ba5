import { atCounter, readShipTo, storeShipTo } from '../cart/ship-to.ts';
import type { CheckoutForm } from './checkout-form.ts';

type Draft = Partial<Record<Exclude<keyof CheckoutForm, 'billing'>, string> & Pick<CheckoutForm, 'billing'>>;

const storageName = 'checkout-draft';
const codeName = 'checkout-code';

/** Stores the changed values, without those of a card, until the tab closes or the customer signs out. */
export function storeDraft(values: CheckoutForm, dirtyFields: Partial<Record<string, unknown>>): void {
  const typed = Object.entries(values).filter(([name]) => dirtyFields[name] && !name.startsWith('card'));
  if (values.shippingMethod === 'pickup') storeShipTo(atCounter);
  else if (dirtyFields.country || readShipTo() === atCounter) storeShipTo(values.country);
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
    const typed = Object.entries(stored).filter(
      ([name, value]) => typeof value === 'string' || (name === 'billing' && hasOnlyTexts(value)),
    );
    return { ...Object.fromEntries(typed), ...destinationOf(readShipTo(), stored) };
  } catch {
    return {};
  }
}

const hasOnlyTexts = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string');

/** Returns the choice of the cart, which may be later than that of the form. */
function destinationOf(chosen: string | null, { shippingMethod }: Record<string, unknown>): Draft {
  if (chosen === null) return {};
  if (chosen === atCounter) return { shippingMethod: 'pickup' };
  return { country: chosen, ...(shippingMethod === 'pickup' && { shippingMethod: 'standard' }) };
}

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
