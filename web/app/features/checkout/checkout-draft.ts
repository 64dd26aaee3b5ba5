import type { CheckoutForm } from './checkout-form.ts';

type Draft = Partial<Record<keyof CheckoutForm, string>>;

const storageName = 'checkout-draft';

/** Stores the changed values, without those of a card, until the tab closes or the customer signs out. */
export function storeDraft(values: CheckoutForm, dirtyFields: Partial<Record<string, unknown>>): void {
  const typed = Object.entries(values).filter(([name]) => dirtyFields[name] && !name.startsWith('card'));
  try {
    sessionStorage.setItem(storageName, JSON.stringify(Object.fromEntries(typed)));
  } catch {
    // Without storage the form starts empty.
  }
}

/** Returns the values that were typed in this tab; storage may contain anything. */
export function readDraft(): Draft {
  try {
    const stored: Record<string, unknown> = JSON.parse(sessionStorage.getItem(storageName) ?? '{}');
    return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(storageName);
  } catch {
    // Without storage there is no draft.
  }
}
