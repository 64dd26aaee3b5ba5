import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import type { TaxPart } from '@reprise/contract/sales/orders/invoice';
import { percentOfBasisPoints } from '@reprise/contract/sales/orders/pricing';

type Taxed = {
  tax: Cents;
  taxBasisPoints?: number | null | undefined;
  taxIncluded?: true | undefined;
  orderTaxes?: TaxPart[] | undefined;
};

/**
 * Returns "Tax (8.875%)" or "Tax in the total (20%)", or "Tax" for an order placed before rates were stored. Several rates
 * have a line each, with the amount that they are on.
 */
export function taxLines({ tax, taxBasisPoints, taxIncluded, orderTaxes = [] }: Taxed) {
  const label = taxIncluded ? 'Tax in the total' : 'Tax';
  const parts = orderTaxes.filter((part) => part.tax > 0);
  if (parts.length > 1) {
    return parts.map(({ basisPoints, amount, tax: of }) => ({
      label: `${label} (${percentOfBasisPoints(basisPoints ?? 0)}% of ${formatMoney(cents(amount - of))})`,
      amount: of,
    }));
  }
  const rate = parts[0]?.basisPoints ?? taxBasisPoints;
  return [{ label: rate == null ? label : `${label} (${percentOfBasisPoints(rate)}%)`, amount: tax }];
}
