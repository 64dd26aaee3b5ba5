const storageName = 'return-draft';

/** Stores what was typed about the return of an order, until it is sent or the tab closes. */
export function storeReturnDraft(order: string, values: object): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify({ order, values }));
  } catch {
    // Without storage the form starts empty.
  }
}

/** Returns what was typed about this order in this tab; storage may contain anything. */
export function readReturnDraft(order: string): unknown {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageName) ?? '{}');
    return stored.order === order ? stored.values : undefined;
  } catch {
    return undefined;
  }
}

export function clearReturnDraft(): void {
  try {
    sessionStorage.removeItem(storageName);
  } catch {
    // Without storage there is no draft.
  }
}
