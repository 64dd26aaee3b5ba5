/** Integer number of US cents, the representation of money outside JSON. */
export type Cents = number & { readonly __cents: true };

/** Brands an integer as cents; throws for a fraction, so that a dollar amount fails early. */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of cents: ${amount}`);
  return amount as Cents;
}

/** Converts dollars from JSON to the nearest cent. */
export function dollarsToCents(dollars: number): Cents {
  return cents(Math.round(dollars * 100));
}

export function centsToDollars(amount: Cents): number {
  return amount / 100;
}

export function addCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return cents(sum);
}

export function timesCents(amount: Cents, quantity: number): Cents {
  return cents(amount * quantity);
}

/** Returns the part of a value that belongs to a part of the whole, rounded half up in whole numbers; 0 of nothing. */
export function shareOf(value: number, part: number, whole: number): Cents {
  if (whole === 0) return cents(0);
  const [v, p, w] = [BigInt(value), BigInt(part), BigInt(whole)];
  return cents(Number((2n * v * p + w) / (2n * w)));
}

// Shared, because creating an Intl formatter is far slower than formatting.
const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** "$1,234.50" */
export function formatMoney(amount: Cents): string {
  return usd.format(amount / 100);
}
