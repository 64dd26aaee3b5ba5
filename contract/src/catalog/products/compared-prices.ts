import { type Cents, cents, formatMoney } from '../../money.ts';

// Prices that the price of a product is compared with: that of a new one, and during a sale the lowest of the 30 days
// before it. Only the latter is a former price of this shop (decision 0121).

export type ComparedPrices = {
  price: Cents;
  originalPrice: Cents | null;
  newPriceDate?: string | null | undefined;
  /** Absent in lines that a browser stored before there was one. */
  formerPrice?: Cents | null | undefined;
};

export type Saving = { amount: Cents; percent: number };

/** Returns the saving against the former price in a sale; null without one. */
export function saleSaving({ price, formerPrice }: ComparedPrices): (Saving & { former: Cents }) | null {
  return formerPrice && formerPrice > price ? { former: formerPrice, ...savingOn(price, formerPrice) } : null;
}

/** Returns the saving against the price when new; null if there is none. */
export function newSaving({ price, originalPrice }: ComparedPrices): Saving | null {
  return originalPrice !== null && originalPrice > price ? savingOn(price, originalPrice) : null;
}

const savingOn = (price: Cents, other: Cents): Saving => ({
  amount: cents(other - price),
  percent: discountPercent(price, other),
});

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Returns the price when new with its date, such as "New $799 in Sep 2021"; '' without one. */
export function newPriceText({ originalPrice, newPriceDate }: Omit<ComparedPrices, 'price'>): string {
  if (originalPrice === null) return '';
  const price = `New ${formatMoney(originalPrice).replace(/\.00$/, '')}`;
  if (!newPriceDate) return price;
  const [year, month] = newPriceDate.split('-');
  return month ? `${price} in ${months[Number(month) - 1]} ${year}` : `${price} today`;
}

/** Returns the rounded percentage off the original price, 0 without a discount. */
export function discountPercent(price: Cents, originalPrice: Cents | null): number {
  if (originalPrice === null || originalPrice <= price) return 0;
  return Math.round(((originalPrice - price) / originalPrice) * 100);
}
